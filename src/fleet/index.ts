export { answerKeyFile, makeAnswerKey, readAnswerKey } from "./answer-key.js";
export type { AskNews } from "./ask.js";
export { connectFleet, type FleetConnection } from "./connection.js";
export { askAboutCall, FleetAnswerer, whyNot, type FleetNews } from "./fleet-answerer.js";
export { FleetFault } from "./fleet-fault.js";
export { startLocalServer, type LocalServer } from "./local/local-server.js";
export { postgresFolder } from "./local/postgres-programs.js";
export { migrateFleet } from "./migrate.js";
export { readFleetStatus, type MachineState } from "./fleet-status.js";
export { followQuestions } from "./follow-questions.js";
export {
  OpenQuestions,
  questionToAnswer,
  wrongName,
  type AnswerResult,
  type StoredQuestion,
} from "./open-questions.js";
export type { FleetQuestion } from "./question.js";
export {
  fleetMachines,
  reportMachine,
  type Machine,
  type ObservedCount,
} from "./policy/machines.js";
export { knownMachineId, machineId } from "./policy/machine-id.js";
export { publishPolicy, publishedRevisions } from "./policy/publish-policy.js";
export { checkSettings, pullPolicy, type Pulled } from "./policy/pull-policy.js";
export { anchorLedger, anchorsOf, type Anchored } from "./anchors/anchor-ledger.js";
export { checkAnchors } from "./anchors/ledger-heads.js";
