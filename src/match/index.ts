export { matches } from "./matches.js";
export { matchAll } from "./match-all.js";
export type { HookMatch } from "./match-all.js";
export type { Match, MatchRequest } from "./matches.js";
export { globMatches, parseGlob } from "./glob.js";
export type { Glob } from "./glob.js";
export { readPattern } from "./pattern.js";
export type { Pattern } from "./pattern.js";
export { starMatches } from "./stars.js";
