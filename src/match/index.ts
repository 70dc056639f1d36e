export { matches } from "./matches.js";
export { matchAll } from "./match-all.js";
export type { Hearing } from "./match-all.js";
export type { Conditions, Match, MatchRequest } from "./matches.js";
export { readPattern } from "./pattern.js";
