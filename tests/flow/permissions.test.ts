import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Payload } from "snaphook/core";
import type { Engine, Fired, ProgramHook } from "snaphook/engine";
import { createEngine } from "../engine.js";
import { rowsOfThisRun } from "../turns.js";
import { temporaryFolder } from "../workspace.js";

// Takes no turns: it takes a share of its rows by itself.

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

const decisions = ["none", "allow", "ask", "defer", "deny"] as const;
type Decision = (typeof decisions)[number];

function hook(permissionDecision: Decision, updatedInput?: object): ProgramHook {
  if (permissionDecision === "none" && updatedInput === undefined)
    return { type: "json", json: {} };
  const decision = permissionDecision === "none" ? {} : { permissionDecision };
  const rewrite = updatedInput === undefined ? {} : { updatedInput };
  return {
    type: "json",
    json: { hookSpecificOutput: { hookEventName: "PreToolUse", ...decision, ...rewrite } },
  };
}

function open(hooks: readonly ProgramHook[], permissions: object, project_: object = {}): Engine {
  writeFileSync(join(project, ".snaphook/settings.json"), JSON.stringify(project_));
  const engine = createEngine({
    projectDir: project,
    home: join(root, "home"),
    managedFile: join(root, "managed.json"),
    keeper: false,
    trustProject: true,
    program: { permissions, hooks: { PreToolUse: [{ hooks }] } },
  });
  engines.push(engine);
  return engine;
}

const bash = (command: string): Payload => ({
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command },
});
const fire = (engine: Engine, command = "ls"): Promise<Fired> => engine.fire(bash(command));

/** Every sequence of up to three hooks. */
function sequences(length: number): Decision[][] {
  if (length === 0) return [[]];
  const shorter = sequences(length - 1);
  return [
    ...shorter,
    ...shorter
      .filter((one) => one.length === length - 1)
      .flatMap((one) => decisions.map((next) => [...one, next])),
  ];
}

const outcomes: Readonly<Record<Decision, string>> = {
  none: "proceed",
  allow: "proceed",
  ask: "ask",
  defer: "defer",
  deny: "block",
};

describe.each(["none", "allow", "ask", "deny"] as const)("a rule that says %s", (rule) => {
  test("and any three hooks in any order: the strictest of all wins", async () => {
    const permissions = rule === "none" ? {} : { [rule]: ["Bash(ls)"] };
    // Of one, two and three hooks some.
    for (const hooks of rowsOfThisRun(sequences(3))) {
      const { reading } = await fire(
        open(
          hooks.map((one) => hook(one)),
          permissions,
        ),
      );
      const strictest =
        decisions[Math.max(...[rule, ...hooks].map((one) => decisions.indexOf(one)))] ?? "none";
      expect({ rule, hooks, permission: reading.permission, outcome: reading.outcome }).toEqual({
        rule,
        hooks,
        permission: strictest,
        outcome: outcomes[strictest],
      });
    }
  });
});

describe("rules are checked against the final input", () => {
  test("a hook that rewrites into what is denied has gained nothing", async () => {
    const engine = open([hook("allow", { command: "rm -rf build" })], { deny: ["Bash(rm *)"] });
    const { reading, ruling } = await fire(engine);
    expect(reading).toMatchObject({ outcome: "block", permission: "deny" });
    expect(reading.toModel.at(-1)?.text).toContain("Bash(rm *)");
    expect(ruling?.decision).toBe("deny");
  });

  test("one that rewrites what is denied into what is not, lets it run", async () => {
    const engine = open([hook("none", { command: "ls" })], { deny: ["Bash(rm *)"] });
    expect((await fire(engine, "rm -rf build")).reading.outcome).toBe("proceed");
  });

  test("an allow of the rules is for the input that was rewritten, too", async () => {
    const engine = open([hook("none", { command: "curl evil" })], { allow: ["Bash(ls)"] });
    expect((await fire(engine)).reading.permission).toBe("none");
  });
});

describe("a project can only tighten", () => {
  test.each([
    ["allow", "none"],
    ["ask", "ask"],
    ["deny", "deny"],
  ])("its %s counts as %s", async (list, expected) => {
    const engine = open([], {}, { permissions: { [list]: ["Bash"] } });
    const { reading, problems } = await fire(engine);
    expect(reading.permission).toBe(expected);
    const unusable = {
      code: "rule-unusable",
      severity: "error",
      hook: "",
      path: "permissions.allow",
      found: expect.stringContaining("Bash: ") as unknown,
      file: join(project, ".snaphook/settings.json"),
      line: 1,
    };
    expect(problems).toEqual(list === "allow" ? [unusable] : []);
  });
});

describe("what the user has said yes to", () => {
  test("holds for exactly that input", async () => {
    const engine = open([hook("ask")], {});
    await engine.grant({ tool: "Bash", input: { command: "ls" } });
    expect((await fire(engine)).reading).toMatchObject({ outcome: "proceed", permission: "allow" });
    expect((await fire(engine, "ls -l")).reading.outcome).toBe("ask");
    expect((await fire(engine, "ls ")).reading.outcome).toBe("ask");
  });

  test("counts also where nobody has asked, so that an agent need not", async () => {
    const engine = open([], {});
    expect((await fire(engine)).reading.permission).toBe("none");
    await engine.grant({ tool: "Bash", input: { command: "ls" } });
    expect((await fire(engine)).reading.permission).toBe("allow");
  });

  test("does not hold for what a hook makes of it afterwards", async () => {
    const engine = open([hook("ask", { command: "rm -rf /" })], {});
    await engine.grant({ tool: "Bash", input: { command: "ls" } });
    expect((await fire(engine)).reading.outcome).toBe("ask");
    await engine.grant({ tool: "Bash", input: { command: "rm -rf /" } });
    expect((await fire(engine)).reading.outcome).toBe("proceed");
  });

  test("does not lift a deny of anyone", async () => {
    const denied = open([hook("deny")], {});
    const ruled = open([], { deny: ["Bash"] });
    for (const engine of [denied, ruled]) {
      await engine.grant({ tool: "Bash", input: { command: "ls" } });
      expect((await fire(engine)).reading.outcome).toBe("block");
    }
  });
});

describe("nobody writes Snaphook's own files without the user's yes", () => {
  const write = (path: string): Payload => ({
    hook_event_name: "PreToolUse",
    tool_name: "Write",
    tool_input: { file_path: path, content: "x" },
  });

  test.each([
    ["the settings", ".snaphook/settings.json"],
    ["settings that are not there yet", ".snaphook/settings.local.json"],
    ["the lock file", "snaphook.lock"],
    ["a hook's script", "hooks/guard.sh"],
    ["in another case", ".SNAPHOOK/Settings.json"],
    ["by a detour", "hooks/../.snaphook/./settings.json"],
    ["through a link", "link/settings.json"],
    ["the trust store", "HOME/trust.json"],
    ["the ledger", "HOME/ledger.jsonl"],
    ["the administrator's settings", "MANAGED"],
  ])("%s", async (_, path) => {
    symlinkSync(join(project, ".snaphook"), join(project, "link"));
    const place = path
      .replace("HOME", join(root, "home"))
      .replace("MANAGED", join(root, "managed.json"));
    const engine = open([hook("allow"), { command: "./hooks/guard.sh", disabled: true }], {
      allow: ["Write", "Bash"],
    });
    const { reading, ruling } = await engine.fire(write(place));
    expect(reading.outcome).toBe("ask");
    expect(ruling?.bySelfProtection).toBe(true);
    const shell = await engine.fire(bash(`echo x > '${place}'`));
    expect(shell.reading.outcome).toBe("ask");
  });

  test("other files are not asked about", async () => {
    const engine = open([], { allow: ["Write"] });
    expect((await engine.fire(write("src/index.ts"))).reading.outcome).toBe("proceed");
  });
});

describe("everyday rules, asked by the engine", () => {
  const permissions = {
    allow: ["Bash(npm run test:*)", "Bash(git status)", "Bash(cat:*)"],
    deny: ["Read(.env)", "Edit(.env)", "Edit(locked/**)"],
  };

  test.each<[tool: string, input: object, decision: string]>([
    ["Bash", { command: "npm run test -- x 2>&1 | tail -20" }, "allow"],
    ["Bash", { command: "cd src && git status | head" }, "allow"],
    ["Bash", { command: "timeout 60 npm run test" }, "allow"],
    ["Bash", { command: "npm run test:unit" }, "none"],
    ["Bash", { command: "cd outside && git status" }, "none"],
    ["Bash", { command: "git status | sort -o x" }, "none"],
    ["Bash", { command: "cat .env" }, "deny"],
    ["Bash", { command: "cat link" }, "deny"],
    ["Bash", { command: "cat $FILE" }, "ask"],
    ["Bash", { command: "cat README.md" }, "allow"],
    ["Bash", { command: "cp x .env" }, "deny"],
    ["Bash", { command: "echo x > outside/../locked/y" }, "deny"],
    ["Bash", { command: "echo x > deep/../y" }, "deny"],
    ["Bash", { command: "cat outside/../project/.env" }, "deny"],
    ["Bash", { command: "cp x not-yet" }, "deny"],
    ["Write", { file_path: "deep/../y" }, "deny"],
    ["Write", { file_path: "not-yet" }, "deny"],
    ["Grep", { pattern: "KEY", glob: ".env" }, "deny"],
    ["Write", { file_path: ".env" }, "deny"],
    ["MultiEdit", { file_path: "locked/x" }, "deny"],
  ])("%s %j: %s", (tool, input, decision) => {
    mkdirSync(join(project, "src"));
    mkdirSync(join(project, "locked/deep"), { recursive: true });
    mkdirSync(join(root, "outside"));
    writeFileSync(join(project, ".env"), "KEY=1\n");
    symlinkSync(".env", join(project, "link"));
    symlinkSync("locked/deep", join(project, "deep"));
    symlinkSync("locked/not-yet", join(project, "not-yet"));
    symlinkSync(join(root, "outside"), join(project, "outside"));
    expect(open([], permissions).judge({ tool, input }).decision).toBe(decision);
  });
});
