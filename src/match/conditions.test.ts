import { describe, expect, test } from "vitest";
import { matches, type Conditions, type Match } from "./matches.js";

const ask = (conditions: Conditions, toolInput: unknown): Match =>
  matches({ dialect: "wave", event: "PreToolUse", toolName: "Edit", if: conditions, toolInput });

const holds: Match = {
  matches: true,
  why: "no matcher: it matches every such event; its condition holds",
};
const ignored: Match = {
  matches: true,
  why: "no matcher: it matches every such event; PreToolUse has no tool input, so the condition is ignored",
};
const missing = (field: string): Match => ({
  matches: false,
  why: `the tool input has no ${field}`,
  by: "if",
});

/** A text inside so many arrays. */
function nested(depth: number): unknown {
  let value: unknown = "secret";
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

describe("a field that is there", () => {
  test.each<[name: string, conditions: Conditions, toolInput: unknown]>([
    ["a star wants only that it is there", { path: "*" }, { path: "a.ts" }],
    ["so does an empty pattern", { path: "" }, { path: "a.ts" }],
    ["an empty text is there", { path: "*" }, { path: "" }],
    ["zero and false are there", { count: "0", force: "false" }, { count: 0, force: false }],
    ["a path reaches into lists by their place", { "edits.1": "b" }, { edits: ["a", "b"] }],
    ["a path may end at an object", { "a.b": "x" }, { a: { b: { c: ["y", "x"] } } }],
    ["null next to a text does not matter", { paths: "*.env" }, { paths: [null, "b.env"] }],
    ["a text a few levels down", { edits: "secret" }, { edits: nested(8) }],
    ["no condition at all", {}, { path: "a.ts" }],
  ])("%s", (_name, conditions, toolInput) => {
    expect(ask(conditions, toolInput)).toEqual(holds);
  });
});

describe("a field with nothing that can be compared is not there", () => {
  test.each<[name: string, field: string, toolInput: unknown]>([
    ["null", "path", { path: null }],
    ["undefined", "path", { path: undefined }],
    ["a function", "path", { path: (): string => "a.ts" }],
    ["an empty list", "paths", { paths: [] }],
    ["a list of nulls", "paths", { paths: [null, null] }],
    ["an empty object", "edit", { edit: {} }],
    ["a path through null", "a.b", { a: null }],
    ["a path through a text, which has no fields", "a.length", { a: "text" }],
    ["a path through a number", "a.b", { a: 5 }],
    ["a path that stops early", "a.b.c", { a: { b: {} } }],
    ["a text deeper than any tool has", "edits", { edits: nested(100) }],
    ["an inherited field on the way", "a.constructor", { a: {} }],
  ])("%s", (_name, field, toolInput) => {
    expect(ask({ [field]: "*" }, toolInput)).toEqual(missing(field));
  });
});

describe("without a tool input the guard matches", () => {
  test.each([[undefined], [null], ["rm -rf /"], [5]])("%j", (toolInput) => {
    expect(ask({ command: "git*" }, toolInput)).toEqual(ignored);
  });
});

describe("the reason names the condition that does not hold", () => {
  test.each<[name: string, conditions: Conditions, why: string]>([
    ["a list", { tool: "a|b" }, "tool: the list a|b does not match"],
    ["a glob", { tool: "*.env" }, "tool: the glob *.env does not match"],
    ["an expression", { tool: "/^x/" }, "tool: the expression /^x/ does not match"],
    ["the first of two", { tool: "a", mode: "b" }, "tool: the list a does not match"],
    ["the second of two", { tool: "c", mode: "b" }, "mode: the list b does not match"],
    ["a missing one after one that holds", { tool: "c", path: "*" }, "the tool input has no path"],
  ])("%s", (_name, conditions, why) => {
    expect(ask(conditions, { tool: "c", mode: "d" })).toEqual({ matches: false, why, by: "if" });
  });

  test("one that cannot be read still wants the field", () => {
    expect(ask({ path: "[a" }, { path: "b" })).toEqual(holds);
    expect(ask({ path: "[a" }, {})).toEqual(missing("path"));
  });
});
