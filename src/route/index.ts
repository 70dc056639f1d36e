export { actionOf, callAt, erasesPrompt, operationOf, operationsOf } from "./operations.js";
export type { Action, Operation } from "./operations.js";
export { route } from "./route.js";
export { changesOf, inReading } from "./reading.js";
export type { Reading } from "./reading.js";
export type { RoutedText, Text, TextKind } from "./text.js";
