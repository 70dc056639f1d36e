import { describe } from "vitest";
import { fail, has, lacks, once, print, stopped, testStatements } from "./play.js";

const quiet = { end: stopped, model: lacks("hook-output"), user: "", ran: true } as const;
const shown = { end: stopped, model: lacks("no disk"), user: has("no disk"), ran: true } as const;

describe("exit codes to the letter", () => {
  testStatements("wave/exit", [
    [
      "UserPromptSubmit 0: stdout is context",
      { hooks: { UserPromptSubmit: "echo it is Monday" } },
      { end: stopped, model: has("it is Monday"), user: "", ran: true },
    ],
    [
      "UserPromptSubmit 2: an error for the user, and the prompt is erased",
      { hooks: { UserPromptSubmit: fail("no secrets", 2) } },
      { end: { type: "hook", why: "no secrets" }, model: "[]", user: has("no secrets") },
    ],
    [
      "UserPromptSubmit other: an error for the user",
      { hooks: { UserPromptSubmit: fail("no disk", 1) } },
      shown,
    ],
    ["PreToolUse 0: nothing", { hooks: { PreToolUse: "echo out" } }, quiet],
    [
      "PreToolUse 2: stderr is the call's result, and the call has failed",
      { hooks: { PreToolUse: fail("not now", 2) } },
      { ran: false, call: { state: "blocked", result: has("not now") }, user: "" },
    ],
    [
      "PreToolUse other: an error for the user",
      { hooks: { PreToolUse: fail("no disk", 1) } },
      shown,
    ],
    ["PostToolUse 0: nothing", { hooks: { PostToolUse: "echo out" } }, quiet],
    [
      "PostToolUse 2: stderr comes behind the result, and the call has failed",
      { hooks: { PostToolUse: fail("format it", 2) } },
      { ran: true, call: { state: "failed", result: has("format it") }, user: "" },
    ],
    [
      "PostToolUse other: an error for the user",
      { hooks: { PostToolUse: fail("no disk", 1) } },
      shown,
    ],
    ["Stop 0: nothing", { hooks: { Stop: "echo out" } }, quiet],
    [
      "Stop 2: stderr is a message to the model, and the agent continues",
      { hooks: { Stop: once(fail("run the tests", 2)) } },
      { end: stopped, model: has("run the tests"), user: "" },
    ],
    ["Stop other: an error for the user", { hooks: { Stop: fail("no disk", 1) } }, shown],
    [
      "JSON is plain text",
      { hooks: { PreToolUse: print({ decision: "block", reason: "no" }) } },
      { end: stopped, ran: true },
    ],
  ]);
});
