export { commandLineOf } from "./command-line.js";
export { dispatched } from "./dispatched.js";
export { scriptsIn, type NamedScript } from "./command-files.js";
export { decisionsOf } from "./decisions.js";
export { edited, fileEdit, overlap, type Edit } from "./edits.js";
export type { Finding, Fix, Proof as FindingProof } from "./finding.js";
export { lintSubjects, locateFindings, sorted } from "./lint.js";
export type { LocatedFinding, Occurrence } from "./lint.js";
export { proofs } from "./proof/proofs.js";
export { callsFor } from "./proof/trials.js";
export type { Judgement, Observation, Trial } from "./proof/trial.js";
export { eventOf, trialsFor } from "./proof/trials.js";
export { withSeen } from "./seen.js";
export type { Example } from "./rule.js";
export { rules } from "./rules/index.js";
export {
  languageOf,
  LONGEST_SCRIPT,
  ParserMissing,
  readScript,
  type LoadFile,
  type Parsers,
} from "./script/read-script.js";
export { keyEdit, textAt, valueEdit, type SettingsText } from "./settings-edits.js";
export { scriptOf, subjectOf } from "./subject.js";
export { wantedFiles, type HelperFile } from "./helper-files.js";
export type { CommandFile, LintHook, LintScript, ModuleKind, Subject } from "./subject.js";
export type { FilePath, ParsedScript } from "./script/syntax.js";
