import type { Rule } from "../rule.js";
import { eventNameMissing } from "./answer/event-name-missing.js";
import { eventNameWrong } from "./answer/event-name-wrong.js";
import { outputNoise } from "./answer/output-noise.js";
import { decisionOnStderr } from "./block/decision-on-stderr.js";
import { exitOneBlock } from "./block/exit-1-block.js";
import { variableUnset } from "./input/variable-unset.js";
import { fieldUnseen } from "./unseen/field-unseen.js";
import { stderrUnseen } from "./unseen/stderr-unseen.js";
import { stdoutUnseen } from "./unseen/stdout-unseen.js";

/** Every rule, what is broken today before what might break. */
export const rules: readonly Rule[] = [
  exitOneBlock,
  decisionOnStderr,
  eventNameMissing,
  eventNameWrong,
  outputNoise,
  stderrUnseen,
  stdoutUnseen,
  fieldUnseen,
  variableUnset,
];
