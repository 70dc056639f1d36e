import type { AnswerForms } from "../answer-forms.js";

const specific = "hookSpecificOutput";

/** Gemini CLI. Everything that decides is at the top; it has no grant. */
export const answerForms: AnswerForms = {
  named: null,
  levels: {
    halt: [{ fields: { continue: false }, stopReason: "stopReason" }],
    deny: [{ fields: { decision: "deny" }, reason: ["reason"] }],
    ask: [{ fields: { decision: "ask" }, reason: ["reason"] }],
  },
  parts: {
    input: [{ path: `${specific}.tool_input` }],
    context: [{ path: `${specific}.additionalContext` }],
    warning: [{ path: "systemMessage" }],
  },
};
