import type { AnswerForms } from "../answer-forms.js";

/** Copilot CLI. All fields are at the top, which both names of an event read. It shows the user nothing that a hook says. */
export const answerForms: AnswerForms = {
  named: null,
  levels: {
    halt: [{ fields: { behavior: "deny", interrupt: true }, reason: ["message"] }],
    deny: [
      { fields: { permissionDecision: "deny" }, reason: ["permissionDecisionReason"] },
      { fields: { behavior: "deny" }, reason: ["message"] },
      { fields: { decision: "block" }, reason: ["reason"] },
    ],
    ask: [{ fields: { permissionDecision: "ask" }, reason: ["permissionDecisionReason"] }],
    allow: [{ fields: { permissionDecision: "allow" } }, { fields: { behavior: "allow" } }],
  },
  parts: {
    input: [{ path: "modifiedArgs" }],
    prompt: [{ path: "modifiedPrompt" }, { path: "modifiedTransformedPrompt" }],
    toolOutput: [
      { path: "modifiedResult" },
      { path: "modifiedResponse" },
      { path: "modifiedResult", textUnder: "textResultForLlm" },
      { path: "modifiedResponse", textUnder: "textResultForLlm" },
    ],
    context: [{ path: "additionalContext" }],
  },
};
