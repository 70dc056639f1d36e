import type { AnswerForms, AnswerForm } from "../answer-forms.js";

const specific = "hookSpecificOutput";
const ruling = `${specific}.permissionDecision`;
const rulingReason = [`${specific}.permissionDecisionReason`];
const behavior = `${specific}.decision.behavior`;

const deny: AnswerForm = { fields: { [ruling]: "deny" }, reason: rulingReason };

/** Claude Code. A halt alone lets the tool run before the turn ends, so it comes with a denial where there is one. */
export const answerForms: AnswerForms = {
  named: specific,
  // Whatever is printed there is the path of the worktree, JSON too.
  mute: ["WorktreeCreate"],
  levels: {
    halt: [
      { ...deny, fields: { continue: false, ...deny.fields }, stopReason: "stopReason" },
      { fields: { continue: false }, stopReason: "stopReason" },
    ],
    deny: [
      deny,
      { fields: { [behavior]: "deny" }, reason: [`${specific}.decision.message`] },
      { fields: { decision: "block" }, reason: ["reason"] },
      { fields: { [`${specific}.action`]: "decline" } },
    ],
    defer: [{ fields: { [ruling]: "defer" }, reason: rulingReason }],
    ask: [{ fields: { [ruling]: "ask" }, reason: rulingReason }],
    allow: [
      { fields: { [ruling]: "allow" }, reason: rulingReason },
      { fields: { [behavior]: "allow" } },
    ],
  },
  parts: {
    input: [{ path: `${specific}.updatedInput` }, { path: `${specific}.decision.updatedInput` }],
    toolOutput: [{ path: `${specific}.updatedToolOutput` }],
    context: [{ path: `${specific}.additionalContext` }],
    warning: [{ path: "systemMessage" }],
  },
};
