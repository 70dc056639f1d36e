import { describe } from "vitest";
import {
  has,
  lacks,
  print,
  specific,
  stopped,
  subagent,
  testStatements,
  type Statement,
} from "./play.js";

const context = (event: string): object => specific(event, { additionalContext: "650 lines" });
const inTurn = ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse"];

describe("the two fields", () => {
  testStatements("pact", [
    ...inTurn.map((event): Statement => [
      `systemMessage is for the user and the model (${event})`,
      { hooks: { [event]: print({ systemMessage: "save the decision log" }) } },
      {
        end: stopped,
        user: has("save the decision log"),
        model: has("save the decision log"),
        ran: true,
      },
    ]),
    [
      "systemMessage of SubagentStop is for the user and the parent's model",
      {
        hooks: { SubagentStop: print({ systemMessage: "the handoff is not complete" }) },
        turns: subagent,
      },
      {
        end: stopped,
        user: has("the handoff is not complete"),
        model: has("the handoff is not complete"),
      },
    ],
    ...inTurn.map((event): Statement => [
      `additionalContext is for the model only (${event})`,
      { hooks: { [event]: print(context(event)) } },
      { end: stopped, user: "", model: has("650 lines"), ran: true },
    ]),
    [
      "additionalContext of SubagentStop is for the parent's model only",
      { hooks: { SubagentStop: print(context("SubagentStop")) }, turns: subagent },
      { end: stopped, user: "", model: has("650 lines") },
    ],
    [
      "additionalContext of Stop waits for the next prompt and does not force a turn",
      { hooks: { Stop: print(context("Stop")) }, turns: [{ say: "One." }, { say: "Two." }] },
      { end: stopped, user: "", model: lacks("Two.") },
    ],
    [
      "both fields in one answer",
      {
        hooks: {
          SessionStart: print({ systemMessage: "not installed", ...context("SessionStart") }),
        },
      },
      { user: has("not installed"), model: has("650 lines") },
    ],
    [
      "a hookEventName of another event adds nothing, and the user sees the problem",
      { hooks: { PostToolUse: print(context("Stop")) } },
      { end: stopped, user: has("hookEventName"), model: lacks("650 lines") },
    ],
  ]);
});

describe("nothing to report", () => {
  const hooks = (command: string): Record<string, string> =>
    Object.fromEntries([...inTurn, "Stop"].map((event) => [event, command]));
  const silence = { end: stopped, user: "", model: lacks("hook-output"), ran: true } as const;
  testStatements("pact", [
    ["{} is silent", { hooks: hooks("echo '{}'") }, silence],
    ["no output is silent", { hooks: hooks("exit 0") }, silence],
  ]);
});
