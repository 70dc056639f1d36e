export { endingText } from "./ending-text.js";
export { forModel, hookTag, hookWords, notFromHook } from "./for-model.js";
export { forTerminal, forTerminalLine } from "./for-terminal.js";
export { toJsonText } from "./json-text.js";
export { colours, noColours } from "./paint.js";
export type { Paint } from "./paint.js";
export {
  codeWords,
  lastKey,
  problemFix,
  problemText,
  problemWords,
  repeatedProblem,
} from "./problem-text.js";
export { changedLines, decisionLines, readingText, sayText, voiceLines } from "./reading-text.js";
