export { comparedInput, type InputLine } from "./compared-input.js";
export { publishQuestions } from "./publish.js";
export type { Over } from "./wire.js";
export { QuestionWatch, type OpenQuestion } from "./watch.js";
