export { answerKeyFile, makeAnswerKey, publicKeyText, readAnswerKey } from "./answer-key.js";
export { askAboutCall, FleetAnswerer, whyNot, type FleetNews } from "./fleet-answerer.js";
export { FleetFault } from "./fleet-fault.js";
export { migrateFleet } from "./migrate.js";
export { OpenQuestions, type AnswerResult, type StoredQuestion } from "./open-questions.js";
export type { FleetQuestion } from "./question.js";
