import type { Sheet } from "../answer-forms.js";

const specific = "hookSpecificOutput";

/** Gemini CLI. Everything that decides stands at the top; it has no grant. */
export const gemini: Sheet = {
  named: null,
  ways: {
    halt: [{ fields: { continue: false }, stopReason: "stopReason" }],
    deny: [{ fields: { decision: "deny" }, reason: ["reason"] }],
    ask: [{ fields: { decision: "ask" }, reason: ["reason"] }],
  },
  places: {
    input: [{ path: `${specific}.tool_input` }],
    context: [{ path: `${specific}.additionalContext` }],
    warning: [{ path: "systemMessage" }],
  },
};
