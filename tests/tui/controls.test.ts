import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { describe, expect, test, vi } from "vitest";
import { AgentSession } from "../../src/session/index.js";
import { scriptedModel, type Script } from "../../src/models/index.js";
import { runTerminal, type Controls, type TerminalOptions } from "../../src/tui/index.js";
import { until, ScenarioWorkspace } from "./pty.js";

/** A screen that remembers all that was drawn on it. */
class Screen extends EventEmitter {
  readonly columns = 80;
  readonly rows = 24;
  readonly writable = true;
  drawn = "";

  write(data: string, done?: () => void): boolean {
    this.drawn += data;
    done?.();
    return true;
  }
}

let workspace: ScenarioWorkspace;

function sessionOf(script: Script, program: object = {}): AgentSession {
  workspace = new ScenarioWorkspace({ script });
  return new AgentSession({
    workspace: workspace.project,
    home: `${workspace.root}/home`,
    managedFile: `${workspace.root}/managed.json`,
    model: scriptedModel(script),
    program,
  });
}

/** Shows a session on a screen that is none, while somebody plays on it; gives back what both come to. */
async function played<Result>(
  session: AgentSession,
  screen: Screen,
  play: (controls: Controls) => Promise<Result>,
  options: TerminalOptions = {},
): Promise<[string, Result | null]> {
  let playing: Promise<Result | null> = Promise.resolve(null);
  const reason = await runTerminal(session, {
    stdin: new PassThrough() as never,
    stdout: screen as never,
    environment: { NO_COLOR: "1" },
    onReady: (controls) => {
      playing = play(controls);
    },
    ...options,
  });
  return [reason, await playing];
}

test("a demonstration types, answers, says what it shows, and quits", async () => {
  const script = {
    turns: [
      { when: "make", calls: [{ tool: "Bash", input: { command: "echo made > made" } }] },
      { say: "Made." },
    ],
    otherwise: "Hello.",
  };
  const screen = new Screen();
  expect(await played(sessionOf(script), screen, demonstrate, { guardMs: 0 })).toEqual([
    "quit",
    [{ type: "stopped" }, null],
  ]);
  expect(workspace.read("made")).toBe("made\n");
  expect(screen.drawn).toContain("▌ A hook-less call is asked for.");
  expect(screen.drawn).toContain("> make it");
  expect(screen.drawn).toContain("/quit: ends the session");
});

async function demonstrate(controls: Controls): Promise<unknown> {
  await controls.until("idle");
  controls.note("A hook-less call is asked for.");
  await controls.type("make", 1);
  controls.press("\u0015");
  const turn = controls.submit("make it");
  await controls.until("permission");
  controls.press("y");
  const ends = [await turn, await controls.submit("/help")];
  controls.quit();
  return ends;
}

const hasStarted = (session: AgentSession): Promise<void> =>
  new Promise((resolve) => {
    session.follow((event) => {
      if (event.type === "busy" && !event.busy) resolve();
    });
  });

describe("where nothing is said about it, a key answers a question", () => {
  const script = {
    turns: [
      { calls: [{ tool: "Bash", input: { command: "echo made > made" } }] },
      { say: "Made." },
    ],
  };

  test.each<[string, readonly number[], boolean]>([
    ["not at the moment when it appears", [0], false],
    ["not 299 ms after", [299], false],
    ["300 ms after", [300], true],
    ["not while somebody types on", [299, 299, 299], false],
    ["300 ms after the last key that came too soon", [299, 300], true],
  ])("%s", async (_name, waits, answers) => {
    let clock = Date.now();
    const time = vi.spyOn(Date, "now").mockImplementation(() => clock);
    try {
      const session = sessionOf(script);
      const ends = await played(session, new Screen(), async (controls) => {
        await hasStarted(session);
        const turn = controls.submit("make it");
        await controls.until("permission");
        for (const wait of waits) {
          clock += wait;
          controls.press("y");
        }
        const isAnswered = session.permissions.pending.length === 0;
        if (!isAnswered) session.abort();
        const end = await turn;
        controls.quit();
        return [isAnswered, end];
      });
      expect([ends, workspace.read("made")]).toEqual(
        answers
          ? [["quit", [true, { type: "stopped" }]], "made\n"]
          : [["quit", [false, { type: "aborted" }]], null],
      );
    } finally {
      time.mockRestore();
    }
  });
});

test("while hooks still run at the end keys do nothing, and Ctrl-C leaves without them", async () => {
  const hook = { name: "slow", command: "touch begun; exec sleep 600", timeout: 600 };
  const session = sessionOf(
    { turns: [], otherwise: "Never said." },
    { hooks: { SessionEnd: [{ hooks: [hook] }] } },
  );
  const ends = await played(session, new Screen(), async (controls) => {
    await hasStarted(session);
    controls.quit();
    const begun = (): boolean => workspace.read("begun") !== null;
    await until(begun, () => "the hook did not begin");
    for (const keys of ["hi", "\r", "\u0003"]) controls.press(keys);
    return session.messages.messages;
  });
  session.engine.close();
  await session.close("again");
  expect(ends).toEqual(["quit", []]);
});

test("a session that a hook refuses says why, and is over", async () => {
  const refusal = JSON.stringify({ continue: false, stopReason: "not on Fridays" });
  const hooks = { SessionStart: [{ hooks: [{ command: `echo '${refusal}'` }] }] };
  const screen = new Screen();
  const ended = await played(sessionOf({ turns: [] }, { hooks }), screen, () =>
    Promise.resolve(null),
  );
  expect(ended).toEqual(["refused", null]);
  expect(screen.drawn).toContain("A hook refused the session: not on Fridays");
});
