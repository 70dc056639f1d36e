import type { LocatedFinding } from "../../lint/index.js";
import type { Arguments } from "../arguments.js";
import { interruptible } from "../interruptible.js";
import { progress } from "../progress.js";
import type { Proved } from "./prove.js";

/** `--prove`; null where it was not given. */
export async function runProofs(
  given: Arguments,
  located: readonly LocatedFinding[],
): Promise<Proved | "interrupted" | null> {
  if (!given.flag("prove") || given.flag("diff")) return null;
  const { prove } = await import("./prove.js");
  return interruptible(async (signal) => {
    try {
      const proved = await prove(located, {
        trustProject: given.flag("trust-project"),
        signal,
        onProgress: (text) => progress(`proving ${text}`),
      });
      return signal.aborted ? "interrupted" : proved;
    } finally {
      progress("");
    }
  });
}
