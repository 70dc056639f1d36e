import { describe } from "vitest";
import {
  fail,
  has,
  lacks,
  once,
  print,
  PROMPT,
  specific,
  stopped,
  testStatements,
  type Statement,
} from "./play.js";

const decides = (permissionDecision: string, more: object = {}): object =>
  specific("PreToolUse", {
    permissionDecision,
    permissionDecisionReason: "it is Friday",
    ...more,
  });
const toolEvents = ["UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop"];
const onEach = (name: string, row: (event: string) => [object, Statement[2]]): Statement[] =>
  toolEvents.map((event) => {
    const [scene, outcome] = row(event);
    return [`${name} (${event})`, scene as Statement[1], outcome];
  });

describe("exit codes", () => {
  testStatements("wave", [
    [
      "exit code 0: stdout of UserPromptSubmit is context",
      { hooks: { UserPromptSubmit: "echo it is Monday" } },
      { end: stopped, model: has("it is Monday"), user: "", ran: true },
    ],
    [
      "exit code 0: stdout of a tool's hooks is given to nobody",
      { hooks: { PreToolUse: "echo quiet", PostToolUse: "echo quiet", Stop: "echo quiet" } },
      { end: stopped, model: lacks("quiet"), user: "", ran: true },
    ],
    [
      "exit code 0: stdout of SessionStart is context, too",
      { hooks: { SessionStart: "echo be brief" } },
      { end: stopped, model: has("be brief"), user: "" },
    ],
    [
      "exit code 2 on UserPromptSubmit erases the prompt, and stderr is for the user only",
      { hooks: { UserPromptSubmit: fail("not now", 2) } },
      { end: { type: "hook", why: "not now" }, model: "[]", user: has("not now"), ran: false },
    ],
    [
      "exit code 2 on PreToolUse blocks the call, and stderr is for the model",
      { hooks: { PreToolUse: fail("not now", 2) } },
      { end: stopped, model: has("not now"), user: "", ran: false, call: { state: "blocked" } },
    ],
    [
      "exit code 2 on PostToolUse: stderr is for the model",
      { hooks: { PostToolUse: fail("format it", 2) } },
      { end: stopped, model: has("format it"), user: "", ran: true, call: { state: "done" } },
    ],
    [
      "exit code 2 on Stop: the agent continues with stderr",
      { hooks: { Stop: once(fail("run the tests", 2)) } },
      { end: stopped, model: has("run the tests"), user: "" },
    ],
    ...onEach("any other exit code blocks nothing, and stderr is for the user", (event) => [
      { hooks: { [event]: fail("no disk", 3) } },
      { end: stopped, model: lacks("no disk"), user: has("no disk"), ran: true },
    ]),
    [
      "no output does nothing",
      { hooks: { UserPromptSubmit: "exit 0", PreToolUse: "exit 0", PostToolUse: "exit 0" } },
      { end: stopped, model: lacks("hook-output"), user: "", ran: true },
    ],
  ]);
});

describe("JSON", () => {
  testStatements("wave", [
    ...onEach("continue: false ends the turn, and the user gets the stopReason", (event) => [
      { hooks: { [event]: print({ continue: false, stopReason: "enough" }) } },
      { end: { type: "hook", why: "enough" }, user: has("enough") },
    ]),
    ...onEach("systemMessage is shown to the user", (event) => [
      { hooks: { [event]: print({ systemMessage: "careful" }) } },
      { end: stopped, model: lacks("careful"), user: has("careful"), ran: true },
    ]),
    [
      "continue: true comes before exit code 2",
      { hooks: { PreToolUse: print({ continue: true }, 2) } },
      { end: stopped, ran: true, user: has("exit") },
    ],
    [
      "a stated allow comes before exit code 2",
      { hooks: { PreToolUse: print(decides("allow"), 2) } },
      { end: stopped, ran: true },
    ],
    [
      "JSON that states no decision leaves it to exit code 2",
      { hooks: { PreToolUse: print({ systemMessage: "careful" }, 2) } },
      { end: stopped, ran: false, user: has("careful") },
    ],
    [
      "a halt comes before an allow",
      { hooks: { PreToolUse: print({ ...decides("allow"), continue: false, stopReason: "x1" }) } },
      { end: { type: "hook", why: "x1" }, ran: false },
    ],
    [
      "a halt comes before a block",
      { hooks: { PostToolUse: print({ continue: false, stopReason: "x1", decision: "block" }) } },
      { end: { type: "hook", why: "x1" } },
    ],
    [
      "a halt without a stopReason has a default one",
      { hooks: { PreToolUse: print({ continue: false }) } },
      { end: { type: "hook" }, ran: false, user: has("stopReason") },
    ],
    [
      "malformed JSON with exit code 0 continues, and the user sees what was wrong",
      { hooks: { PreToolUse: 'echo \'{"decision": "blo\'' } },
      { end: stopped, ran: true, user: has("[output-malformed]") },
    ],
    [
      "malformed JSON with exit code 2 blocks",
      { hooks: { PreToolUse: "echo '{\"systemMessage\":'; echo broken >&2; exit 2" } },
      { end: stopped, ran: false, model: has("broken") },
    ],
    [
      "a field of another event is dropped, and the user sees the problem",
      { hooks: { Stop: print(specific("Stop", { permissionDecision: "deny" })) } },
      { end: stopped, user: has("permissionDecision") },
    ],
    [
      "specific fields for another event add nothing, and the user sees the problem",
      { hooks: { PostToolUse: print(specific("Stop", { additionalContext: "stray" })) } },
      { end: stopped, model: lacks("stray"), user: has("hookEventName") },
    ],
    [
      "an unknown field changes nothing",
      { hooks: { PreToolUse: print({ nonsense: true }) } },
      { end: stopped, user: "", ran: true },
    ],
    [
      "decision and reason count inside hookSpecificOutput, too",
      {
        hooks: {
          PostToolUse: print(specific("PostToolUse", { decision: "block", reason: "format it" })),
        },
      },
      { end: stopped, model: has("format it") },
    ],
  ]);
});

describe("PreToolUse", () => {
  testStatements("wave", [
    [
      "allow runs the tool without asking, and the reason is for the user only",
      { hooks: { PreToolUse: print(decides("allow")) } },
      { ran: true, asked: [], user: has("it is Friday"), model: lacks("it is Friday") },
    ],
    [
      "deny blocks the tool, and the reason is for the model",
      { hooks: { PreToolUse: print(decides("deny")) } },
      { ran: false, asked: [], model: has("it is Friday"), call: { state: "blocked" } },
    ],
    [
      "ask asks the user with the reason, and the model does not get it",
      { hooks: { PreToolUse: print(decides("ask")) } },
      { ran: true, asked: ["it is Friday"], model: lacks("it is Friday") },
    ],
    [
      "updatedInput is what the tool gets",
      {
        hooks: {
          PreToolUse: print(decides("allow", { updatedInput: { command: "echo rewritten" } })),
        },
      },
      { ran: false, call: { state: "done", result: "rewritten" } },
    ],
  ]);
});

describe("PostToolUse", () => {
  testStatements("wave", [
    [
      "block gives the model the reason",
      { hooks: { PostToolUse: print({ decision: "block", reason: "format it" }) } },
      { end: stopped, model: has("format it"), ran: true },
    ],
    [
      "additionalContext is for the model",
      {
        hooks: { PostToolUse: print(specific("PostToolUse", { additionalContext: "650 lines" })) },
      },
      { end: stopped, model: has("650 lines"), user: "" },
    ],
    [
      "no decision prompts nobody",
      { hooks: { PostToolUse: print(specific("PostToolUse", {})) } },
      { end: stopped, model: lacks("hook-output"), user: "" },
    ],
  ]);
});

describe("UserPromptSubmit and Stop", () => {
  testStatements("wave", [
    [
      "block erases the prompt, and the reason is for the user only",
      { hooks: { UserPromptSubmit: print({ decision: "block", reason: "no secrets" }) } },
      { end: { type: "hook", why: "no secrets" }, model: "[]", user: has("no secrets") },
    ],
    [
      "additionalContext of a prompt is for the model",
      {
        hooks: {
          UserPromptSubmit: print(specific("UserPromptSubmit", { additionalContext: "Monday" })),
        },
      },
      { end: stopped, model: has("Monday"), user: "" },
    ],
    [
      "block on Stop: the agent continues with the reason",
      { hooks: { Stop: once(print({ decision: "block", reason: "run the tests" })) } },
      { end: stopped, model: has("run the tests") },
    ],
    [
      "block on Stop without a reason has a default one, and the user sees the problem",
      { hooks: { Stop: once(print({ decision: "block" })) } },
      { end: stopped, model: has("Stop hook"), user: has("reason") },
    ],
    [
      "a prompt that is not blocked is kept",
      { hooks: { UserPromptSubmit: print({}) } },
      { end: stopped, model: has(PROMPT), user: "" },
    ],
  ]);
});

describe("the data model to the letter (wave/strict)", () => {
  testStatements("wave/strict", [
    [
      "a missing required field leaves it to the exit code",
      { hooks: { PreToolUse: print({ continue: false }) } },
      { end: stopped, ran: true, user: has("stopReason") },
    ],
    [
      "a specific part for another event leaves it to the exit code",
      { hooks: { PreToolUse: print(specific("Stop", { permissionDecision: "deny" }), 2) } },
      { end: stopped, ran: false, user: has("hookEventName") },
    ],
  ]);
});
