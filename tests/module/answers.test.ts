import { resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { changesOf } from "../../src/interpret/index.js";
import { fire, ModuleWorkspace } from "./module-workspace.js";

let workspace: ModuleWorkspace;
beforeEach(() => {
  workspace = new ModuleWorkspace();
});
afterEach(async () => {
  await workspace.end();
});

const fine = { outcome: "proceed", failed: false, toModel: [], toUser: [] };

describe("what a module may answer", () => {
  const answers: readonly [string, string, object][] = [
    ["nothing", "export default () => {}", fine],
    ["null", "export default () => null", fine],
    [
      "a deny",
      `export default (e) => ({ decision: "block", reason: "not " + e.tool_input.command })`,
      { ...fine, outcome: "block", toModel: ["not ls"] },
    ],
    [
      "a promise",
      `export default async () => ({ decision: "block", reason: "later" })`,
      { ...fine, outcome: "block", toModel: ["later"] },
    ],
    [
      "a toolbox's deny",
      `export default ($, e, next) => $.deny("no")`,
      { ...fine, outcome: "block", toModel: ["no"] },
    ],
    [
      "a toolbox's ask",
      `export default ($, e) => $.ask("sure?")`,
      { ...fine, outcome: "ask", toUser: ["sure?"] },
    ],
    [
      "a toolbox's halt",
      `export default ($, e) => $.halt("enough")`,
      { ...fine, outcome: "halt", toUser: ["enough"] },
    ],
    ["a warning", `export default ($, e) => $.warn("careful")`, { ...fine, toUser: ["careful"] }],
    [
      "an exit code",
      `export default ($, e) => $.exit(2, { stderr: "by code" })`,
      { ...fine, outcome: "block", toModel: ["by code"] },
    ],
    [
      "an exit of the whole thread",
      `export default () => { console.error("by exit"); process.exit(2); }`,
      { ...fine, outcome: "block", toModel: ["by exit"] },
    ],
    ["an exit of nothing", `export default () => process.exit(0)`, fine],
    [
      "an object with a toJSON",
      `export default () => ({ toJSON: () => ({ decision: "block", reason: "made" }) })`,
      { ...fine, outcome: "block", toModel: ["made"] },
    ],
  ];

  test.each(answers)("%s", async (_what, text, expected) => {
    expect(await workspace.say(text)).toEqual(expected);
  });

  test("a text, which is context where a program's would be", async () => {
    const text = `export default () => "remember the milk"`;
    expect(
      await workspace.say(text, { event: "UserPromptSubmit", payload: { prompt: "go" } }),
    ).toEqual({
      ...fine,
      toModel: ["remember the milk"],
    });
  });

  test("what it prints is no answer", async () => {
    const deny = JSON.stringify({ decision: "approve" });
    const text = `export default () => { console.log(${JSON.stringify(deny)}); process.stdout.write("noise\\n"); }`;
    expect(await workspace.say(text)).toEqual(fine);
  });
});

describe("middleware", () => {
  test.each([
    ["nobody answers", "[($, e, next) => next(), ($, e, next) => {}]", fine],
    [
      "the last one answers",
      `[($, e, next) => next(), ($, e, next) => $.deny("behind")]`,
      { ...fine, outcome: "block", toModel: ["behind"] },
    ],
    [
      "who returns nothing says what those behind it said, also where it did not wait",
      `[($, e, next) => { next(); }, ($, e, next) => $.deny("behind")]`,
      { ...fine, outcome: "block", toModel: ["behind"] },
    ],
    [
      "the first one does not call next",
      `[($, e, next) => $.deny("first"), ($, e, next) => { throw new Error("reached"); }]`,
      { ...fine, outcome: "block", toModel: ["first"] },
    ],
    [
      "the event is changed on the way",
      `[($, e, next) => next({ ...e, who: "me" }), ($, e, next) => $.deny(e.who)]`,
      { ...fine, outcome: "block", toModel: ["me"] },
    ],
    [
      "what comes back is changed",
      `[async ($, e, next) => ({ ...(await next()), systemMessage: "seen" }), ($, e, next) => $.deny("no")]`,
      { ...fine, outcome: "block", toModel: ["no"], toUser: ["seen"] },
    ],
    [
      "it refuses in the words of a mod",
      `[async ($, e, next) => { const ran = await next(e); return ran; }, ($, e, next) => ({ deny: "as a mod" })]`,
      { ...fine, outcome: "block", toModel: ["as a mod"] },
    ],
  ])("%s", async (_what, list, expected) => {
    expect(await workspace.say(`export default ${list}`)).toEqual(expected);
  });

  const rewriting = `($, e, next) => next({ ...e, tool_input: { command: "ls -a" } })`;
  test.each([
    [
      "the tool gets the input that the chain was continued with",
      "($, e, next) => next()",
      "proceed",
    ],
    ["also where somebody behind asks", `($, e, next) => $.ask("sure?")`, "ask"],
    ["also where somebody behind warns", `($, e, next) => $.warn(e.tool_input.command)`, "proceed"],
  ])("%s", async (_what, behind, outcome) => {
    workspace.write("hook.mjs", `export default [${rewriting}, ${behind}]`);
    const engine = workspace.engine({ type: "module", module: "hook.mjs" });
    const { reading } = await fire(engine);
    expect([reading.outcome, changesOf(reading).input]).toEqual([outcome, { command: "ls -a" }]);
  });

  test("who behind it gives another input has the last word", async () => {
    const last = `($, e, next) => $.rewrite({ command: e.tool_input.command + " -l" })`;
    workspace.write("hook.mjs", `export default [${rewriting}, ${last}]`);
    const engine = workspace.engine({ type: "module", module: "hook.mjs" });
    const { reading } = await fire(engine);
    expect(changesOf(reading).input).toEqual({ command: "ls -a -l" });
  });
});

describe("a module that gives no answer is a failure, and says why", () => {
  const silent: readonly [string, string, RegExp][] = [
    ["it throws", `export default () => { throw new Error("broken") }`, /Error: broken/],
    ["it rejects", `export default async () => { throw "words" }`, /words/],
    ["it returns a number", "export default () => 7", /it returned a number/],
    ["it returns false", "export default () => false", /it returned a boolean/],
    ["it returns a list", "export default () => []", /it returned an empty list/],
    ["it exports nothing", "export const other = 1", /its default export is undefined/],
    ["it exports an object", "export default {}", /its default export is an object/],
    [
      "a list of plain functions, of which one could hide the other's deny",
      "export default [(e) => ({}), (e) => ({})]",
      /its default export is a list/,
    ],
    [
      "a mod as a whole, which does more than answer events",
      "export const register = (on) => {}",
      /a mod of Claude Code \(it exports register\) cannot run here/,
    ],
    [
      "it answers with the kit's function, and not by a hook of the kit",
      `import { allow } from ${JSON.stringify(resolve("dist/lib/hook.js"))}; export default () => allow()`,
      /export the hook that defineHook made/,
    ],
    [
      "next is called twice",
      "export default async ($, e, next) => { await next(); await next(); }",
      /next\(\) was called twice/,
    ],
    [
      "it is no JavaScript",
      "export default (e) => {\n  const x = ;\n};",
      /hook\.mjs:2\n.*\n.*\nSyntaxError/,
    ],
    ["it throws while it is loaded", `throw new Error("at the top")`, /at the top/],
    ["it imports what is not there", `import "./nowhere.mjs"; export default () => {}`, /nowhere/],
    [
      "a timer throws while it works",
      `export default () => new Promise(() => setTimeout(() => { throw new Error("late") }, 5))`,
      /late/,
    ],
    [
      "a promise is rejected while it works",
      `export default () => { Promise.reject(new Error("astray")); return new Promise(() => {}); }`,
      /astray/,
    ],
  ];

  test.each(silent)("%s", async (_what, text, words) => {
    const { outcome, failed, toUser } = await workspace.say(text, { hook: { onFailure: "block" } });
    expect({ outcome, failed }).toEqual({ outcome: "block", failed: true });
    expect(toUser.join("\n")).toMatch(words);
    // Where Node loads modules is nothing to their authors.
    expect(toUser.join("\n")).not.toMatch(/node:internal|module-thread/);
  });

  test("a file that is not there", async () => {
    const hook = { module: "gone.mjs", onFailure: "block" };
    const { outcome, toUser } = await workspace.say("", { hook });
    expect(outcome).toBe("block");
    expect(toUser.join("\n")).toMatch(/gone\.mjs/);
  });

  test("TypeScript where Node cannot load it", async () => {
    workspace.write(
      "hook.ts",
      "export default (e: object) => ({ decision: 'block' as const, reason: 'typed' });",
    );
    const { outcome, toUser, toModel } = await workspace.say("", {
      hook: { module: "hook.ts", onFailure: "block" },
    });
    expect(outcome).toBe("block");
    expect([...toUser, ...toModel].join("\n")).toMatch(/typed|cannot load TypeScript/);
  });
});

test("a CommonJS module is one too", async () => {
  workspace.write("hook.cjs", `module.exports = ($, e, next) => $.deny("common");`);
  const said = await workspace.say("", { hook: { module: "hook.cjs" } });
  expect(said).toEqual({ ...fine, outcome: "block", toModel: ["common"] });
});

test("a module sees the hook's environment, and nothing that looks like a credential", async () => {
  process.env["STAGE_API_KEY"] = "secret";
  try {
    const text = `export default ($, e) => $.deny([process.env.SNAPHOOK_HOOK, process.env.MINE, process.env.STAGE_API_KEY, process.cwd()].join(" "))`;
    const { toModel } = await workspace.say(text, {
      hook: { name: "me", env: { MINE: "mine", WORKSPACE: workspace.tag } },
    });
    expect(toModel).toEqual([`me mine  ${workspace.project}`]);
  } finally {
    delete process.env["STAGE_API_KEY"];
  }
});

const denied = { outcome: "block", toModel: ["no"] };
const deny = `{ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: "no" }`;

test.each([
  ["with a BigInt in it", `export default () => (${deny}, size: 10n });`],
  [
    "that holds itself",
    `export default () => { const answer = ${deny} }; answer.self = answer; return answer; };`,
  ],
  [
    "where all objects have a toJSON",
    `Object.prototype.toJSON = () => ({}); Array.prototype.toJSON = () => [];
     export default () => (${deny} });`,
  ],
  [
    "where JSON.stringify is another one",
    `JSON.stringify = () => "{}"; export default () => (${deny} });`,
  ],
  [
    "behind answers that it writes to the host itself",
    `import { writeSync } from "node:fs";
     export default () => {
       for (let id = 0; id < 20; id++) writeSync(1, JSON.stringify({ id: String(id), answer: {} }) + "\\n");
       return ${deny} };
     };`,
  ],
  [
    "behind half an answer that it writes to the host itself",
    `import { writeSync } from "node:fs";
     export default () => { writeSync(1, '{"id":"1","answer":{}'); return ${deny} }; };`,
  ],
])("a deny of a module counts %s", async (_how, text) => {
  expect(await workspace.say(text)).toMatchObject(denied);
});

test("an exit code of a module counts where all objects have a toJSON", async () => {
  const text = `Object.prototype.toJSON = () => ({});
    export default ($, event, next) => $.exit(2, { stderr: "no" });`;
  expect(await workspace.say(text)).toMatchObject(denied);
});
