export { listed, withoutSecrets } from "./environment.js";
export { functionContext, FunctionRunner } from "./function/index.js";
export type { FunctionContext } from "./function/index.js";
export { createHttpRunner, fillHeaders } from "./http/index.js";
export type { HttpRunner } from "./http/index.js";
export { moduleProgram } from "./module/index.js";
export type { ProcessResult } from "./process-spec.js";
export { createRunner } from "./runner.js";
export type { Runner } from "./runner.js";
