import type { AnswerForms } from "../answer-forms.js";

const specific = "hookSpecificOutput";

/**
 * Qwen Code. Each event reads one of these forms. Before a tool a stop blocks and does not end the turn, and no allow of
 * another hook overrides it; an allow there grants nothing.
 */
export const answerForms: AnswerForms = {
  named: null,
  jsonFirst: true,
  levels: {
    halt: [{ fields: { continue: false }, stopReason: "stopReason" }],
    deny: [
      {
        fields: { continue: false, [`${specific}.permissionDecision`]: "deny" },
        reason: ["stopReason", `${specific}.permissionDecisionReason`],
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
