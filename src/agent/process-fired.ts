import {
  processHookOutput,
  type Conversation,
  type HookProcessingResult,
} from "../conversation/index.js";
import type { Fired } from "../engine/index.js";

/** Puts what came of an event where it belongs in the conversation. */
export function processFired(
  fired: Fired,
  messages: Conversation,
  toolId?: string,
): HookProcessingResult {
  const exitCode = exitCodeOf(fired);
  const context = {
    ...(toolId !== undefined && { toolId }),
    ...(exitCode !== undefined && { exitCode }),
  };
  return processHookOutput(fired.event, fired.reading, context, messages);
}

/** Of the hook that decided; where none did, of the one with the most to say by it: 2, then another error, then 0. */
function exitCodeOf({ reading, hooks }: Fired): number | undefined {
  const winner = reading.provenance.voices.find(({ won }) => won)?.hook;
  const codes = hooks
    .filter(({ name }) => winner === undefined || name === winner)
    .flatMap(({ run }) => run?.exit ?? []);
  return codes.find((code) => code === 2) ?? codes.find((code) => code !== 0) ?? codes[0];
}
