import { describe } from "vitest";
import type { ProgramHook } from "../../../src/engine/index.js";
import {
  fail,
  has,
  lacks,
  once,
  print,
  PROMPT,
  stopped,
  subagent,
  testStatements,
  type Statement,
} from "./play.js";

const message = (systemMessage: string): string => print({ systemMessage });
const json = (answer: object, exitcode?: number): ProgramHook => ({
  type: "json",
  json: answer,
  ...(exitcode !== undefined && { exitcode }),
});
const decides = (permissionDecision: string, more: object = {}): object => ({
  hookSpecificOutput: { permissionDecision, ...more },
});
const toModel = { end: stopped, model: has("strict mode"), ran: true } as const;

describe("fields of every event", () => {
  testStatements("gosu", [
    [
      "continue: false halts",
      { hooks: { PreToolUse: print({ continue: false }) } },
      { end: { type: "hook" }, ran: false },
    ],
    [
      "continue: true continues",
      { hooks: { PreToolUse: print({ continue: true, suppressOutput: false }) } },
      { end: stopped, ran: true },
    ],
    [
      "suppressOutput keeps output out of the transcript",
      { hooks: { PostToolUse: print({ suppressOutput: true }) } },
      { end: stopped, model: lacks("suppressOutput"), user: "", ran: true },
    ],
    ...["SessionStart", "UserPromptSubmit", "PreToolUse", "PermissionRequest", "PostToolUse"].map(
      (event): Statement => [
        `systemMessage is for the model (${event})`,
        { hooks: { [event]: message("strict mode") } },
        toModel,
      ],
    ),
    [
      "systemMessage of SubagentStop is for the parent's model",
      { hooks: { SubagentStop: message("strict mode") }, turns: subagent },
      { end: stopped, model: has("strict mode") },
    ],
    [
      "systemMessage of PreCompact is kept word for word",
      {
        hooks: { PreCompact: message("Progress: 80%") },
        turns: [{ say: "Hello." }, { say: "A summary." }],
        afterwards: "compact",
      },
      { model: has("Progress: 80%") },
    ],
    [
      "systemMessage of SessionEnd is shown to the user: no model is asked any more",
      { hooks: { SessionEnd: message("cleaned up") }, afterwards: "end" },
      { user: has("cleaned up") },
    ],
    [
      "an empty object does nothing",
      { hooks: { UserPromptSubmit: "echo '{}'", PreToolUse: "echo '{}'", Stop: "echo '{}'" } },
      { end: stopped, model: lacks("hook-output"), user: "", ran: true },
    ],
  ]);
});

describe("fields of one event", () => {
  testStatements("gosu", [
    [
      "Stop: block continues with the reason",
      { hooks: { Stop: once(print({ decision: "block", reason: "Run `make test` first." })) } },
      { end: stopped, model: has("Run `make test` first.") },
    ],
    [
      "Stop: approve lets the agent stop, and its reason is not lost",
      {
        hooks: { Stop: print({ decision: "approve", reason: "All checks passed." }) },
        afterwards: "end",
      },
      { end: stopped, user: has("All checks passed.") },
    ],
    [
      "SubagentStop: block keeps the subagent at work",
      {
        hooks: { SubagentStop: once(print({ decision: "block", reason: "look twice" })) },
        turns: [...subagent.slice(0, 2), { when: "look twice", say: "Twice." }, { say: "Done." }],
      },
      { end: stopped, call: { result: "Twice." } },
    ],
    [
      "PreToolUse: deny, and the systemMessage is the reason",
      { hooks: { PreToolUse: print({ ...decides("deny"), systemMessage: "not .env" }) } },
      { ran: false, model: has("not .env"), call: { state: "blocked" } },
    ],
    [
      "PreToolUse: allow with a rewritten input",
      {
        hooks: { PreToolUse: print(decides("allow", { updatedInput: { command: "echo safe" } })) },
      },
      { ran: false, asked: [], call: { state: "done", result: "safe" } },
    ],
    [
      "PreToolUse: ask, and the systemMessage is shown with the question",
      { hooks: { PreToolUse: print({ ...decides("ask"), systemMessage: "a critical file" }) } },
      { ran: true, asked: ["a critical file"] },
    ],
    [
      "PermissionRequest: allow answers the question",
      { hooks: { PermissionRequest: print(decides("allow")) } },
      { ran: true, asked: [] },
    ],
    [
      "PermissionRequest: deny answers for the user",
      { hooks: { PermissionRequest: print({ ...decides("deny"), systemMessage: "never" }) } },
      { ran: false, asked: [], model: has("never") },
    ],
    [
      "PermissionRequest: ask asks the user",
      { hooks: { PermissionRequest: print({ ...decides("ask"), systemMessage: "really?" }) } },
      { ran: true, asked: ["really?"] },
    ],
    [
      "UserPromptSubmit: updatedPrompt is what the model gets",
      {
        hooks: {
          UserPromptSubmit: print({ hookSpecificOutput: { updatedPrompt: "another prompt" } }),
        },
      },
      { end: stopped, model: has("another prompt"), user: has("another prompt") },
    ],
    [
      "Notification: its systemMessage is for the model",
      {
        hooks: { Notification: message("nobody is there") },
        turns: [{ say: "Hello." }],
        afterwards: "notify",
      },
      { end: stopped, model: has("nobody is there") },
    ],
  ]);
});

describe("exit codes", () => {
  testStatements("gosu", [
    [
      "0: stdout is shown in the transcript",
      { hooks: { PreToolUse: "echo checked" } },
      { end: stopped, user: has("checked"), model: lacks("checked"), ran: true },
    ],
    [
      "2: blocks, and stderr is for the model (PreToolUse)",
      { hooks: { PreToolUse: fail("not now", 2) } },
      { end: stopped, model: has("not now"), ran: false },
    ],
    [
      "2: blocks, and stderr is for the model (PostToolUse)",
      { hooks: { PostToolUse: fail("format it", 2) } },
      { end: stopped, model: has("format it"), ran: true },
    ],
    [
      "2: comes before a stated allow",
      { hooks: { PreToolUse: print(decides("allow"), 2) } },
      { end: stopped, ran: false },
    ],
    [
      "2 on UserPromptSubmit erases the prompt; where no turn follows the user gets stderr",
      { hooks: { UserPromptSubmit: fail("no secrets", 2) }, afterwards: "end" },
      { end: { type: "hook" }, model: lacks(PROMPT), user: has("no secrets"), ran: false },
    ],
    [
      "any other: continues",
      { hooks: { PreToolUse: fail("no disk", 1) } },
      { end: stopped, model: lacks("no disk"), ran: true },
    ],
  ]);
});

describe("hook types and size", () => {
  testStatements("gosu", [
    [
      "json: its object is the answer",
      { hooks: { PreToolUse: json({ ...decides("deny"), systemMessage: "not allowed" }, 0) } },
      { ran: false, model: has("not allowed") },
    ],
    [
      "json: its exitcode counts",
      { hooks: { PreToolUse: json({ systemMessage: "not allowed" }, 2) } },
      { ran: false, model: has("not allowed") },
    ],
    [
      "json: context without a process",
      { hooks: { UserPromptSubmit: json({ systemMessage: "Follow coding standards" }) } },
      { end: stopped, model: has("Follow coding standards") },
    ],
    [
      "command: stdout is the answer, and stderr of exit code 0 is only logged",
      {
        hooks: {
          PreToolUse: `echo debugging >&2; ${print({ ...decides("deny"), systemMessage: "no" })}`,
        },
      },
      { ran: false, model: lacks("debugging"), user: lacks("debugging") },
    ],
    [
      "command: one that only logs and prints {} changes nothing",
      { hooks: { PreToolUse: "cat >> log.json && echo '{}'" } },
      { end: stopped, model: lacks("hook-output"), user: "", ran: true },
    ],
    [
      "a plain text of more than 100 KB is cut, with a note",
      { hooks: { PreToolUse: "echo begins; head -c 300000 /dev/zero | tr '\\0' x" } },
      { end: stopped, user: has("[output-truncated]"), ran: true },
    ],
    [
      "a JSON answer of more than 100 KB is malformed, and the user sees the problem",
      {
        hooks: {
          PreToolUse: `printf '{"systemMessage":"'; head -c 300000 /dev/zero | tr '\\0' x; echo '"}'`,
        },
      },
      { end: stopped, user: has("[output-truncated]"), model: lacks("xxxx"), ran: true },
    ],
  ]);
});
