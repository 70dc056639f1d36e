export { catalogue, problemCodes } from "./catalogue.js";
export type { ProblemCode, Severity } from "./catalogue.js";
export { isDiagnosis } from "./problem.js";
export type { Problem } from "./problem.js";
export { nearest, nearestName } from "./nearest.js";
export { oneProblem, problemList } from "./problem-list.js";
export type { ProblemList } from "./problem-list.js";
