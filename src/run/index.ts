export { listed, withoutSecrets } from "./environment.js";
export { createHttpRunner, fillHeaders } from "./http/index.js";
export type { HttpRunner } from "./http/index.js";
export { moduleProgram } from "./module/index.js";
export type { ProcessResult } from "./process-spec.js";
export { createRunner } from "./runner.js";
export type { Runner } from "./runner.js";
