import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fire, ModuleWorkspace, outcomeOf } from "./module-workspace.js";

let workspace: ModuleWorkspace;
beforeEach(() => {
  workspace = new ModuleWorkspace();
});
afterEach(async () => {
  await workspace.end();
});

const fine = { outcome: "proceed", failed: false, toModel: [], toUser: [] };

/** Prints at its first event and answers; at the next one it leaves as a program does. */
const talksThenLeaves = (printing: string, leaving: string): string => `
export default ({ prompt }) => {
  if (prompt === "first") { ${printing} return {}; }
  ${leaving}
};`;

const often = (print: string): string =>
  `for (let line = 0; line < 500; line++) ${print}("of the first");`;

const byPrinting = {
  leaving: "console.log('of the second'); process.exit(0);",
  expected: { ...fine, toModel: ["of the second"] },
};
const byBlocking = {
  leaving: "console.error('of the second'); process.exit(2);",
  expected: { ...fine, outcome: "block", toUser: ["of the second"] },
};

describe.each([true, false])("with a keeper: %s", (keeper) => {
  test.each([
    ["a line", "console.log('of the first');", byPrinting],
    ["a line on stderr", "console.error('of the first');", byBlocking],
    ["more than is taken over at once", often("console.log"), byPrinting],
    ["more than is taken over at once on stderr", often("console.error"), byBlocking],
  ])(
    "what a module prints is no answer to the next event: %s",
    async (_what, printing, { leaving, expected }) => {
      workspace.write("hook.mjs", talksThenLeaves(printing, leaving));
      const hook = { type: "module", module: "hook.mjs" };
      const engine = workspace.engine(hook, "UserPromptSubmit", keeper);
      for (let round = 0; round < 5; round++) {
        const first = await fire(engine, { prompt: "first" }, "UserPromptSubmit");
        const second = await fire(engine, { prompt: "second" }, "UserPromptSubmit");
        expect([outcomeOf(first), outcomeOf(second)]).toEqual([fine, expected]);
      }
    },
  );

  test.each([
    ["puts a write of its own in place", "process.stdout.write = () => true;"],
    ["ends its stdout", "process.stdout.end();"],
  ])("a module that has printed much and then %s is waited for no longer", async (_what, code) => {
    const printing = `for (let line = 0; line < 500; line++) console.log("much"); ${code}`;
    workspace.write(
      "hook.mjs",
      talksThenLeaves(printing, "return { decision: 'block', reason: 'no' };"),
    );
    const engine = workspace.engine(
      { type: "module", module: "hook.mjs" },
      "UserPromptSubmit",
      keeper,
    );
    const first = await fire(engine, { prompt: "first" }, "UserPromptSubmit");
    const second = await fire(engine, { prompt: "second" }, "UserPromptSubmit");
    expect([outcomeOf(first), outcomeOf(second).outcome]).toEqual([fine, "block"]);
  });
});
