import { spawn } from "node:child_process";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { bundleDriver, PtyArena, until, World, type PtyOptions, type WorldOptions } from "./pty.js";
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

function start(options: Omit<PtyOptions, "driver">): PtyArena {
  const arena = new PtyArena({ driver, ...options });
  open.push(arena);
  return arena;
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
const reasonOf = ({ world }: { readonly world: World }): unknown => {
  const text = world.read("farewell.json");
  return text === null ? null : (JSON.parse(text) as { reason: unknown }).reason;
};

describe("a session in a terminal", () => {
  test("is asked, answered and quit, and leaves the terminal as it was", async () => {
    const arena = start({
      script: {
        turns: [{ say: "I make it.", calls: [bash("echo made > made")] }, { say: "Made." }],
      },
      program: farewell,
    });
    await arena.shows("idle");
    await arena.submit("make it");
    await arena.shows("May Bash run?");
    arena.press("\r");
    await arena.shows("Made.");
    await arena.shows("idle");
    arena.press("\u0003");
    await arena.shows("press Ctrl-C again to quit");
    arena.press("\u0003");
    await arena.ended();
    expect([arena.exit?.exitCode, arena.world.read("made"), reasonOf(arena)]).toEqual([
      0,
      "made\n",
      "interrupted",
    ]);
    expect(arena.raw).toContain("\u001b[?2004l");
    expect(arena.raw.lastIndexOf("\u001b[?25h")).toBeGreaterThan(
      arena.raw.lastIndexOf("\u001b[?25l"),
    );
    expect(arena.lines().filter((line) => line !== "")).toEqual([
      "> make it",
      "I make it.",
      "● Bash done  echo made > made",
      "  └ (no output)",
      "Made.",
      "ended: interrupted",
    ]);
  });

  test("Ctrl-C ends a command that runs, and the session goes on", async () => {
    const arena = start({
      script: { turns: [{ calls: [bash("sleep 60")] }], otherwise: "Again." },
    });
    await arena.shows("idle");
    await arena.submit("wait");
    await arena.shows("May Bash run?");
    arena.press("y");
    await arena.shows("Bash running");
    arena.press("\u0003");
    await arena.shows("Bash interrupted");
    await arena.shows("idle");
    await arena.submit("again");
    await arena.shows("Again.");
  });

  test("keys that were typed before a question do not answer it", async () => {
    const arena = start({
      script: { turns: [{ calls: [bash("touch made")] }] },
      program: programOf({ UserPromptSubmit: "until [ -e go ]; do sleep 0.05; done" }),
      guardMs: 600_000,
    });
    await arena.shows("idle");
    await arena.submit("make it");
    await arena.shows("busy");
    for (const key of ["y", "y", "\r", "y"]) arena.press(key);
    arena.world.write("go", "");
    await arena.shows("May Bash run?");
    for (const key of ["y", "\r", "a"]) arena.press(key);
    await arena.shows("asking");
    arena.press("\u0003");
    await arena.shows("The turn was ended.");
    expect(arena.world.read("made")).toBe(null);
  });

  test("a paste of lines stays in the box, and nothing in it acts", async () => {
    const arena = start({ script: { turns: [], otherwise: "Read." } });
    await arena.shows("idle");
    arena.press("\u001b[200~first\r\nsecond \u001b[2J\u0007漢字 😀\u001b[201~");
    await arena.shows(/> first\n {2}second \[2J漢字 ?😀/);
    expect(arena.text()).not.toContain("Read.");
    arena.press("\r");
    await arena.shows("Read.");
  });

  test("hooks of the project are laid before the user first", async () => {
    const hooks = { UserPromptSubmit: [{ hooks: [{ name: "greeter", command: "./greet.sh" }] }] };
    const arena = start({
      script: { turns: [], otherwise: "Done." },
      files: {
        ".snaphook/settings.json": JSON.stringify({ hooks }),
        "greet.sh": "#!/bin/sh\necho hello from the project\n",
      },
    });
    await arena.shows("1 hook of this project is not approved");
    arena.press("a");
    await arena.shows("a again: approve all 1");
    arena.press("a");
    await arena.shows("idle");
    await arena.submit("hi");
    await arena.shows("hello from the project");
    await arena.shows("Done.");
  });
});

describe("the screen", () => {
  const talk = {
    turns: [],
    otherwise: "An answer that is long enough to be broken on a narrow screen.",
  };
  const boxes = (arena: PtyArena): number =>
    arena.lines().filter((line) => /^─+$/.test(line)).length;

  test("is drawn anew after a resize, and what was drawn before is gone", async () => {
    const arena = start({ script: talk });
    await arena.shows("idle");
    await arena.submit("hello");
    await arena.shows("An answer");
    await arena.shows("idle · hooks 0 run · scripted · project");
    await arena.isQuiet();
    arena.resize(30, 20);
    // The terminal itself breaks long rows; only the UI cuts them.
    await arena.shows("Alt-Enter new l…");
    arena.press("x");
    await arena.shows(/^> x/m);
    expect(boxes(arena)).toBe(1);
    await arena.isQuiet();
    arena.resize(100, 40);
    await arena.shows(/^─{100}$/m);
    arena.press("y");
    await arena.shows(/^> xy/m);
    expect(boxes(arena)).toBe(1);
    expect(arena.text().match(/idle/g)).toEqual(["idle"]);
  });

  test("may be 20 columns wide and 8 rows high", async () => {
    const script = {
      turns: [{ say: "So.", calls: [bash(`echo ${"long ".repeat(100)}`)] }, { say: "Ok." }],
    };
    const arena = start({ script, columns: 20, rows: 8 });
    await arena.shows("idle");
    await arena.submit("go");
    await arena.shows("❯ y  Allow once");
    await arena.shows("w  Deny and tell");
    arena.press("y");
    await arena.shows("Ok.");
    await arena.shows("idle");
  });

  test.each([{ NO_COLOR: "1" }, { TERM: "dumb" }])(
    "has no colours with %j",
    async (environment) => {
      const arena = start({ script: talk, environment });
      await arena.shows("idle");
      await arena.submit("hello");
      await arena.shows("An answer");
      // oxlint-disable-next-line no-control-regex
      expect(arena.raw.match(/\u001b\[[\d;]*m/g)).toBe(null);
    },
  );

  test("has colours without them", async () => {
    const arena = start({ script: talk });
    await arena.shows("idle");
    expect(arena.raw).toContain("\u001b[32midle");
  });

  test("is not touched by what a hook says", async () => {
    const arena = start({
      script: talk,
      program: programOf({
        UserPromptSubmit: String.raw`printf '\033[2J\033[H\033]0;owned\007\302\2332J\342\200\256evil'; head -c 100000 /dev/zero | tr '\0' x`,
      }),
    });
    await arena.shows("idle");
    await arena.submit("hello");
    await arena.shows("An answer");
    await arena.shows("idle");
    expect(arena.text()).toContain(String.raw`\x1b[2J\x1b[H\x1b]0;owned\x07\x9b2J\u202eevil`);
    expect(arena.raw).not.toContain("\u001b]0;");
    expect(arena.raw).not.toContain("\u001b[2J");
    expect(arena.text()).toMatch(/… [\d,]+ more characters/);
  });
});

describe("a terminal that goes away closes the session", () => {
  test("by SIGHUP", async () => {
    const arena = start({ script: { turns: [] }, program: farewell });
    await arena.shows("idle");
    arena.hangUp();
    await arena.ended();
    expect([arena.exit?.exitCode, reasonOf(arena)]).toEqual([0, "terminal-closed"]);
  });

  /** The driver without a terminal, between two pipes. */
  function piped(options: WorldOptions): {
    world: World;
    child: ReturnType<typeof spawn>;
    seen: () => string;
  } {
    const world = new World(options);
    const child = spawn(process.execPath, [driver, world.scenario], {
      cwd: world.project,
      env: world.environment(),
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
    return { world, child, seen: () => seen };
  }

  test("by the end of its input", async () => {
    const { world, child, seen } = piped({ script: { turns: [] }, program: farewell });
    await until(() => seen().includes("idle"), seen);
    child.stdin?.end();
    await until(() => child.exitCode !== null, seen);
    expect([child.exitCode, reasonOf({ world })]).toEqual([0, "terminal-closed"]);
    expect(seen()).toContain("ended: terminal-closed");
  });

  test("by an output that nobody reads any more", async () => {
    const { world, child, seen } = piped({ script: { turns: [] }, program: farewell });
    await until(() => seen().includes("idle"), seen);
    child.stdout?.destroy();
    for (let tries = 0; tries < 10_000 && child.exitCode === null; tries++) {
      child.stdin?.write("x");
      await new Promise((wake) => setTimeout(wake, 50));
    }
    expect([child.exitCode, reasonOf({ world })]).toEqual([0, "terminal-closed"]);
  });
});
