export { createHttpRunner } from "./http-runner.js";
export type { HttpRunner } from "./http-spec.js";
