import type { LocatedFinding } from "../../lint/index.js";
import type { Arguments } from "../arguments.js";
import { showProgress } from "../progress.js";
import type { Proved } from "./prove.js";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** `--prove`; null where it was not given. */
export async function runProofs(
  given: Arguments,
  located: readonly LocatedFinding[],
): Promise<Proved | "interrupted" | null> {
  if (!given.flag("prove") || given.flag("diff")) return null;
  const { prove } = await import("./prove.js");
  const abort = new AbortController();
  const stop = (): void => abort.abort();
  for (const signal of signals) process.once(signal, stop);
  try {
    const proved = await prove(located, {
      trustProject: given.flag("trust-project"),
      signal: abort.signal,
      onProgress: (text) => showProgress(`proving ${text}`),
    });
    return abort.signal.aborted ? "interrupted" : proved;
  } finally {
    showProgress("");
    for (const signal of signals) process.off(signal, stop);
  }
}
