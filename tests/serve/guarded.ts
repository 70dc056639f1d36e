import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import {
  curl,
  missingFor,
  perl,
  ServedWorkspace,
  until,
  type Begun,
  type Client,
  type Said,
} from "./served-workspace.js";

export const payload = {
  session_id: "s",
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command: "ls" },
};
export const denied: Said = { status: 2, stdout: "", stderr: "not this" };
/** What every fault is tried with. */
export const both = [perl, curl].filter((client) => missingFor(client) === null);

const workspaces: GuardedWorkspace[] = [];

/** For the end of a file of tests. */
export async function endAll(): Promise<void> {
  for (const workspace of workspaces.splice(0)) await workspace.end();
}

/** A user with a guard that notes each of its runs, and waits while there is a file that says so. */
export class GuardedWorkspace extends ServedWorkspace {
  constructor(cli?: string) {
    super(cli);
    workspaces.push(this);
    const { root } = this;
    const script = this.write(
      join(root, "guard.sh"),
      `#!/bin/sh\necho $$ >> '${root}/runs'\nwhile [ -e '${root}/wait' ]; do sleep 0.05; done\necho not this >&2\nexit 2\n`,
    );
    this.hooks({ PreToolUse: [{ command: script, timeout: 200 }] });
  }

  /** The processes of the guard so far. */
  runs(): string[] {
    const file = join(this.root, "runs");
    return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  }

  hold(): void {
    writeFileSync(join(this.root, "wait"), "");
  }

  release(): void {
    rmSync(join(this.root, "wait"), { force: true });
  }

  begun(count: number): Promise<string[]> {
    return until(
      () => this.runs(),
      ({ length }) => length >= count,
    );
  }

  /** Nobody starts an engine for a while: somebody has, nine seconds from now. */
  startNone(): void {
    const mark = join(this.place, "starting");
    writeFileSync(mark, "");
    const time = Date.now() / 1000 + 9;
    utimesSync(mark, time, time);
  }

  /**
   * The engine answers an event. On a busy machine a client may not wait for it and run the direct command: it is asked
   * again then; whoever answers says no.
   */
  async answersAgain(client: Client = perl): Promise<void> {
    const look = async (): Promise<number> => {
      expect(await this.begin("claude-code", payload, client).said).toEqual(denied);
      return (await this.status())?.answered ?? 0;
    };
    await until(look, (answered) => answered > 0);
  }

  /** Keeps the engine's own process busy, so that the next event is another process's: its number, and those who wait. */
  async withWorker(): Promise<{ worker: number; waiting: Begun[] }> {
    this.hold();
    const waiting: Begun[] = [];
    for (;;) {
      // Who finds nobody free asks for one by that. On a slow machine one may not wait for the engine and find out nothing.
      waiting.push(this.begin("claude-code", payload));
      await this.begun(waiting.length);
      const { pid = 0 } = (await this.status()) ?? {};
      const worker = workerOf(pid);
      if (worker === null) continue;
      await this.ready();
      return { worker, waiting };
    }
  }
}

function workerOf(pid: number): number | null {
  const all = spawnSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" }).stdout;
  const found = all
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .find(([, parent, ...words]) => Number(parent) === pid && words.at(-1) === "worker");
  return found === undefined ? null : Number(found[0]);
}

/** Waits until a process is no more. */
export async function gone(pid: number | string): Promise<void> {
  await until(
    () => existsSync(`/proc/${pid}`),
    (there) => !there,
  );
}
