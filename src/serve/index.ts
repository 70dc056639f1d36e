export { encodeAnswer, type CommandAnswer } from "./answer.js";
export { ask } from "./control.js";
export { makePlace, placeOf, placesIn, type Place } from "./place.js";
export { serve, type LogEntry, type Status } from "./resident.js";
export { startResident } from "./start.js";
export { isRunning, readState } from "./state.js";
export type { AnswerCall } from "./run-call.js";
export { serveCalls } from "./worker.js";
export { isToken, openToken, readToken } from "./token.js";
