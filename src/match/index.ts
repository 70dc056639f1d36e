export { matches } from "./matches.js";
export type { Conditions, Match, MatchRequest } from "./matches.js";
