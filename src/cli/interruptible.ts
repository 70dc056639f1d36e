const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The exit code of a command that was interrupted. */
export const INTERRUPTED = 130;

/** Does something that ends early, and cleans up, when the command is interrupted. */
export async function interruptible<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const abort = new AbortController();
  const stop = (): void => abort.abort();
  for (const signal of signals) process.once(signal, stop);
  try {
    return await work(abort.signal);
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
}
