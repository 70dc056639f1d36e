import type { Dialect, TextLanes } from "./dialect.js";
import { wave } from "./wave.js";

/** stdout is shown in the transcript, exit code 2 speaks to the model, other codes are only logged. */
const inTranscript = (row: TextLanes): TextLanes => ({
  ...row,
  stdout: "user",
  exitTwo: "model",
  otherCode: "log",
});

/** The reason of an approved stop is for the model as well. */
const stops = new Set(["Stop", "SubagentStop"]);

export const gosu: Dialect = {
  ...wave,
  name: "gosu",
  summary:
    "systemMessage speaks to the model, exit code 2 always blocks, plain stdout is for the transcript.",
  capabilities: [
    "exit-codes",
    "json",
    "json-hooks",
    "permissions",
    "rewrite-input",
    "rewrite-prompt",
    "context",
    "halt",
    "tightening",
  ],
  hookEventName: "optional",
  exitTwo: "outranks-json",
  systemMessage: { to: ["model"], standsForReason: true },
  rewritesPrompt: true,
  lanes: {
    events: Object.fromEntries(
      Object.entries(wave.lanes.events).map(([event, row]) => [
        event,
        { ...inTranscript(row), ...(stops.has(event) && { allow: "model" as const }) },
      ]),
    ),
    others: inTranscript(wave.lanes.others),
  },
};
