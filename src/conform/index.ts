export { isMatcherCase, readCases } from "./case.js";
export type { AnyCase, ConformanceCase } from "./case.js";
export { checkCase } from "./check-case.js";
export type { CaseDifference } from "./check-case.js";
export { sameValue } from "./same-value.js";
