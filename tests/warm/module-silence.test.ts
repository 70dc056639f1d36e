import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ModuleWorkspace } from "../module/module-workspace.js";

let workspace: ModuleWorkspace;
beforeEach(() => {
  workspace = new ModuleWorkspace();
});
afterEach(async () => {
  await workspace.end();
});

const deny = JSON.stringify({ decision: "block", reason: "printed" });
const says = (text: string): object => ({
  outcome: "block",
  failed: false,
  toModel: [text],
  toUser: [],
});

describe("a deny is not lost", () => {
  test.each([
    [
      "which a module prints before it leaves, as a program does",
      `export default () => { console.log(${JSON.stringify(deny)}); process.exit(0); }`,
      "printed",
    ],
    [
      "behind middleware that neither answers nor continues",
      `export default [($, e, next) => { $.log("seen"); }, ($, e, next) => $.deny("behind")]`,
      "behind",
    ],
    [
      "behind middleware that returns null",
      `export default [async ($, e, next) => { await next(); return null; }, ($, e, next) => $.deny("behind")]`,
      "behind",
    ],
  ])("%s", async (_what, text, reason) => {
    expect(await workspace.say(text)).toEqual(says(reason));
  });
});

describe("what is no answer is a failure, not consent", () => {
  test.each([
    [
      "a program that was written to be started for each event, and ends while it is loaded",
      `process.stdin.resume(); process.stdin.on("end", () => process.exit(0)); await new Promise(() => {});`,
      /process\.exit\(0\) while it was loaded/,
    ],
    [
      "a program that ends at its end",
      "process.exit(0);",
      /process\.exit\(0\) while it was loaded/,
    ],
    ["an error that is returned", `export default () => new Error("no")`, /is empty as JSON/],
    ["a Map", `export default () => new Map([["decision", "block"]])`, /is empty as JSON/],
  ])("%s", async (_what, text, words) => {
    const { outcome, failed, toUser } = await workspace.say(text, { hook: { onFailure: "block" } });
    expect({ outcome, failed }).toEqual({ outcome: "block", failed: true });
    expect(toUser.join("\n")).toMatch(words);
  });

  test("but exit code 2 blocks, also while it is loaded", async () => {
    expect(await workspace.say(`console.error("not here"); process.exit(2);`)).toEqual(
      says("not here"),
    );
  });
});
