import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { killTagged, leftBehind, taggedProcesses } from "../processes.js";
import { deny, quote, testAt, type FlowWorkspace } from "./flow-workspace.js";

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

describe.concurrent.each(["through the keeper", "in a spare shell"] as const)("%s", (place) => {
  const test = testAt(place);

  test("a hook that stops the keeper once is answered all the same", async ({ workspace }) => {
    const command = `kill -STOP $PPID; echo ${quote(deny)}`;
    const { reading } = await workspace.fire([{ command, timeout: 240 }]);
    expect(reading).toMatchObject({ outcome: "block", failed: false });
  });

  test.for([
    ["its deadline", { timeout: 1 }, undefined, { outcome: "block", failed: true }],
    ["an abort", { timeout: 240 }, 500, { outcome: "halt" }],
  ] as const)(
    "a hook that stops the keeper again and again is ended at %s, and the next event is heard by another one",
    async ([, deadline, abortMs, expected], { workspace }) => {
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

describe.concurrent("a keeper that may open nothing more", () => {
  testAt("through the keeper")(
    "loses no answer: the hooks run in place, and another one takes over",
    async ({ workspace }) => {
      const engine = workspace.engine([
        { command: "prlimit --pid $PPID --nofile=3 --nproc=1", matcher: "Bash", timeout: 240 },
        { command: `echo ${quote(deny)}`, matcher: "Read", timeout: 240 },
      ]);
      await workspace.warm(engine);
      await engine.fire(payload);
      const next = await engine.fire({ ...payload, tool_name: "Read" });
      expect(next.reading).toMatchObject({ outcome: "block", failed: false });
    },
  );
});

describe.concurrent("when the host ends", () => {
  interface Host {
    readonly process: ChildProcess;
    readonly gone: Promise<unknown>;
    /** Nothing that the host started is still there, or soon nothing is. */
    readonly leaves: () => Promise<string[]>;
  }

  /** With a host whose hooks run. Its own processes, too, can be found: by the folder for temporary files. */
  async function withHost(
    { project, root, tag }: FlowWorkspace,
    place: "in place" | "through the keeper",
    holds: (host: Host) => Promise<void>,
  ): Promise<void> {
    const host = spawn(process.execPath, ["tests/flow/fixtures/host.mjs", project, place, tag], {
      stdio: "ignore",
      env: { ...process.env, TMPDIR: root },
    });
    const gone = new Promise((resolve) => host.once("exit", resolve));
    const isReady = (): string[] => (existsSync(join(project, "ready")) ? [] : ["waits"]);
    try {
      expect(await leftBehind(isReady)).toEqual([]);
      await holds({ process: host, gone, leaves: () => leftBehind(() => taggedProcesses(root)) });
    } finally {
      await killTagged(root);
    }
  }

  const guardian = (host: Host): number[] => childrenOf(host.process.pid, "SNAPHOOK_RUN_ID");
  const keepersOf = (host: Host): number[] => childrenOf(host.process.pid, "keeper-main.js");
  const test = testAt("in place");

  test.for([
    ["is killed", "SIGKILL"],
    ["ends", "SIGTERM"],
  ] as const)(
    "a stopped keeper and its hooks end with it where it %s",
    async ([, signal], { workspace }) => {
      await withHost(workspace, "through the keeper", async (host) => {
        for (const keeper of keepersOf(host)) process.kill(keeper, "SIGSTOP");
        host.process.kill(signal);
        await host.gone;
        expect(await host.leaves()).toEqual([]);
      });
    },
  );

  test.runIf(existsSync("/usr/bin/setpriv"))(
    "both end with it, and the hooks, where the guardian was stopped as well",
    async ({ workspace }) => {
      await withHost(workspace, "through the keeper", async (host) => {
        const watching = guardian(host);
        expect(watching).toHaveLength(1);
        const keepers = keepersOf(host);
        for (const pid of [...watching, ...keepers]) process.kill(pid, "SIGSTOP");
        host.process.kill("SIGKILL");
        await host.gone;
        expect(await host.leaves()).toEqual([]);
        const isThere = (): string[] =>
          [...watching, ...keepers].filter((pid) => existsSync(`/proc/${pid}`)).map(String);
        expect(await leftBehind(isThere)).toEqual([]);
      });
    },
  );

  test("a keeper that cannot be woken is killed, and its hooks", async ({ workspace }) => {
    await withHost(workspace, "through the keeper", async (host) => {
      const [keeper = 0] = keepersOf(host);
      const others = spawn("sh", ["-c", `while kill -STOP ${keeper}; do sleep 0.01; done`]);
      try {
        await leftBehind(() => (isStopped(keeper) ? [] : ["runs"]));
        host.process.kill("SIGKILL");
        await host.gone;
        expect(await host.leaves()).toEqual([]);
      } finally {
        others.kill("SIGKILL");
      }
    });
  });

  test("a guardian that was killed has been replaced, and knows the hooks", async ({
    workspace,
  }) => {
    await withHost(workspace, "in place", async (host) => {
      const [first = 0] = guardian(host);
      process.kill(first, "SIGKILL");
      const isNew = (): string[] => (guardian(host).some((pid) => pid !== first) ? [] : ["none"]);
      expect(await leftBehind(isNew)).toEqual([]);
      // By then it has told the new one.
      let calm = 0;
      const isCalm = (): string[] => {
        calm = / S /.test(read(`/proc/${host.process.pid}/stat`)) ? calm + 1 : 0;
        return calm > 20 ? [] : ["works"];
      };
      expect(await leftBehind(isCalm)).toEqual([]);
      host.process.kill("SIGKILL");
      await host.gone;
      expect(await host.leaves()).toEqual([]);
    });
  });
});
