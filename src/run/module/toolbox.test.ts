import { expect, test } from "vitest";
import { Exit, toolboxFor, type Toolbox } from "./toolbox.js";

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
