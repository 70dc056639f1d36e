import { changeFields, changes } from "./changes.js";
import type { Dialect } from "./dialect.js";
import { specific } from "./fields.js";
import { wave } from "./wave.js";

/** The document has only one of them. */
const noChanges = Object.fromEntries(
  Object.entries(changeFields)
    .filter(([field]) => field !== changes.input.field)
    .map(([field, spec]) => [field, { ...spec, events: [] }]),
);

/** The data model document to the letter: an answer is valid as a whole, or the exit code decides. */
export const waveStrict: Dialect = {
  ...wave,
  name: "wave/strict",
  summary: "The data model to the letter: a missing or invalid field makes the exit code decide.",
  capabilities: ["exit-codes", "json", "permissions", "rewrite-input", "context", "halt"],
  json: "letter",
  fields: {
    ...wave.fields,
    ...noChanges,
    additionalContext: specific("text", ["PostToolUse", "UserPromptSubmit"]),
  },
  words: {
    ...wave.words,
    decision: { block: "deny" },
    permissionDecision: { allow: "allow", deny: "deny", ask: "ask" },
  },
  required: { PreToolUse: ["permissionDecision"] },
  hookEventName: "required",
};
