export { allDialects } from "./all.js";
export type {
  Dialect,
  EnvironmentFact,
  FieldName,
  FieldSpec,
  Lane,
  FieldPlace,
  TextLanes,
} from "./dialect.js";
export { belongsTo, dialectNames, findDialect, lanesOf, unknownDialect } from "./find.js";
export { isStricter, levels, strictest } from "./levels.js";
export type { Level } from "./levels.js";
export { anyRestrictiveWords, restrictiveWords } from "./restrictive-words.js";
export type { RestrictiveLevel } from "./restrictive-words.js";
export { waveFields, waveWords } from "./wave.js";
