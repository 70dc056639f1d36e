import { spawnSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect } from "vitest";
import type { HookFunction } from "snaphook/engine";
import { fire, ModuleWorkspace, outcomeOf } from "../module/module-workspace.js";
import { testIn } from "../workspace.js";
import { canRun, hooksFolder, languages } from "./kit-hooks.js";

const folder = hooksFolder();
const test = testIn(
  () => new ModuleWorkspace(),
  (workspace) => workspace.end(),
);

const fine = { outcome: "proceed", failed: false, toModel: [], toUser: [] };
const blocked = (words: string): object => ({ ...fine, outcome: "block", toModel: [words] });
const refused = (words: string): object =>
  blocked(expect.stringContaining(`The hook for PreToolUse failed: ${words}`) as string);

/** The same hook, unchanged, and the same events, one after the other. */
const acts: readonly (readonly [command: string, expected: object])[] = [
  ["deny", blocked("Not on this branch.")],
  ["nothing", fine],
  ["deny after noise", blocked("Not on this branch.")],
  ["noise", fine],
  ["warn", { ...fine, toUser: ["Somebody looked."] }],
  ["throw", refused("")],
  ["no answer", refused("it returned no answer")],
  ["hang", refused("no answer after 1 s")],
  ["deny", blocked("Not on this branch.")],
];

const file = (name: string): string => join(folder, name);
const [, [, python]] = languages;
const forms = [
  ["module", { type: "module", module: file("acts.mjs") }, acts],
  ["worker in Node", { type: "worker", command: process.execPath, args: [file("acts.mjs")] }, acts],
  ["worker in Python", { type: "worker", command: python, args: [file("acts.py")] }, acts],
  ["command", { command: process.execPath, args: [file("acts.mjs")] }, acts],
] as const;

describe("a hook of the kit, unchanged, answers Snaphook's engine", () => {
  test.for(forms)("as a %s", async ([name, hook, expected], { workspace }) => {
    if (name.endsWith("Python") && !canRun(languages[1])) return;
    const engine = workspace.engine(hook);
    const found: [string, object][] = [];
    for (const [command] of expected)
      found.push([command, outcomeOf(await fire(engine, { tool_input: { command } }))]);
    expect(found).toEqual(expected);
  });

  test("as a function", async ({ workspace }) => {
    const { default: run } = (await import(pathToFileURL(file("acts.mjs")).href)) as {
      readonly default: HookFunction;
    };
    const engine = workspace.engine({ type: "function", name: "acts", run, env: undefined });
    const found: [string, object][] = [];
    // What it prints, it prints in the host's own process.
    const quiet = acts.filter(([command]) => !command.includes("noise"));
    for (const [command] of quiet)
      found.push([command, outcomeOf(await fire(engine, { tool_input: { command } }))]);
    expect(found).toEqual(quiet);
  });

  test("as a function in an agent's own file, which is no hook", ({ workspace }) => {
    copyFileSync("tests/kit/fixtures/agent.mjs", file("agent.mjs"));
    const args = [file("agent.mjs"), workspace.project, workspace.home];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      input: "typed",
      encoding: "utf8",
      timeout: 200_000,
    });
    expect({ status, stdout, stderr }).toEqual({
      status: 7,
      stdout: '["block","typed"]\n',
      stderr: "",
    });
  });
});
