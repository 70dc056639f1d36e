import type { AnswerForms } from "../answer-forms.js";

const specific = "hookSpecificOutput";

/** Qwen Code. Each event reads one of these forms; an allow before a tool grants nothing. */
export const answerForms: AnswerForms = {
  named: null,
  levels: {
    halt: [{ fields: { continue: false }, stopReason: "stopReason" }],
    deny: [
      {
        fields: { [`${specific}.permissionDecision`]: "deny" },
        reason: [`${specific}.permissionDecisionReason`],
      },
      {
        fields: { [`${specific}.decision.behavior`]: "deny" },
        reason: [`${specific}.decision.message`],
      },
      { fields: { decision: "block" }, reason: ["reason"] },
      { fields: { continue: false }, reason: ["stopReason"] },
    ],
    ask: [
      {
        fields: { [`${specific}.permissionDecision`]: "ask" },
        reason: [`${specific}.permissionDecisionReason`],
      },
    ],
    allow: [{ fields: { [`${specific}.decision.behavior`]: "allow" } }],
  },
  parts: {
    input: [
      {
        path: `${specific}.decision.updatedInput`,
        beside: { [`${specific}.decision.behavior`]: "allow" },
      },
    ],
    context: [{ path: `${specific}.additionalContext` }],
    warning: [{ path: "systemMessage" }],
  },
};
