import type { LocatedFinding } from "../../lint/index.js";
import { forTerminalLine } from "../../show/index.js";
import type { Arguments } from "../arguments.js";
import { isTerminal, writeAll } from "../files.js";
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
      onProgress: (text) => progress(`proving ${text}`),
    });
    return abort.signal.aborted ? "interrupted" : proved;
  } finally {
    progress("");
    for (const signal of signals) process.off(signal, stop);
  }
}

/** One line on a terminal that says how far it is; nothing where stderr is none. */
function progress(text: string): void {
  if (!isTerminal(2)) return;
  // Some terminals say that they have none.
  const columns = process.stderr.columns > 0 ? process.stderr.columns : 80;
  writeAll(2, `\r\u001b[K${forTerminalLine(text).slice(0, columns - 1)}`);
}
