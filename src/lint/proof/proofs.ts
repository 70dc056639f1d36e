import type { ProblemCode } from "../../problem/index.js";
import {
  allowsByPrefix,
  answerHas,
  decisionOnStderr,
  noise,
  partialRewrite,
  quoteInCode,
  quoteInJson,
} from "./by-answer.js";
import { badInput, missingProgram, stopsAgain } from "./by-block.js";
import { field, argument, lostStdin, variable } from "./by-comparison.js";
import { exitCode, subshellExit } from "./by-exit.js";
import { cannotStart, echoed } from "./by-start.js";
import { tooLong, unseen } from "./by-text.js";
import type { Proof } from "./trial.js";

/**
 * How a run settles what a rule has found. Of rules that are not here no run can say more than the script does: they are
 * about settings, about words, or about what happens when something fails.
 */
export const proofs: Readonly<Partial<Record<ProblemCode, Proof>>> = {
  "stderr-unseen": unseen,
  "stdout-unseen": unseen,
  "field-unseen": unseen,
  "output-over-cap": tooLong,
  "exit-1-block": exitCode,
  "exit-in-subshell": subshellExit,
  "decision-on-stderr": decisionOnStderr,
  "event-name-missing": answerHas("host-output-void"),
  "event-name-wrong": answerHas("host-output-void"),
  "host-output-void": answerHas("host-output-void"),
  "host-ignores-field": answerHas("host-ignores-field"),
  "host-deny-lost": answerHas("host-deny-lost"),
  "allow-rides-along": answerHas("allow"),
  "output-noise": noise,
  "json-interpolated": quoteInJson,
  "payload-in-code": quoteInCode,
  "rewrite-partial": partialRewrite,
  "approval-by-prefix": allowsByPrefix,
  "bad-input-allowed": badInput,
  "program-unchecked": missingProgram,
  "stop-unguarded": stopsAgain,
  "payload-field-unknown": field,
  "variable-unset": variable,
  "argv-for-stdin": argument,
  "stdin-replaced": lostStdin,
  "payload-echoed": echoed,
  "script-missing": cannotStart,
  "script-not-executable": cannotStart,
  "script-relative": cannotStart,
};
