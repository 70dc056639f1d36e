export { runCases } from "./run-cases.js";
export type { CheckedCase, FailureCode, HostResult } from "./run-cases.js";
