export { decide } from "./decide.js";
export { outcomes, restrictionOf, winningSay } from "./verdict.js";
export type { Outcome, Permission, Rewrite, Verdict, Voice } from "./verdict.js";
