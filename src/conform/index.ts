export { isMatcherCase, readCases } from "./case.js";
export type { AnyCase, ConformanceCase, Expectation, MatcherCase } from "./case.js";
export { checkCase, differences } from "./check-case.js";
export type { CaseDifference } from "./check-case.js";
export { requirementsOf, statementsIn } from "./requirements.js";
export type { Conformance, Requirement } from "./requirements.js";
export { sameValue } from "./same-value.js";
