import type { AnswerForms } from "../answer-forms.js";

/** Cursor. Of one reason the user and the model each get a copy, as far as the event has both messages. */
export const answerForms: AnswerForms = {
  named: null,
  // A hook with `failClosed` that prints nothing has failed.
  silence: "{}",
  levels: {
    halt: [{ fields: { continue: false }, stopReason: "user_message" }],
    deny: [
      { fields: { permission: "deny" }, reason: ["user_message", "agent_message"] },
      // Leaves the other message to a warning.
      { fields: { permission: "deny" }, reason: ["agent_message"] },
      { fields: { continue: false }, reason: ["user_message"] },
      { fields: {}, reason: ["followup_message"] },
    ],
    ask: [{ fields: { permission: "ask" }, reason: ["user_message"] }],
    allow: [{ fields: { permission: "allow" } }],
  },
  parts: {
    input: [{ path: "updated_input" }],
    toolOutput: [{ path: "updated_mcp_tool_output" }],
    context: [{ path: "additional_context" }, { path: "agent_message" }],
    warning: [{ path: "user_message" }],
  },
};
