export { isText } from "./effect.js";
export type { Effect, LoopEffect, TextEffect, TextKind } from "./effect.js";
export { actionOf, callAt, erasesPrompt, operationOf, operationsOf } from "./operations.js";
export type { Action, Operation } from "./operations.js";
export { route } from "./route.js";
export type { RouteContext, Routed } from "./route.js";
