/**
 * For what a hook must do before its deadline: on a busy machine a short one may pass before the hook has begun. Tries
 * again with one twice as long; what fails at a minute as well is a fault.
 */
export async function withLongerDeadlines(
  firstMs: number,
  holds: (timeoutMs: number) => Promise<void>,
): Promise<void> {
  for (let timeoutMs = firstMs; timeoutMs < 60_000; timeoutMs *= 2)
    try {
      return await holds(timeoutMs);
    } catch {
      // It may have been too short.
    }
  await holds(60_000);
}
