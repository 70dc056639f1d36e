import type { AnswerForms } from "../answer-forms.js";

const specific = "hookSpecificOutput";
const ruling = `${specific}.permissionDecision`;
const reason = [`${specific}.permissionDecisionReason`];

/** Wave, by Snaphook's own dialect. */
export const answerForms: AnswerForms = {
  named: specific,
  exitTwoToo: true,
  levels: {
    halt: [{ fields: { continue: false }, stopReason: "stopReason" }],
    deny: [
      { fields: { [ruling]: "deny" }, reason },
      { fields: { decision: "block" }, reason: ["reason"] },
    ],
    defer: [{ fields: { [ruling]: "defer" }, reason }],
    ask: [{ fields: { [ruling]: "ask" }, reason }],
    allow: [{ fields: { [ruling]: "allow" }, reason }],
  },
  parts: {
    input: [{ path: `${specific}.updatedInput` }],
    prompt: [{ path: `${specific}.updatedPrompt`, optIn: "allowUpdatedPrompt" }],
    toolOutput: [{ path: `${specific}.updatedToolOutput` }],
    context: [{ path: `${specific}.additionalContext` }],
    warning: [{ path: "systemMessage" }],
  },
};
