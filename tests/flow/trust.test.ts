import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readLedger, type Engine, type EngineOptions, type HookTrust } from "snaphook/engine";
import { createEngine } from "../engine.js";
import { temporaryFolder } from "../workspace.js";

let root: string;
let project: string;
const engines: Engine[] = [];
beforeEach(() => {
  root = temporaryFolder();
  project = join(root, "project");
  mkdirSync(join(project, ".snaphook"), { recursive: true });
});
afterEach(() => {
  for (const engine of engines.splice(0)) engine.close();
});

const call = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" } };
const allow = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}';

function write(path: string, text: string): void {
  writeFileSync(join(project, path), text, { mode: 0o755 });
}

function settings(...hooks: readonly object[]): void {
  write(".snaphook/settings.json", JSON.stringify({ hooks: { PreToolUse: [{ hooks }] } }));
}

function open(options: Partial<EngineOptions> = {}): Engine {
  const engine = createEngine({
    projectDir: project,
    home: join(root, "home"),
    managedFile: join(root, "managed.json"),
    keeper: false,
    ...options,
  });
  engines.push(engine);
  return engine;
}

describe("the engine", () => {
  test("names hooks that nobody has approved, runs them once approved, and forgets none of it in the ledger", async () => {
    settings({ name: "guard", command: "exit 2" });
    const file = join(root, "ledger.jsonl");
    const engine = open({ ledger: { file } });
    const before = await engine.fire(call);
    expect(before.reading.outcome).toBe("proceed");
    expect(before.hooks).toMatchObject([{ ran: false, skipped: "trust", line: null }]);
    await engine.approve(engine.review());
    const after = await engine.fire(call);
    expect(after.reading.outcome).toBe("block");
    expect(after.hooks).toMatchObject([{ name: "guard", ran: true, line: 1 }]);
    const types = [...readLedger(file)].map(({ type }) => type);
    expect(types).toEqual(["open", "event", "skip", "verdict", "event", "run", "verdict"]);
    expect(await engine.revoke()).toBe(1);
    expect((await engine.fire(call)).reading.outcome).toBe("proceed");
  });

  test("asks by onReview before anything runs, once for each version", async () => {
    settings({ name: "guard", command: "./guard.sh" });
    write("guard.sh", "#!/bin/sh\nexit 2\n");
    const shown: string[][] = [];
    const onReview = (review: readonly HookTrust[]): readonly HookTrust[] => {
      shown.push(review.map(({ hook, state }) => `${hook.name} ${state}`));
      return shown.length === 1 ? [] : review;
    };
    const engine = open({ onReview });
    const [first, second] = await Promise.all([engine.fire(call), engine.fire(call)]);
    expect([first.reading.outcome, second.reading.outcome]).toEqual(["proceed", "proceed"]);
    expect((await engine.fire(call)).reading.outcome).toBe("proceed");
    expect(shown).toEqual([["guard new"]]);
    write("guard.sh", "#!/bin/sh\nexit 2 # fixed\n");
    expect((await engine.fire(call)).reading.outcome).toBe("block");
    write("guard.sh", "#!/bin/sh\nexit 2 # again\n");
    expect((await engine.fire(call)).reading.outcome).toBe("block");
    expect(shown).toEqual([["guard new"], ["guard new"], ["guard changed"]]);
  });

  test("does not ask about hooks that need no approval", async () => {
    const onReview = (): never => {
      throw new Error("nobody is here");
    };
    const hooks = [{ type: "json", json: { continue: false } } as const];
    const engine = open({ onReview, program: { hooks: { PreToolUse: [{ hooks }] } } });
    expect((await engine.fire(call)).reading.outcome).toBe("halt");
  });

  test("a guard that was approved and is not the same any more does not run, and its onFailure counts", async () => {
    settings({ name: "guard", command: "./guard.sh", onFailure: "block" });
    write("guard.sh", "#!/bin/sh\nexit 0\n");
    const engine = open();
    await engine.approve(engine.review());
    expect((await engine.fire(call)).reading.outcome).toBe("proceed");
    write("guard.sh", "#!/bin/sh\ntouch pwned\nexit 0\n");
    const { reading, hooks } = await engine.fire(call);
    expect(reading).toMatchObject({ outcome: "block", permission: "deny" });
    expect(hooks).toMatchObject([{ ran: false, skipped: "trust" }]);
    expect(existsSync(join(project, "pwned"))).toBe(false);
  });

  test("a script that is changed while it runs is a failure, and what it allows is void", async () => {
    settings({ name: "guard", command: "./guard.sh" });
    write("guard.sh", `#!/bin/sh\necho '${allow}'\necho '#' >> guard.sh\n`);
    const engine = open();
    await engine.approve(engine.review());
    const { reading, hooks } = await engine.fire(call);
    expect(hooks[0]?.run).toMatchObject({ changed: "./guard.sh", exit: 0 });
    expect(reading).toMatchObject({ permission: "none", failed: true, diagnosed: true });
  });

  test("settings of a project that change in a session do not count, and hooks of before run on", async () => {
    settings({ name: "one", command: "echo one >&2; exit 2" });
    const engine = open();
    await engine.approve(engine.review());
    settings({ name: "two", command: "touch two" });
    expect((await engine.fire(call)).reading.toModel).toMatchObject([{ text: "one" }]);
    engine.reload();
    const { hooks } = await engine.fire(call);
    expect(hooks).toMatchObject([{ name: "two", ran: false, skipped: "trust" }]);
  });

  test("preview says who would not run for lack of approval", async () => {
    settings({ name: "one", command: "true" }, { name: "two", command: "false" });
    const engine = open();
    const [one] = engine.review();
    await engine.approve(one === undefined ? [] : [one]);
    expect(engine.preview(call)).toMatchObject([
      { matches: true },
      { matches: false, skipped: "trust", why: "nobody has approved it" },
    ]);
  });
});

describe("the exec form runs a private copy of the approved bytes", () => {
  test("from a folder that only its owner can enter, with its neighbours next to it", async () => {
    mkdirSync(join(project, "hooks"));
    write("hooks/library.sh", "echo from the library >&2\n");
    write(
      "hooks/guard.sh",
      '#!/bin/sh\n. "$(dirname "$0")/library.sh"\necho "$0" > where\npwd >> where\nexit 2\n',
    );
    settings({ name: "guard", command: "./hooks/guard.sh", args: [] });
    const engine = open();
    await engine.approve(engine.review());
    const { reading } = await engine.fire(call);
    expect(reading.toModel).toMatchObject([{ text: "from the library" }]);
    const [script = "", folder] = readFileSync(join(project, "where"), "utf8").split("\n");
    expect(script.startsWith(join(root, "home", "running"))).toBe(true);
    expect(folder).toBe(project);
    engine.close();
    expect(existsSync(script)).toBe(false);
  });

  test("also where an interpreter is named first, with modules that import their neighbours", async () => {
    write("library.mjs", 'export const reason = "from the module";\n');
    write(
      "guard.mjs",
      'import { reason } from "./library.mjs";\nconsole.error(reason);\nprocess.exit(2);\n',
    );
    settings({ name: "guard", command: process.execPath, args: ["guard.mjs"] });
    const engine = open();
    await engine.approve(engine.review());
    const { reading } = await engine.fire(call);
    expect(reading.toModel).toMatchObject([{ text: "from the module" }]);
  });

  test("the user's own hooks run where they are", async () => {
    write("guard.sh", '#!/bin/sh\necho "$0" >&2\nexit 2\n');
    const hooks = { PreToolUse: [{ hooks: [{ command: "./guard.sh", args: [] }] }] };
    const { reading } = await open({ program: { hooks } }).fire(call);
    expect(reading.toModel).toMatchObject([{ text: "./guard.sh" }]);
  });
});

describe("requireHooks", () => {
  const demand = (...names: readonly string[]): void => {
    mkdirSync(join(root, "home"), { recursive: true, mode: 0o700 });
    writeFileSync(join(root, "home/settings.json"), JSON.stringify({ requireHooks: names }));
  };

  test.each<[string, () => void, boolean]>([
    ["missing", () => settings({ name: "other", command: "true" }), true],
    ["there", () => settings({ name: "guard", command: "true" }), false],
    ["turned off", () => settings({ name: "guard", command: "true", disabled: true }), true],
  ])("a required hook that is %s", async (_, arrange, halts) => {
    demand("guard");
    arrange();
    const engine = open();
    await engine.approve(engine.review());
    const { reading } = await engine.fire(call);
    expect(reading.outcome).toBe(halts ? "halt" : "proceed");
    if (halts) expect(reading.toUser[0]?.text).toContain("guard");
  });

  test("a required hook that nobody has approved halts every event", async () => {
    demand("guard");
    settings({ name: "guard", command: "true" });
    const { reading } = await open().fire({ hook_event_name: "SessionStart" });
    expect(reading.outcome).toBe("halt");
  });

  test("a required hook that was changed after it was approved halts every event", async () => {
    demand("guard");
    settings({ name: "guard", command: "sh", args: ["guard.sh"] });
    write("guard.sh", "exit 0\n");
    const engine = open();
    await engine.approve(engine.review());
    const outcome = async (): Promise<string> =>
      (await engine.fire({ hook_event_name: "SessionStart" })).reading.outcome;
    expect(await outcome()).toBe("proceed");
    write("guard.sh", "exit 0 # other\n");
    expect(await outcome()).toBe("halt");
  });
});

test("a hook of the user that is new is announced once", async () => {
  const user = (...commands: readonly string[]): void => {
    mkdirSync(join(root, "home"), { recursive: true, mode: 0o700 });
    const hooks = commands.map((command) => ({ name: command, command }));
    writeFileSync(
      join(root, "home/settings.json"),
      JSON.stringify({ hooks: { Stop: [{ hooks }] } }),
    );
  };
  const problems = async (): Promise<unknown[]> =>
    (await open().fire({ hook_event_name: "Stop" })).problems.map(({ code, hook, found }) => [
      code,
      hook,
      found,
    ]);
  user("true");
  expect(await problems()).toEqual([]);
  user("true", "false");
  expect(await problems()).toEqual([["hook-changed", "false", "a hook that was not there before"]]);
  expect(await problems()).toEqual([]);
});

test("a store that cannot be used is said with every event, and nothing of the project runs", async () => {
  settings({ name: "guard", command: "touch ran" });
  const engine = open();
  await engine.approve(engine.review());
  writeFileSync(join(root, "home/trust.json"), "{", { mode: 0o600 });
  const { problems, hooks } = await open().fire(call);
  expect(problems).toMatchObject([{ code: "trust-unusable", severity: "error" }]);
  expect(hooks).toMatchObject([{ ran: false, skipped: "trust" }]);
  expect(existsSync(join(project, "ran"))).toBe(false);
});
