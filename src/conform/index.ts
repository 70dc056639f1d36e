export { readCases } from "./case.js";
export type { ConformanceCase } from "./case.js";
export { checkCase } from "./check-case.js";
export type { Difference } from "./check-case.js";
