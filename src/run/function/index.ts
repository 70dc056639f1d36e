export { FunctionRunner } from "./function-runner.js";
export { functionContext } from "./function-context.js";
export type { FunctionContext } from "./function-context.js";
