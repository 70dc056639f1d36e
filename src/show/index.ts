export { forModel, hookTag, hookWords, notFromHook } from "./for-model.js";
export { forTerminal, forTerminalLine } from "./for-terminal.js";
export { toJsonText } from "./json-text.js";
export { colours, noColours } from "./paint.js";
export type { Paint } from "./paint.js";
export { problemFix, problemText, problemWords, repeatedProblem } from "./problem-text.js";
export { readingText } from "./reading-text.js";
