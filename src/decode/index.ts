export { engineAnswer } from "./answer.js";
export type { Answer, PlainObject, Say, Source } from "./answer.js";
export { capture } from "./capture.js";
export { decode } from "./decode.js";
export type { DecodeContext } from "./decode.js";
export { silentRun } from "./hook-run.js";
export type { Captured, Ending, HookRun, OnFailure } from "./hook-run.js";
export { isJson, reservedKeys } from "./plain-value.js";
export type { PlainValue } from "./plain-value.js";
