import type { Dialect } from "./dialect.js";
import { wave } from "./wave.js";

/** The exit-code contract to the letter: JSON is plain text, only the code counts. */
export const waveExit: Dialect = {
  ...wave,
  name: "wave/exit",
  summary: "Exit codes only: JSON on stdout is plain text.",
  capabilities: ["exit-codes", "context", "message-operations"],
  json: "never",
  fields: {},
  tellsOperations: true,
};
