import { expect, test, vi } from "vitest";
import { Exit, isKitAnswer, toolboxFor, type Toolbox } from "./toolbox.js";

const about = (event: string, fields: object): object => ({
  hookSpecificOutput: { hookEventName: event, ...fields },
});
const decision = (event: string, word: string): object =>
  about(event, { permissionDecision: word, permissionDecisionReason: "why" });

test.each<[string, string, (tools: Toolbox) => unknown, unknown]>([
  ["deny", "PreToolUse", ($) => $.deny("why"), decision("PreToolUse", "deny")],
  ["deny", "PermissionRequest", ($) => $.deny("why"), decision("PermissionRequest", "deny")],
  ["deny", "Stop", ($) => $.deny("why"), { decision: "block", reason: "why" }],
  ["ask", "PreToolUse", ($) => $.ask("why"), decision("PreToolUse", "ask")],
  ["allow", "PreToolUse", ($) => $.allow("why"), decision("PreToolUse", "allow")],
  [
    "rewrite",
    "PreToolUse",
    ($) => $.rewrite({ a: 1 }),
    about("PreToolUse", { updatedInput: { a: 1 } }),
  ],
  [
    "context",
    "SessionStart",
    ($) => $.context("more"),
    about("SessionStart", { additionalContext: "more" }),
  ],
  ["warn", "Stop", ($) => $.warn("careful"), { systemMessage: "careful" }],
  ["halt", "Stop", ($) => $.halt("enough"), { continue: false, stopReason: "enough" }],
  ["exit", "Stop", ($) => $.exit(2), new Exit(2, "", "")],
  ["exit", "Stop", ($) => $.exit(0, { stdout: "a" }), new Exit(0, "a", "")],
  ["exit", "Stop", ($) => $.exit(1, { stderr: "b" }), new Exit(1, "", "b")],
])("$.%s at %s gives the answer in the words of the event", (_name, event, call, expected) => {
  expect(call(toolboxFor({ hook_event_name: event }))).toEqual(expected);
});

test.each<[unknown, boolean]>([
  [new Exit(0, "", ""), true],
  [{ [Symbol.for("snaphook.exit")]: true, code: 0 }, true],
  [{ code: 0, stdout: "", stderr: "" }, false],
  ["text", false],
  [null, false],
  [undefined, false],
])("%j is an exit, also by another copy of the kit: %s", (value, is) => {
  expect(Exit.is(value)).toBe(is);
});

test("an answer of the kit is known by its brand", () => {
  expect([{ [Symbol.for("snaphook.answer")]: true }, {}].map(isKitAnswer)).toEqual([true, false]);
});

test("$.log writes a line as the console does, on stderr", () => {
  const written: unknown[] = [];
  const write = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    written.push(text);
    return true;
  });
  try {
    toolboxFor({ hook_event_name: "Stop" }).log("%s has", "a", { b: 1 });
  } finally {
    write.mockRestore();
  }
  expect(written).toEqual(["a has { b: 1 }\n"]);
});
