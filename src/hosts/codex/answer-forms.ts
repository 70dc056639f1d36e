import type { AnswerForms } from "../answer-forms.js";

const specific = "hookSpecificOutput";
const ruling = `${specific}.permissionDecision`;
const behavior = `${specific}.decision.behavior`;

/** Codex. It has no question; its only grant is on PermissionRequest, and `allow` elsewhere only carries a rewrite. */
export const answerForms: AnswerForms = {
  named: specific,
  levels: {
    halt: [{ fields: { continue: false }, stopReason: "stopReason" }],
    deny: [
      { fields: { [ruling]: "deny" }, reason: [`${specific}.permissionDecisionReason`] },
      { fields: { [behavior]: "deny" }, reason: [`${specific}.decision.message`] },
      { fields: { decision: "block" }, reason: ["reason"] },
    ],
    allow: [{ fields: { [behavior]: "allow" } }],
  },
  parts: {
    input: [{ path: `${specific}.updatedInput`, beside: { [ruling]: "allow" } }],
    context: [{ path: `${specific}.additionalContext` }],
    warning: [{ path: "systemMessage" }],
  },
};
