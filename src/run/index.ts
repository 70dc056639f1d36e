export { listed, withoutSecrets } from "./environment.js";
export type { ProcessResult } from "./process-spec.js";
export { createRunner } from "./runner.js";
export type { Runner } from "./runner.js";
