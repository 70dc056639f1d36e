import type { ChildProcess } from "node:child_process";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeChild, NOBODY } from "./fake-child.test-support.js";
import { Guardian } from "./guardian.js";

/** A guardian's shell that a test plays. */
class FakeShell extends FakeChild {
  /** What it was reported. */
  readonly reported: string[] = [];

  constructor(pid: number | undefined) {
    super();
    this.pid = pid;
    Object.assign(this.stdin, { write: (text: string) => this.reported.push(text) });
  }
}

let shells: FakeShell[];
/** Who was woken. */
let woken: unknown[];
let guardian: Guardian;
let nextPid: number | undefined;
beforeEach(() => {
  vi.useFakeTimers();
  [shells, woken, nextPid] = [[], [], NOBODY];
  vi.spyOn(process, "kill").mockImplementation((pid, signal) => {
    woken.push([pid, signal]);
    return true;
  });
  guardian = new Guardian(() => {
    const shell = new FakeShell(nextPid);
    shells.push(shell);
    return shell as unknown as ChildProcess;
  });
});
afterEach(() => {
  guardian.close();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const reported = (): readonly (readonly string[])[] => shells.map((shell) => shell.reported);

test("a shell is started for the first that is watched over, and gets each", () => {
  guardian.watch("a");
  expect([reported(), woken]).toEqual([[["k\n+a\n"]], [[NOBODY, "SIGCONT"]]]);
  guardian.watch("a:7");
  guardian.release("a");
  guardian.watchKeeper("9:family");
  guardian.watchKeeper("");
  expect(reported()).toEqual([["k\n+a\n", "+a:7\n", "-a\n", "k9:family\n", "k\n"]]);
  // It may have been stopped.
  expect(woken).toHaveLength(5);
});

test("a keeper is watched over alone as well, and no keeper by nobody", () => {
  guardian.watchKeeper("");
  guardian.release("a");
  expect(shells).toEqual([]);
  guardian.watchKeeper("9:family");
  expect(reported()).toEqual([["k9:family\n"]]);
});

test.each<[string, (shell: FakeShell) => void]>([
  ["by a code", (shell) => shell.exits(0)],
  ["by a signal", (shell) => shell.exits(null, "SIGKILL")],
])("a shell that has ended %s is replaced after half a second, and gets all", (_what, end) => {
  for (const entry of ["a", "b", "c"]) guardian.watch(entry);
  guardian.watchKeeper("9:family");
  guardian.release("b");
  end(shells[0] as FakeShell);
  vi.advanceTimersByTime(499);
  expect(shells).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(reported()[1]).toEqual(["k9:family\n+a\n+c\n"]);
  vi.advanceTimersByTime(10_000);
  expect(shells).toHaveLength(2);
});

test("one that has ended is replaced at once for the next that is watched over", () => {
  guardian.watch("a");
  shells[0]?.exits(0);
  guardian.watch("b");
  expect(reported()[1]).toEqual(["k\n+a\n+b\n"]);
  vi.advanceTimersByTime(10_000);
  expect(shells).toHaveLength(2);
});

test("one that was not started is no shell", () => {
  nextPid = undefined;
  guardian.watch("a");
  nextPid = NOBODY;
  guardian.watchKeeper("9:family");
  expect([reported()[1], woken]).toEqual([["k9:family\n+a\n"], [[NOBODY, "SIGCONT"]]]);
});

test("after the end nothing is watched over, and a new shell knows nothing of it", () => {
  guardian.watch("a");
  guardian.watch("b");
  woken.splice(0);
  guardian.close();
  expect([shells[0]?.stdin.isDestroyed, woken]).toEqual([true, [[NOBODY, "SIGCONT"]]]);
  shells[0]?.exits(0);
  vi.advanceTimersByTime(10_000);
  expect(shells).toHaveLength(1);
  guardian.watch("c");
  expect(reported()[1]).toEqual(["k\n+c\n"]);
  woken.splice(0);
  shells[1]?.exits(0);
  guardian.close();
  // Who has ended is not woken.
  expect(woken).toEqual([]);
});
