export { absencesOf } from "./absences.js";
export type { HostAbsence } from "./absence.js";
export { answerParts } from "./answer-forms.js";
export type { AnswerFields, AnswerForm, AnswerForms, PartPlace } from "./answer-forms.js";
export type {
  HostBridge,
  HostNames,
  HostStart,
  InstallPlace,
  PayloadForm,
  ToolOperation,
} from "./bridge.js";
export { bridgeOf } from "./bridge-of.js";
export { guessHost } from "./guess-host.js";
export { payloadFields } from "./payload-fields.js";
export { hostMatches } from "./host-matches.js";
export {
  allHosts,
  bridgedHosts,
  canonicalEvent,
  eventsOf,
  findBridgedHost,
  findHost,
} from "./matrix.js";
export { readMcp, writeMcp } from "./mcp-names.js";
export { groupedEntry, ownNames } from "./own-names.js";
export type { Basis, Host, HostEvent, HostTable } from "./host.js";
