import type { Voice } from "../decide/index.js";
import type { HookRun } from "../decode/index.js";

/** One decision of a hook in the provenance, of a host that does what the winner says. */
export function voiceOf(
  { hook }: HookRun,
  said: Pick<Voice, "level" | "by" | "won">,
  otherwise: string,
): Voice {
  const { level, by, won } = said;
  return { hook, level, by, won, why: won ? `${level} is what the host does` : otherwise };
}
