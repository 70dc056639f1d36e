import { execFileSync } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { consent } from "../../src/agent/index.js";
import { readSession } from "../../src/session/index.js";
import { SessionWorkspace } from "./session-workspace.js";

let workspace: SessionWorkspace;
beforeEach(() => {
  workspace = new SessionWorkspace();
});
afterEach(() => workspace.end());

const bash = (command: string): { tool: string; input: object } => ({
  tool: "Bash",
  input: { command },
});
const hookOf = (event: string, hook: object): object => ({
  hooks: { [event]: [{ hooks: [{ name: "slow", ...hook }] }] },
});
const there = (path: string): boolean => existsSync(join(workspace.project, path));
const read = (path: string): string => readFileSync(join(workspace.project, path), "utf8");
/** The process that a script has written down; null where it has not come to that. */
const pidIn = (path: string): number | null =>
  (there(path) && Number.parseInt(read(path), 10)) || null;
/** Whether no process has this id any more, or soon none has. The bound is against hanging only. */
async function isGone(pid: number | null): Promise<boolean> {
  if (pid === null) return true;
  for (let tries = 0; tries < 10_000; tries++) {
    try {
      process.kill(pid, 0);
    } catch {
      return true;
    }
    await new Promise((wake) => setTimeout(wake, 25));
  }
  return false;
}

describe("the end of a session", () => {
  test("ends async hooks that do not end by themselves, and leaves nothing running", async () => {
    const command = "echo $$ > pid; sleep 300";
    const session = workspace.session(
      [{ say: "Done." }],
      {},
      {
        program: hookOf("UserPromptSubmit", { command, async: true }),
      },
    );
    await session.submit("go");
    await session.close("exit");
    expect(await isGone(pidIn("pid"))).toBe(true);
  });

  test("lets async hooks end that are about to", async () => {
    const gate = join(workspace.project, "gate");
    execFileSync("mkfifo", [gate]);
    const opened = openSync(gate, "r+");
    const command = "echo $$ > pid; read line < gate; echo $line > made";
    const program = hookOf("UserPromptSubmit", { command, async: true });
    const session = workspace.session([{ say: "Done." }], {}, { program });
    await session.submit("go");
    for (let tries = 0; tries < 10_000 && pidIn("pid") === null; tries++)
      await new Promise((wake) => setTimeout(wake, 25));
    const isTold = new Promise<void>((tell) => {
      session.follow((event) => {
        if (event.type === "fired" && event.fired.event === "SessionEnd") setTimeout(tell, 100);
      });
    }).then(() => void writeSync(opened, "over\n"));
    await session.close("exit");
    await isTold;
    closeSync(opened);
    expect(there("made") && read("made")).toBe("over\n");
  });

  test("waits for a hook that takes its time", async () => {
    const session = workspace.session([], { SessionEnd: "sleep 1; cat > end.json" });
    await session.close("exit");
    expect(JSON.parse(read("end.json"))).toMatchObject({
      hook_event_name: "SessionEnd",
      reason: "exit",
    });
  });

  test("waits for a second close as well as for the first", async () => {
    const session = workspace.session([], { SessionEnd: "sleep 0.5; cat > end.json" });
    void session.close("exit");
    await session.close("again");
    expect(there("end.json")).toBe(true);
  });

  test("does not wait beyond the hook's deadline, and leaves nothing running", async () => {
    const program = hookOf("SessionEnd", {
      command: "echo $$ > pid; sleep 600; touch late",
      timeout: 1,
    });
    const session = workspace.session([], {}, { program });
    await session.close("exit");
    const fired = workspace.events.flatMap((event) =>
      event.type === "fired" ? [event.fired] : [],
    );
    expect(fired.map(({ event, hooks }) => [event, hooks[0]?.run?.timedOut])).toEqual([
      ["SessionEnd", true],
    ]);
    expect([await isGone(pidIn("pid")), there("late")]).toEqual([true, false]);
  });

  test("waits for a hook of a notification that still runs", async () => {
    const session = workspace.session([{ calls: [bash("true")] }], {
      Notification: "sleep 0.5; echo notified >> order",
      SessionEnd: "echo ended >> order",
    });
    session.permissions.follow((pending) => {
      if (pending.length > 0) session.abort();
    });
    expect(await session.submit("go")).toEqual({ type: "aborted" });
    await session.close("exit");
    expect(read("order")).toBe("notified\nended\n");
  });

  test("ends a turn that runs, with all that it has started, and saves what was said", async () => {
    const program = {
      permissions: { allow: ["Bash"] },
      ...hookOf("SessionEnd", {
        command: "cat > end.json",
      }),
    };
    const session = workspace.session(
      [{ say: "I wait.", calls: [bash("echo $$ > pid; sleep 600; touch late")] }],
      {},
      { program, saves: true },
    );
    const turn = session.submit("wait");
    for (let tries = 0; tries < 10_000 && pidIn("pid") === null; tries++)
      await new Promise((wake) => setTimeout(wake, 25));
    const pid = pidIn("pid");
    await session.close("exit");
    expect(await turn).toEqual({ type: "aborted" });
    expect(pid).not.toBeNull();
    expect([await isGone(pid), there("late"), there("end.json")]).toEqual([true, false, true]);
    const { messages, damage } = readSession(workspace.home, session.id);
    expect(damage).toBeNull();
    expect(messages).toEqual(session.messages.messages);
    expect(messages.slice(0, 2).map(({ from, blocks }) => [from, ...blocks])).toMatchObject([
      ["user", { type: "text", content: "wait" }],
      ["model", { type: "text", content: "I wait." }, { id: "call-1", state: "interrupted" }],
    ]);
  });

  test("waits for the turn that it ends, and SessionEnd fires after everything else", async () => {
    const session = workspace.session(
      [{ calls: [bash("touch started; sleep 600")] }],
      { SessionEnd: "echo ended >> order" },
      { saves: true },
    );
    session.permissions.follow(([first]) => {
      if (first !== undefined) session.permissions.resolve(first.id, consent(first.toolName));
    });
    const order: string[] = [];
    session.follow((event) => {
      if (event.type === "turn-ended") order.push("turn ended");
      if (event.type === "fired" && event.fired.event === "SessionEnd") order.push("SessionEnd");
    });
    const turn = session.submit("wait");
    for (let tries = 0; tries < 10_000 && !there("started"); tries++)
      await new Promise((wake) => setTimeout(wake, 25));
    await session.close("exit");
    expect([order, session.isBusy]).toEqual([["turn ended", "SessionEnd"], false]);
    expect(await turn).toEqual({ type: "aborted" });
    await expect(session.submit("once more")).rejects.toThrow("the session is over");
  });
});
