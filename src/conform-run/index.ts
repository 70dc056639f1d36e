export { runCases } from "./run-cases.js";
export type { CheckedCase } from "./run-cases.js";
