import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { WorkerWorkspace, never, pause, places } from "./worker-workspace.js";
import { builtRun } from "../built-run.js";
import { temporaryFolder } from "../workspace.js";

interface Process {
  readonly parent: number;
  readonly line: string;
}

/** Processes that are no zombies, by their pid. */
function processes(): Map<number, Process> {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return new Map(
    pids.flatMap((pid): [number, Process][] => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
        const [state, parent] = stat.slice(stat.lastIndexOf(") ") + 2).split(" ");
        const line = readFileSync(`/proc/${pid}/cmdline`, "latin1").replaceAll("\0", " ");
        return state === "Z" ? [] : [[Number(pid), { parent: Number(parent), line }]];
      } catch {
        return [];
      }
    }),
  );
}

/** Whatever this process has started, and what that has started in its turn. */
function descendants(): Map<number, Process> {
  const all = processes();
  const isOurs = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === process.pid || isOurs(all.get(pid)?.parent));
  return new Map([...all].filter(([, { parent }]) => isOurs(parent)));
}

const isGuardian = (one: Process | undefined): boolean =>
  one?.line.includes("trap '' INT TERM HUP") === true;

/** A guardian that asks the system for something has, until that is executed, a child with its own command line. */
function guardiansOf(started: ReadonlyMap<number, Process>): Process[] {
  return [...started.values()].filter(
    (one) => isGuardian(one) && !isGuardian(started.get(one.parent)),
  );
}

/** Those of them that are still there after some patience; the bound is against hanging only. */
async function stillThere(started: ReadonlyMap<number, Process>): Promise<Process[]> {
  const left = (): Process[] => {
    const now = processes();
    return [...started]
      .filter(([pid, { line }]) => now.get(pid)?.line === line)
      .map(([, one]) => one);
  };
  for (let tries = 10_000; tries > 0 && left().length > 0; tries--) await pause(25);
  return left();
}

function startedSince(before: ReadonlyMap<number, Process>): Map<number, Process> {
  return new Map([...descendants()].filter(([pid]) => !before.has(pid)));
}

test.each(places)("whoever watches over hooks ends with their runner: %s", async (place) => {
  const before = descendants();
  const workspace = await WorkerWorkspace.open(place);
  await workspace.said({ do: "count" });
  const started = startedSince(before);
  // One for the host, which watches over the keeper too, and the keeper's own for its workers.
  const guardians = place === "in place" ? 1 : 2;
  expect(guardiansOf(started)).toHaveLength(guardians);
  await workspace.end();
  expect(await stillThere(started)).toEqual([]);
});

test.each([
  ["before the hook started", 0],
  ["only when it has run for a while", 100],
])(
  "nobody watches any more when a runner was closed under a hook that is watched %s",
  async (_, guardAfterMs) => {
    const { createRunner } = builtRun;
    const before = descendants();
    const base = { PATH: process.env["PATH"] ?? "" };
    const runner = createRunner({ keeper: false, base, guardAfterMs });
    const spec = { file: "sleep", args: ["1"], cwd: temporaryFolder(), env: {}, stdin: "" };
    const bounds = { timeoutMs: 240_000, outputBytes: 100 };
    const running = runner.run({ ...spec, ...bounds }, never);
    runner.close();
    await running;
    expect(await stillThere(startedSince(before))).toEqual([]);
  },
);
