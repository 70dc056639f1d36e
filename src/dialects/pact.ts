import type { Dialect } from "./dialect.js";
import { specific } from "./fields.js";
import { takesContext, wave } from "./wave.js";

/** Two ways to speak: systemMessage is prominent, for user and model; additionalContext is quiet, for the model. */
export const pact: Dialect = {
  ...wave,
  name: "pact",
  summary:
    "systemMessage is prominent, for user and model; additionalContext is quiet, on Stop too.",
  fields: {
    ...wave.fields,
    additionalContext: specific("text", [...takesContext, "Stop", "SubagentStop"]),
  },
  systemMessage: { to: ["user", "model"], standsForReason: false },
};
