import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { render } from "ink-testing-library";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { consent } from "../agent/index.js";
import { AgentSession, type SessionOptions } from "../session/index.js";
import { scriptedModel, type ScriptTurn } from "../models/index.js";
import { App } from "./app.js";
import { TerminalController } from "./terminal-controller.js";
import { HookEventContext, type HookEventContextValue } from "../react/index.js";
import { Keyboard } from "./keyboard.js";
import { temporaryFolder } from "../../tests/workspace.js";

let root: string;
let workspace: string;
let opened: { controller: TerminalController; unmount: () => void } | null;

beforeEach(() => {
  root = temporaryFolder();
  workspace = join(root, "workspace");
  mkdirSync(workspace);
  opened = null;
});
afterEach(async () => {
  await opened?.controller.close("quit");
  opened?.unmount();
});

const bash = (command: string) => ({ tool: "Bash", input: { command } });
const decide = (decision: string, more: object = {}): string =>
  `echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: decision, permissionDecisionReason: "because", ...more } })}'`;

function write(path: string, text: string): void {
  const place = join(workspace, path);
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, text, { mode: 0o755 });
}

/** A hook that runs until a file is there. */
const waits = "until [ -e go ]; do sleep 0.05; done";
const there = (path: string): boolean => existsSync(join(workspace, path));

/** A long path is wrapped. */
const joined = (text: string): string => text.replaceAll(/\s/g, "");

interface Opened {
  readonly controller: TerminalController;
  readonly frame: () => string;
  readonly press: (...keys: readonly string[]) => void;
  readonly shows: (wanted: string) => Promise<void>;
  readonly resize: (columns: number, rows: number) => void;
  readonly events: () => HookEventContextValue;
}

/** The UI over a session with real hooks, real tools and a model that plays a script. */
function open(
  turns: readonly ScriptTurn[],
  hooks: Readonly<Record<string, string>> = {},
  more: Partial<SessionOptions> = {},
): Opened {
  const groups = Object.entries(hooks).map(
    ([event, command]) =>
      [event, [{ hooks: [{ name: `${event} hook`, command, timeout: 240 }] }]] as const,
  );
  const session = new AgentSession({
    workspace,
    home: join(root, "home"),
    managedFile: join(root, "managed.json"),
    model: scriptedModel({ turns }),
    program: { hooks: Object.fromEntries(groups) },
    ...more,
  });
  const controller = new TerminalController(session, { now: Date.now, guardMs: 0 });
  const keyboard = new Keyboard((key) => controller.press(key));
  let events = {} as HookEventContextValue;
  const { lastFrame, stdout, unmount } = render(
    <App controller={controller} isPlain now={Date.now}>
      <HookEventContext.Consumer>
        {(value) => {
          if (value !== null) events = value;
          return null;
        }}
      </HookEventContext.Consumer>
    </App>,
  );
  opened = { controller, unmount };
  const frame = (): string => lastFrame() ?? "";
  return {
    controller,
    frame,
    press: (...keys) => keys.forEach(keyboard.take),
    async shows(wanted) {
      await expect.poll(frame, { interval: 15, timeout: 240_000 }).toContain(wanted);
    },
    resize(columns, rows) {
      for (const [name, value] of Object.entries({ columns, rows }))
        Object.defineProperty(stdout, name, { value, configurable: true });
      stdout.emit("resize");
    },
    events: () => events,
  };
}

describe("a turn is seen", () => {
  test("from the prompt over hooks and tools to the last word", async () => {
    const { press, shows, frame, controller } = open(
      [{ say: "I look.", calls: [bash("echo found; seq 30")] }, { say: "It is there." }],
      { UserPromptSubmit: "echo it is Monday", PreToolUse: decide("allow") },
    );
    press("what is there?", "\r");
    await shows("It is there.");
    await shows("idle");
    expect(frame().split("\n").slice(0, 14)).toEqual([
      "",
      "> what is there?",
      "⚓ UserPromptSubmit context from UserPromptSubmit hook",
      "  │ it is Monday",
      "",
      "I look.",
      "● Bash done  echo found; seq 30",
      "  └ found",
      "    1",
      "    2",
      "    3",
      "    4",
      "    … 26 more lines",
      "! PreToolUse hook: because",
    ]);
    expect(frame()).toContain("hooks 2 run");
    expect(controller.store.get().transcript.live).toEqual([]);
  });

  test("a prompt that a hook blocks leaves the screen, and the reason stays", async () => {
    const { press, shows, frame } = open([], { UserPromptSubmit: "echo no secrets >&2; exit 2" });
    press("my secret is 1234", "\r");
    await shows("no secrets");
    await shows("idle");
    expect(frame()).not.toContain("1234");
  });

  test("a hook is named while it runs", async () => {
    const { press, shows, frame } = open([], { UserPromptSubmit: waits });
    press("go", "\r");
    await shows("s UserPromptSubmit hook on UserPromptSubmit");
    write("go", "");
    await shows("idle");
    expect(frame()).not.toContain("hook on UserPromptSubmit");
  });

  test("what a hook says cannot act on the terminal", async () => {
    const { press, shows, frame } = open([{ say: "ok" }], {
      UserPromptSubmit: String.raw`printf '\033[2J\033]0;owned\007\302\233\342\200\256evil\342\200\213'`,
    });
    press("go", "\r");
    await shows("idle · hooks 1 run");
    expect(frame()).toContain(String.raw`\x1b[2J\x1b]0;owned\x07\x9b\u202eevil\u200b`);
    expect(frame().replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});

describe("a question", () => {
  const asks = { PreToolUse: decide("ask", { updatedInput: { command: "touch rewritten" } }) };

  test("shows who asks, why and what was rewritten; a yes runs it", async () => {
    const { press, shows, frame } = open(
      [{ calls: [bash("touch wished")] }, { say: "Made." }],
      asks,
    );
    press("make it", "\r");
    await shows("May Bash run?");
    expect(frame()).toContain("PreToolUse hook asks: because");
    expect(frame()).toContain('- command: "touch wished"');
    expect(frame()).toContain('+ command: "touch rewritten"');
    expect(frame()).toContain("asking");
    press("y");
    await shows("Made.");
    expect([there("wished"), there("rewritten")]).toEqual([false, true]);
  });

  test("always is remembered for the same input", async () => {
    const again = { calls: [bash("touch made")] };
    const { press, shows, frame } = open([again, again, { say: "Twice." }]);
    press("go", "\r");
    await shows("May Bash run?");
    press("a");
    await shows("Twice.");
    expect(frame()).not.toContain("May Bash run?");
  });

  test("escape denies, and the turn ends", async () => {
    const { press, shows } = open([{ calls: [bash("touch made")] }, { say: "Never said." }]);
    press("go", "\r");
    await shows("May Bash run?");
    press("\u001b");
    await shows("⊘ Bash denied");
    await shows("idle");
    expect(there("made")).toBe(false);
  });

  test("words go to the model, and it continues", async () => {
    const { press, shows } = open([
      { calls: [bash("touch made")] },
      { when: "use git", say: "With git, then." },
    ]);
    press("go", "\r");
    await shows("May Bash run?");
    press("w");
    await shows("What should the model do instead?");
    press("use git", "\r");
    await shows("With git, then.");
    expect(there("made")).toBe(false);
  });

  test("several wait for one another, and their number is reported", async () => {
    const { press, shows } = open([
      { calls: [bash("touch one"), bash("touch two")] },
      { say: "Both." },
    ]);
    press("go", "\r");
    await shows("(1 more question waiting)");
    press("y");
    await shows('May Bash run?\n  No rule and no hook allows it.\n  command: "touch two"');
    press("n");
    await shows("idle");
    expect([there("one"), there("two")]).toEqual([true, false]);
  });

  test("a paste does not answer it", async () => {
    const { press, shows, frame } = open([{ calls: [bash("touch made")] }]);
    press("go", "\r");
    await shows("May Bash run?");
    press("\u001b[200~y\r\u001b[201~", "yy", "y\r");
    expect(frame()).toContain("May Bash run?");
    expect(there("made")).toBe(false);
    press("n");
    await shows("idle");
  });

  test("Ctrl-C ends the turn, and that is a no", async () => {
    const { press, shows } = open([{ calls: [bash("touch made")] }]);
    press("go", "\r");
    await shows("May Bash run?");
    press("\u0003");
    await shows("The turn was ended.");
    expect(there("made")).toBe(false);
  });
});

describe("hooks of a project that nobody has approved", () => {
  beforeEach(() => {
    const hooks = { UserPromptSubmit: [{ hooks: [{ name: "greeter", command: "./greet.sh" }] }] };
    write(".snaphook/settings.json", JSON.stringify({ hooks }, null, 2));
    write("greet.sh", "#!/bin/sh\necho hello from the project\n");
  });

  test("are shown with all that they are, and run once they are approved", async () => {
    const { press, shows, frame, controller } = open([{ say: "Done." }]);
    void controller.start();
    await shows("1 hook of this project is not approved");
    expect(frame()).toContain("[ ] new UserPromptSubmit greeter");
    expect(frame()).toContain("runs: ./greet.sh");
    const place = joined(`at: ${join(workspace, ".snaphook/settings.json")}:6\n`);
    expect(joined(frame())).toContain(place);
    press("v");
    await shows("│ echo hello from the project");
    press(" ", "\r");
    await shows("idle");
    press("hi", "\r");
    await shows("hello from the project");
  });

  test("do not run where the user says no, and the status line tells", async () => {
    const { press, shows, frame, controller } = open([{ say: "Done." }]);
    void controller.start();
    await shows("not approved");
    press("n");
    await shows("idle · 1 not approved");
    press("hi", "\r");
    await shows("Done.");
    expect(frame()).not.toContain("hello from the project");
    press("/trust", "\r");
    await shows("not approved");
    press("a", "a");
    await shows("1 hook approved.");
  });
});

describe("commands", () => {
  test("show hooks, trace, rules and help, and tell what is unknown", async () => {
    const { press, shows } = open([{ say: "Done." }], { UserPromptSubmit: "true" });
    press("go", "\r");
    await shows("Done.");
    await shows("idle");
    press("/hooks", "\r");
    await shows("UserPromptSubmit UserPromptSubmit hook: ");
    await shows("last run: nothing to say, ");
    press("/hooks history", "\r");
    await shows("Hooks that ran (1)");
    await shows("UserPromptSubmit UserPromptSubmit hook nothing to say");
    press("/trace", "\r");
    await shows("2. UserPromptSubmit go → proceed");
    press("/permissions", "\r");
    await shows("There are no rules");
    press('/permissions Bash {"command":"ls"}', "\r");
    await shows("The rules say");
    press("/help", "\r");
    await shows("/quit: ends the session");
    press("/nope", "\r");
    await shows("There is no command /nope");
    press("/quit", "\r");
    expect(await opened?.controller.ended).toBe("quit");
  });

  test("Ctrl-C twice quits, and the first says so", async () => {
    const { press, shows, controller } = open([]);
    press("\u0003");
    await shows("press Ctrl-C again to quit");
    press("\u0003");
    expect(await controller.ended).toBe("interrupted");
  });

  test("a prompt waits in the box while a turn runs", async () => {
    const { press, shows, frame } = open([{ say: "One." }], { UserPromptSubmit: waits });
    press("first", "\r");
    await shows("busy");
    press("second", "\r");
    await shows("a turn is running");
    expect(frame()).toContain("> second▏");
    write("go", "");
    await shows("idle");
  });
});

describe("the context", () => {
  test("holds questions, history and preferences, and acts on them", async () => {
    const { events, shows, frame } = open([]);
    const asked = { toolName: "Bash", toolId: "c", input: {}, original: {}, reasons: [] };
    const { signal } = new AbortController();
    const answer = events().addPendingPermission(asked, signal);
    await shows("May Bash run?");
    const [pending] = events().pendingPermissions;
    expect([events().isAwaitingPermission, pending?.toolName]).toEqual([true, "Bash"]);
    events().resolvePendingPermission(pending?.id ?? "", consent("Bash"));
    expect((await answer).decision).toBe("allow");
    events().updateUserPreferences({ showHookPanel: true });
    await shows("Hooks that ran (0)");
    expect(frame()).not.toContain("May Bash run?");
    expect(events().userPreferences).toEqual({ showHookPanel: true, showWholeTexts: false });
  });

  test("forgets the history", async () => {
    const { press, shows, events } = open([{ say: "Done." }], { UserPromptSubmit: "true" });
    press("go", "\r");
    await shows("idle · hooks 1 run");
    expect(events().hookExecutionHistory.map(({ hook }) => hook)).toEqual([
      "UserPromptSubmit hook",
    ]);
    events().clearHookHistory();
    await shows("idle");
    expect(opened?.controller.store.get().hookEvents.hookExecutionHistory).toEqual([]);
  });

  test("holds answers back between pause and resume, and aborts", async () => {
    const { press, shows, events, controller } = open([
      { calls: [bash("touch made")] },
      { say: "Made." },
    ]);
    press("go", "\r");
    await shows("May Bash run?");
    events().aiManagerCallbacks.pause();
    press("y");
    await shows("paused");
    expect(there("made")).toBe(false);
    events().aiManagerCallbacks.resume();
    await shows("Made.");
    await shows("idle");
    expect([there("made"), controller.store.get().isPaused]).toEqual([true, false]);
  });
});

describe("the size of the screen", () => {
  test("may be 20 columns, and may change", async () => {
    const { resize, frame, press, shows } = open([{ calls: [bash("touch made")] }]);
    resize(20, 24);
    press("go on and do it, please", "\r");
    await shows("May Bash run?");
    expect(
      Math.max(
        ...frame()
          .split("\n")
          .map((row) => row.length),
      ),
    ).toBeLessThanOrEqual(20);
    expect(frame()).toContain("❯ y  Allow once");
    resize(60, 24);
    await shows("─".repeat(60));
    press("n");
    await shows("idle");
  });
});
