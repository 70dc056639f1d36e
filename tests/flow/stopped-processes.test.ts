import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { killTagged, leftBehind, taggedProcesses } from "../processes.js";
import { FlowWorkspace, deny, quote } from "./flow-workspace.js";

let workspace: FlowWorkspace;
afterEach(async () => {
  const left = await workspace.settled();
  workspace.close();
  if (left.length > 0) throw new Error(`left behind: ${left.join(", ")}`);
});

const read = (path: string): string => {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
};

/** The children of a process whose command line holds a word. */
function childrenOf(pid: number | undefined, word: string): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).trim().split(" ");
  return children.map(Number).filter((child) => read(`/proc/${child}/cmdline`).includes(word));
}

const isStopped = (pid: number): boolean => / T /.test(read(`/proc/${pid}/stat`));
const stoppedKeepers = (): string[] =>
  childrenOf(process.pid, "keeper-main.js").filter(isStopped).map(String);

const payload = {
  hook_event_name: "PreToolUse",
  session_id: "s",
  tool_name: "Bash",
  tool_input: { command: "ls" },
} as const;

const stopping = "while :; do kill -STOP $PPID; sleep 0.01; done";

describe.each(["through the keeper", "in a spare shell"] as const)("%s", (place) => {
  beforeEach(() => {
    workspace = new FlowWorkspace(place);
  });

  test("a hook that stops the keeper once is answered all the same", async () => {
    const command = `kill -STOP $PPID; echo ${quote(deny)}`;
    const { reading } = await workspace.fire([{ command, timeout: 240 }]);
    expect(reading).toMatchObject({ outcome: "block", failed: false });
  });

  test.each([
    ["its deadline", { timeout: 1 }, undefined, { outcome: "block", failed: true }],
    ["an abort", { timeout: 240 }, 500, { outcome: "halt" }],
  ] as const)(
    "a hook that stops the keeper again and again is ended at %s, and the next event is heard by another one",
    async (_what, deadline, abortMs, expected) => {
      const engine = workspace.engine([
        { command: stopping, onFailure: "block", matcher: "Bash", ...deadline },
        { command: `echo ${quote(deny)}`, matcher: "Read", timeout: 240 },
      ]);
      await workspace.warm(engine);
      const signal = abortMs === undefined ? undefined : AbortSignal.timeout(abortMs);
      const { reading } = await engine.fire(payload, { ...(signal && { signal }) });
      expect(reading).toMatchObject(expected);
      const next = await engine.fire({ ...payload, tool_name: "Read" });
      expect(next.reading).toMatchObject({ outcome: "block", failed: false });
      await workspace.warm(engine);
      expect(await leftBehind(stoppedKeepers)).toEqual([]);
    },
  );
});

describe("when the host ends", () => {
  let host: ChildProcess;
  let gone: Promise<unknown>;

  /** A host whose hooks run. Its own processes, too, can be found: by the folder for temporary files. */
  async function startHost(place: "in place" | "through the keeper"): Promise<void> {
    workspace = new FlowWorkspace(place);
    host = spawn(
      process.execPath,
      ["tests/flow/fixtures/host.mjs", workspace.project, place, workspace.tag],
      { stdio: "ignore", env: { ...process.env, TMPDIR: workspace.root } },
    );
    gone = new Promise((resolve) => host.once("exit", resolve));
    const isReady = (): string[] => (existsSync(join(workspace.project, "ready")) ? [] : ["waits"]);
    expect(await leftBehind(isReady)).toEqual([]);
  }

  const guardian = (): number[] => childrenOf(host.pid, "SNAPHOOK_RUN_ID");

  afterEach(() => killTagged(workspace.root));

  test.each([
    ["is killed", "SIGKILL"],
    ["ends", "SIGTERM"],
  ] as const)("a stopped keeper and its hooks end with it where it %s", async (_how, signal) => {
    await startHost("through the keeper");
    for (const keeper of childrenOf(host.pid, "keeper-main.js")) process.kill(keeper, "SIGSTOP");
    host.kill(signal);
    await gone;
    expect(await leftBehind(() => taggedProcesses(workspace.root))).toEqual([]);
  });

  test.runIf(existsSync("/usr/bin/setpriv"))(
    "both end with it, and the hooks, where the guardian was stopped as well",
    async () => {
      await startHost("through the keeper");
      const watching = guardian();
      expect(watching).toHaveLength(1);
      const keepers = childrenOf(host.pid, "keeper-main.js");
      for (const pid of [...watching, ...keepers]) process.kill(pid, "SIGSTOP");
      host.kill("SIGKILL");
      await gone;
      expect(await leftBehind(() => taggedProcesses(workspace.root))).toEqual([]);
      const isThere = (): string[] =>
        [...watching, ...keepers].filter((pid) => existsSync(`/proc/${pid}`)).map(String);
      expect(await leftBehind(isThere)).toEqual([]);
    },
  );

  test("a keeper that cannot be woken is killed, and its hooks", async () => {
    await startHost("through the keeper");
    const [keeper = 0] = childrenOf(host.pid, "keeper-main.js");
    const others = spawn("sh", ["-c", `while kill -STOP ${keeper}; do sleep 0.01; done`]);
    try {
      await leftBehind(() => (isStopped(keeper) ? [] : ["runs"]));
      host.kill("SIGKILL");
      await gone;
      expect(await leftBehind(() => taggedProcesses(workspace.root))).toEqual([]);
    } finally {
      others.kill("SIGKILL");
    }
  });

  test("a guardian that was killed has been replaced, and knows the hooks", async () => {
    await startHost("in place");
    const [first = 0] = guardian();
    process.kill(first, "SIGKILL");
    const isNew = (): string[] => (guardian().some((pid) => pid !== first) ? [] : ["none"]);
    expect(await leftBehind(isNew)).toEqual([]);
    // By then it has told the new one.
    let calm = 0;
    const isCalm = (): string[] => {
      calm = / S /.test(read(`/proc/${host.pid}/stat`)) ? calm + 1 : 0;
      return calm > 20 ? [] : ["works"];
    };
    expect(await leftBehind(isCalm)).toEqual([]);
    host.kill("SIGKILL");
    await gone;
    expect(await leftBehind(() => taggedProcesses(workspace.root))).toEqual([]);
  });
});
