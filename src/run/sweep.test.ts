import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Sweep } from "./sweep.js";
import { temporaryFolder } from "../../tests/workspace.js";

/** What the system says of processes. */
let proc: string;
let sweep: Sweep;
/** Who was killed, in order; groups are negative. */
let killed: number[];
let onKill: (pid: number) => void;
beforeEach(() => {
  proc = temporaryFolder();
  sweep = new Sweep(proc);
  killed = [];
  // Who is killed is gone.
  onKill = (pid) => gone(pid);
  vi.spyOn(process, "kill").mockImplementation((pid, signal) => {
    if (signal !== "SIGKILL") throw new Error(`not ${signal}`);
    killed.push(pid);
    if (pid > 0) onKill(pid);
    return true;
  });
});
afterEach(async () => {
  onKill = gone;
  for (const pid of [1, 2, 3, 4, 5, 6]) gone(pid);
  await sweep.over;
  vi.restoreAllMocks();
});

function there(pid: number | string, environment: string, stat?: string): void {
  const folder = join(proc, String(pid));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "environ"), environment);
  if (stat !== undefined) writeFileSync(join(folder, "stat"), stat);
}

function gone(pid: number): void {
  rmSync(join(proc, String(pid)), { recursive: true, force: true });
}

const of = (run: string): string => `A=b\0SNAPHOOK_RUN_ID=${run}\0C=d`;
const statOf = (state: string, flags = 0): string => `7 (a ) b) ${state} 1 2 3 4 5 ${flags} 8 9`;

describe("what carries a run's mark is killed, with its group", () => {
  test.each<[string, string, boolean]>([
    ["alone", "SNAPHOOK_RUN_ID=run1", true],
    ["among others", of("run1"), true],
    ["as the last of several", "SNAPHOOK_RUN_ID=run0\0SNAPHOOK_RUN_ID=run1", true],
    ["of another run", of("run2"), false],
    ["of a run whose name begins so", of("run11"), false],
    ["in the name of another variable", "MY_SNAPHOOK_RUN_ID=run1", false],
    ["in a value", "A=SNAPHOOK_RUN_ID=run1", false],
    ["not", "A=b", false],
  ])("%s", async (_what, environment, isKilled) => {
    there(3, environment);
    await sweep.kill("run1");
    expect(killed).toEqual(isKilled ? [-3, 3] : []);
  });

  test("each of several, of several runs at once", async () => {
    there(2, of("run1"));
    there(3, of("run2"));
    there(4, of("run3"));
    there(5, of("run1"));
    await Promise.all([sweep.kill("run1"), sweep.kill("run2")]);
    expect(killed.toSorted((a, b) => a - b)).toEqual([-5, -3, -2, 2, 3, 5]);
    await sweep.over;
    expect(sweep.over).toBe(null);
  });

  test("also those that appear while others are killed", async () => {
    there(2, of("run1"));
    onKill = (pid) => {
      gone(pid);
      if (pid < 5) there(pid + 1, of("run1"));
    };
    await sweep.kill("run1");
    expect(killed.filter((pid) => pid > 0)).toEqual([2, 3, 4, 5]);
  });

  test("also one that was none of them before, when another run is looked for", async () => {
    there(3, of("run2"));
    await sweep.kill("run1");
    const both = [sweep.kill("run1"), sweep.kill("run2")];
    await Promise.all(both);
    expect(killed).toEqual([-3, 3]);
  });

  test("also one whose number belonged to another before", async () => {
    there(3, of("run2"));
    there(4, of("run1"));
    onKill = (pid) => {
      gone(pid);
      gone(3);
      if (pid === 4) there(5, of("run1"));
      if (pid === 5) there(3, of("run1"));
    };
    await sweep.kill("run1");
    expect(killed.filter((pid) => pid > 0)).toContain(4);
  });

  test("not what is no process, nor this one", async () => {
    there("self", of("run1"));
    there("0", of("run1"));
    there(process.pid, of("run1"));
    await sweep.kill("run1");
    expect(killed).toEqual([]);
  });

  test("and who asks twice for the same run is answered twice", async () => {
    there(3, of("run1"));
    await Promise.all([sweep.kill("run1"), sweep.kill("run1")]);
    expect(killed).toEqual([-3, 3]);
  });
});

test("where the system says nothing of processes, nobody is left at once", async () => {
  await new Sweep(join(proc, "nowhere")).kill("run1");
  expect(killed).toEqual([]);
});

/** The time that it is, in milliseconds. */
function clock(read: () => number): void {
  vi.spyOn(process, "uptime").mockImplementation(() => 100 + read() / 1000);
}

/** Rounds that were needed: in each all processes are listed once. What happens is reported how many there were. */
async function roundsOf(run: string, happens = (_rounds: number): void => {}): Promise<number> {
  let rounds = 0;
  const counted = new (class extends Sweep {
    protected override processes(): number[] {
      const listed = super.processes();
      happens(++rounds);
      return listed;
    }
  })(proc);
  await counted.kill(run);
  return rounds;
}

describe("a round is quiet", () => {
  test("where nothing was found, and two in a row are enough", async () => {
    there(3, of("run2"));
    expect(await roundsOf("run1")).toBe(2);
  });

  test("not where somebody was killed in it", async () => {
    there(3, of("run1"));
    expect(await roundsOf("run1")).toBe(3);
  });

  test("not where somebody is gone before it can be looked at", async () => {
    mkdirSync(join(proc, "3"));
    expect(await roundsOf("run1", () => gone(3))).toBe(3);
  });

  test.each<[string, string]>([
    ["is a zombie", statOf("Z")],
    ["is dead", statOf("X")],
    ["is a thread of the kernel", statOf("S", 0x0020_0040)],
  ])("where somebody without an environment %s", async (_what, stat) => {
    clock(() => 0);
    there(3, "", stat);
    expect(await roundsOf("run1")).toBe(2);
  });

  test("not for 30 ms where nobody can look into a process", async () => {
    const times = [0, 30, 31, 31];
    let time = 0;
    clock(() => time);
    there(3, "", statOf("S", 0x0040_0000));
    expect(await roundsOf("run1", (rounds) => (time = times[rounds - 1] ?? time))).toBe(4);
  });

  test("not for another 30 ms where that is another process of the same number", async () => {
    const times = [0, 20, 40, 41, 72, 72];
    let time = 0;
    clock(() => time);
    there(3, "", statOf("S"));
    const rounds = await roundsOf("run1", (round) => {
      time = times[round - 1] ?? time;
      if (round === 2) gone(3);
      if (round === 3) there(3, "", statOf("S"));
    });
    expect(rounds).toBe(6);
  });

  test("again for one that nobody can look into after another of that number", async () => {
    clock(() => 0);
    there(3, "", statOf("S"));
    let settled = false;
    const done = sweep.kill("run1").then(() => (settled = true));
    for (let turn = 0; turn < 50; turn++) await new Promise((next) => setImmediate(next));
    expect(settled).toBe(false);
    there(3, of("run1"));
    await done;
    expect(killed).toEqual([-3, 3]);
  });
});

test("who cannot be killed is given up after five seconds", async () => {
  onKill = () => {};
  there(3, of("run1"));
  const times = [0, 4999, 5000, 5001];
  let time = 0;
  clock(() => time);
  expect(await roundsOf("run1", (round) => (time = times[round - 1] ?? time))).toBe(3);
  expect(killed).toEqual([-3, 3, -3, 3, -3, 3]);
});

test("a number that was another's is looked at again", async () => {
  there(3, of("run2"));
  there(4, of("run1"));
  onKill = (pid) => {
    if (pid === 3) gone(3);
  };
  await roundsOf("run1", (round) => {
    if (round === 2) gone(3);
    if (round === 3) there(3, of("run1"));
    if (round === 5) gone(4);
  });
  expect(killed.filter((pid) => pid === 3)).toEqual([3]);
});

test("others get a turn each 5 ms, in a round in which nobody is looked at twice", async () => {
  for (let pid = 1000; pid < 1100; pid++) there(pid, of("run2"));
  let time = 0;
  // Each look at the clock takes a millisecond.
  clock(() => time++);
  const turns = vi.spyOn(globalThis, "setImmediate");
  await sweep.kill("run1");
  await sweep.over;
  // Before the first round, for each five that are looked at, and after each round.
  expect(turns.mock.calls).toHaveLength(1 + 100 / 5 + 2);
});
