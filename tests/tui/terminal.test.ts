import { spawn } from "node:child_process";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  bundleDriver,
  PtyTerminal,
  until,
  ScenarioWorkspace,
  type PtyOptions,
  type ScenarioOptions,
} from "./pty.js";
import { temporaryFolder } from "../workspace.js";

let folder: string;
let driver: string;
const open: { close(): void }[] = [];

beforeAll(async () => {
  folder = temporaryFolder();
  driver = await bundleDriver(folder);
});
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

function start(options: Omit<PtyOptions, "driver">): PtyTerminal {
  const terminal = new PtyTerminal({ driver, ...options });
  open.push(terminal);
  return terminal;
}

const bash = (command: string): { tool: string; input: object } => ({
  tool: "Bash",
  input: { command },
});
const programOf = (hooks: Readonly<Record<string, string>>): object => ({
  hooks: Object.fromEntries(
    Object.entries(hooks).map(([event, command]) => [
      event,
      [{ hooks: [{ name: `${event} hook`, command, timeout: 240 }] }],
    ]),
  ),
});
const farewell = programOf({ SessionEnd: "cat > farewell.json" });
/** What the SessionEnd hook got; null where it did not run. */
const reasonOf = ({ workspace }: { readonly workspace: ScenarioWorkspace }): unknown => {
  const text = workspace.read("farewell.json");
  return text === null ? null : (JSON.parse(text) as { reason: unknown }).reason;
};

describe("a session in a terminal", () => {
  test("is asked, answered and quit, and leaves the terminal as it was", async () => {
    const terminal = start({
      script: {
        turns: [{ say: "I make it.", calls: [bash("echo made > made")] }, { say: "Made." }],
      },
      program: farewell,
    });
    await terminal.shows("idle");
    await terminal.submit("make it");
    await terminal.shows("May Bash run?");
    terminal.press("\r");
    await terminal.shows("Made.");
    await terminal.shows("idle");
    terminal.press("\u0003");
    await terminal.shows("press Ctrl-C again to quit");
    terminal.press("\u0003");
    await terminal.ended();
    expect([terminal.exit?.exitCode, terminal.workspace.read("made"), reasonOf(terminal)]).toEqual([
      0,
      "made\n",
      "interrupted",
    ]);
    // Pastes are marked from the beginning to the end.
    expect(
      terminal.raw
        .split("\u001b[?2004")
        .map((part) => part[0])
        .slice(1),
    ).toEqual(["h", "l"]);
    expect(terminal.raw.lastIndexOf("\u001b[?25h")).toBeGreaterThan(
      terminal.raw.lastIndexOf("\u001b[?25l"),
    );
    expect(terminal.lines().filter((line) => line !== "")).toEqual([
      "> make it",
      "I make it.",
      "● Bash done  echo made > made",
      "  └ (no output)",
      "Made.",
      "ended: interrupted",
    ]);
  });

  test("Ctrl-C ends a command that runs, and the session continues", async () => {
    const terminal = start({
      script: { turns: [{ calls: [bash("sleep 60")] }], otherwise: "Again." },
    });
    await terminal.shows("idle");
    await terminal.submit("wait");
    await terminal.shows("May Bash run?");
    terminal.press("y");
    await terminal.shows("Bash running");
    terminal.press("\u0003");
    await terminal.shows("Bash interrupted");
    await terminal.shows("idle");
    await terminal.submit("again");
    await terminal.shows("Again.");
  });

  test("keys that were typed before a question do not answer it", async () => {
    const terminal = start({
      script: { turns: [{ calls: [bash("touch made")] }] },
      program: programOf({ UserPromptSubmit: "until [ -e go ]; do sleep 0.05; done" }),
      guardMs: 600_000,
    });
    await terminal.shows("idle");
    await terminal.submit("make it");
    await terminal.shows("busy");
    for (const key of ["y", "y", "\r", "y"]) terminal.press(key);
    terminal.workspace.write("go", "");
    await terminal.shows("May Bash run?");
    for (const key of ["y", "\r", "a"]) terminal.press(key);
    await terminal.shows("asking");
    terminal.press("\u0003");
    await terminal.shows("The turn was ended.");
    expect(terminal.workspace.read("made")).toBe(null);
  });

  test("a paste of lines stays in the box, and nothing in it acts", async () => {
    const terminal = start({ script: { turns: [], otherwise: "Read." } });
    await terminal.shows("idle");
    terminal.press("\u001b[200~first\r\nsecond \u001b[2J\u0007漢字 😀\u001b[201~");
    await terminal.shows(/> first\n {2}second \[2J漢字 ?😀/);
    expect(terminal.text()).not.toContain("Read.");
    terminal.press("\r");
    await terminal.shows("Read.");
  });

  test("hooks of the project are shown to the user first", async () => {
    const hooks = { UserPromptSubmit: [{ hooks: [{ name: "greeter", command: "./greet.sh" }] }] };
    const terminal = start({
      script: { turns: [], otherwise: "Done." },
      files: {
        ".snaphook/settings.json": JSON.stringify({ hooks }),
        "greet.sh": "#!/bin/sh\necho hello from the project\n",
      },
    });
    await terminal.shows("1 hook of this project is not approved");
    terminal.press("a");
    await terminal.shows("a again: approve all 1");
    terminal.press("a");
    await terminal.shows("idle");
    await terminal.submit("hi");
    await terminal.shows("hello from the project");
    await terminal.shows("Done.");
  });
});

describe("the screen", () => {
  const talk = {
    turns: [],
    otherwise: "An answer that is long enough to be broken on a narrow screen.",
  };
  const boxes = (terminal: PtyTerminal): number =>
    terminal.lines().filter((line) => /^─+$/.test(line)).length;

  test("is drawn anew after a resize, and what was drawn before is gone", async () => {
    const terminal = start({ script: talk });
    await terminal.shows("idle");
    await terminal.submit("hello");
    await terminal.shows("An answer");
    await terminal.shows("idle · hooks 0 run · scripted · project");
    await terminal.isQuiet();
    terminal.resize(30, 20);
    // The terminal itself breaks long rows; only the UI cuts them.
    await terminal.shows("Alt-Enter new l…");
    terminal.press("x");
    await terminal.shows(/^> x/m);
    expect(boxes(terminal)).toBe(1);
    await terminal.isQuiet();
    terminal.resize(100, 40);
    await terminal.shows(/^─{100}$/m);
    terminal.press("y");
    await terminal.shows(/^> xy/m);
    expect(boxes(terminal)).toBe(1);
    expect(terminal.text().match(/idle/g)).toEqual(["idle"]);
  });

  test("may be 20 columns wide and 8 rows high", async () => {
    const script = {
      turns: [{ say: "So.", calls: [bash(`echo ${"long ".repeat(100)}`)] }, { say: "Ok." }],
    };
    const terminal = start({ script, columns: 20, rows: 8 });
    await terminal.shows("idle");
    await terminal.submit("go");
    await terminal.shows("❯ y  Allow once");
    await terminal.shows("w  Deny and tell");
    terminal.press("y");
    await terminal.shows("Ok.");
    await terminal.shows("idle");
  });

  test.each([{ NO_COLOR: "1" }, { TERM: "dumb" }])(
    "has no colours with %j",
    async (environment) => {
      const terminal = start({ script: talk, environment });
      await terminal.shows("idle");
      await terminal.submit("hello");
      await terminal.shows("An answer");
      // oxlint-disable-next-line no-control-regex
      expect(terminal.raw.match(/\u001b\[[\d;]*m/g)).toBe(null);
    },
  );

  test("has colours without them", async () => {
    const terminal = start({ script: talk });
    await terminal.shows("idle");
    expect(terminal.raw).toContain("\u001b[32midle");
  });

  test("is not touched by what a hook says", async () => {
    const terminal = start({
      script: talk,
      program: programOf({
        UserPromptSubmit: String.raw`printf '\033[2J\033[H\033]0;owned\007\302\2332J\342\200\256evil'; head -c 100000 /dev/zero | tr '\0' x`,
      }),
    });
    await terminal.shows("idle");
    await terminal.submit("hello");
    await terminal.shows("An answer");
    await terminal.shows("idle");
    expect(terminal.text()).toContain(String.raw`\x1b[2J\x1b[H\x1b]0;owned\x07\x9b2J\u202eevil`);
    expect(terminal.raw).not.toContain("\u001b]0;");
    expect(terminal.raw).not.toContain("\u001b[2J");
    expect(terminal.text()).toMatch(/… [\d,]+ more characters/);
  });
});

describe("a terminal that goes away closes the session", () => {
  test("by SIGHUP", async () => {
    const terminal = start({ script: { turns: [] }, program: farewell });
    await terminal.shows("idle");
    terminal.hangUp();
    await terminal.ended();
    expect([terminal.exit?.exitCode, reasonOf(terminal)]).toEqual([0, "terminal-closed"]);
  });

  /** The driver without a terminal, between two pipes. */
  function piped(options: ScenarioOptions): {
    workspace: ScenarioWorkspace;
    child: ReturnType<typeof spawn>;
    seen: () => string;
  } {
    const workspace = new ScenarioWorkspace(options);
    const child = spawn(process.execPath, [driver, workspace.scenario], {
      cwd: workspace.project,
      env: workspace.environment(),
      stdio: ["pipe", "pipe", "inherit"],
    });
    let seen = "";
    child.stdout?.setEncoding("utf8").on("data", (data: string) => {
      seen += data;
    });
    child.stdin?.on("error", () => {});
    open.push({
      close() {
        child.kill("SIGKILL");
      },
    });
    return { workspace, child, seen: () => seen };
  }

  test("by the end of its input", async () => {
    const { workspace, child, seen } = piped({ script: { turns: [] }, program: farewell });
    await until(() => seen().includes("idle"), seen);
    child.stdin?.end();
    await until(() => child.exitCode !== null, seen);
    expect([child.exitCode, reasonOf({ workspace })]).toEqual([0, "terminal-closed"]);
    expect(seen()).toContain("ended: terminal-closed");
  });

  test("by an output that nobody reads any more", async () => {
    const { workspace, child, seen } = piped({ script: { turns: [] }, program: farewell });
    await until(() => seen().includes("idle"), seen);
    child.stdout?.destroy();
    for (let tries = 0; tries < 10_000 && child.exitCode === null; tries++) {
      child.stdin?.write("x");
      await new Promise((wake) => setTimeout(wake, 50));
    }
    expect([child.exitCode, reasonOf({ workspace })]).toEqual([0, "terminal-closed"]);
  });
});
