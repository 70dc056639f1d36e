export { fillHeaders } from "./fill-headers.js";
export { createHttpRunner } from "./http-runner.js";
export type { HttpRunner } from "./http-spec.js";
