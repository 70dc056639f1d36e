import type { Rule } from "../rule.js";
import { allowByDefault } from "./answer/allow-by-default.js";
import { allowRidesAlong } from "./answer/allow-rides-along.js";
import { eventNameMissing } from "./answer/event-name-missing.js";
import { eventNameWrong } from "./answer/event-name-wrong.js";
import { hostIgnoresField } from "./answer/host-ignores-field.js";
import { hostOutputVoid } from "./answer/host-output-void.js";
import { jsonInterpolated } from "./answer/json-interpolated.js";
import { outputNoise } from "./answer/output-noise.js";
import { outputOverCap } from "./answer/output-over-cap.js";
import { payloadEchoed } from "./answer/payload-echoed.js";
import { rewritePartial } from "./answer/rewrite-partial.js";
import { blockEndsTurn } from "./block/block-ends-turn.js";
import { decisionOnStderr } from "./block/decision-on-stderr.js";
import { exitOneBlock } from "./block/exit-1-block.js";
import { exitInSubshell } from "./block/exit-in-subshell.js";
import { exitSwallowed } from "./block/exit-swallowed.js";
import { guardOneTool } from "./block/guard-one-tool.js";
import { hookAsyncGuard } from "./block/hook-async-guard.js";
import { hostBlocksUnasked } from "./block/host-blocks-unasked.js";
import { hostDenyLost } from "./block/host-deny-lost.js";
import { patternNeverMatches } from "./block/pattern-never-matches.js";
import { scriptEndsEarly } from "./block/script-ends-early.js";
import { scriptFails } from "./block/script-fails.js";
import { stopUnguarded } from "./block/stop-unguarded.js";
import { troubleBlocks } from "./block/trouble-blocks.js";
import { actionTooQuiet } from "./guide/action-too-quiet.js";
import { actionUnseen } from "./guide/action-unseen.js";
import { contextTooLoud } from "./guide/context-too-loud.js";
import { messageMixed } from "./guide/message-mixed.js";
import { messageTooLoud } from "./guide/message-too-loud.js";
import { messageTooQuiet } from "./guide/message-too-quiet.js";
import { nothingReported } from "./guide/nothing-reported.js";
import { reminderTooLoud } from "./guide/reminder-too-loud.js";
import { validationTooQuiet } from "./guide/validation-too-quiet.js";
import { approvalByPrefix } from "./hardening/approval-by-prefix.js";
import { guardFailsOpen } from "./hardening/guard-fails-open.js";
import { patternCatastrophic } from "./hardening/pattern-catastrophic.js";
import { programUnchecked } from "./hardening/program-unchecked.js";
import { argumentUnknown } from "./input/argument-unknown.js";
import { argvForStdin } from "./input/argv-for-stdin.js";
import { badInputAllowed } from "./input/bad-input-allowed.js";
import { payloadCut } from "./input/payload-cut.js";
import { payloadFieldUnknown } from "./input/payload-field-unknown.js";
import { payloadInCode } from "./input/payload-in-code.js";
import { scriptUnread } from "./input/script-unread.js";
import { stdinDrained } from "./input/stdin-drained.js";
import { stdinReplaced } from "./input/stdin-replaced.js";
import { toolNameUnknown } from "./input/tool-name-unknown.js";
import { variableUnset } from "./input/variable-unset.js";
import { helperMissing } from "./settings/helper-missing.js";
import { helperNameMissing } from "./settings/helper-name-missing.js";
import { helperNotExecutable } from "./settings/helper-not-executable.js";
import { matcherTooNarrow } from "./settings/matcher-too-narrow.js";
import { scriptMissing } from "./settings/script-missing.js";
import { scriptNotExecutable } from "./settings/script-not-executable.js";
import { scriptRelative } from "./settings/script-relative.js";
import { variableUnquoted } from "./settings/variable-unquoted.js";
import { checkUnseen } from "./unseen/check-unseen.js";
import { fieldUnseen } from "./unseen/field-unseen.js";
import { stderrUnseen } from "./unseen/stderr-unseen.js";
import { stdoutUnseen } from "./unseen/stdout-unseen.js";

/** Every rule, what is broken today before what might break. */
export const rules: readonly Rule[] = [
  exitOneBlock,
  decisionOnStderr,
  exitSwallowed,
  exitInSubshell,
  hostDenyLost,
  hostBlocksUnasked,
  hookAsyncGuard,
  scriptFails,
  patternNeverMatches,
  eventNameMissing,
  eventNameWrong,
  hostOutputVoid,
  hostIgnoresField,
  outputNoise,
  stderrUnseen,
  stdoutUnseen,
  fieldUnseen,
  checkUnseen,
  variableUnset,
  argvForStdin,
  argumentUnknown,
  payloadFieldUnknown,
  toolNameUnknown,
  payloadCut,
  stdinReplaced,
  stdinDrained,
  matcherTooNarrow,
  scriptMissing,
  scriptNotExecutable,
  helperNotExecutable,
  helperNameMissing,
  rewritePartial,
  scriptUnread,
  stopUnguarded,
  blockEndsTurn,
  troubleBlocks,
  scriptEndsEarly,
  actionUnseen,
  helperMissing,
  guardOneTool,
  allowRidesAlong,
  allowByDefault,
  jsonInterpolated,
  payloadEchoed,
  outputOverCap,
  payloadInCode,
  approvalByPrefix,
  patternCatastrophic,
  badInputAllowed,
  programUnchecked,
  guardFailsOpen,
  scriptRelative,
  variableUnquoted,
  messageTooQuiet,
  validationTooQuiet,
  actionTooQuiet,
  messageMixed,
  messageTooLoud,
  reminderTooLoud,
  contextTooLoud,
  nothingReported,
];
