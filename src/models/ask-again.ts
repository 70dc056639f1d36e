import { setTimeout as sleep } from "node:timers/promises";
import type { AskingFailure } from "./failures.js";
import { ModelError } from "./model.js";

const MOST_TRIES = 3;
const FIRST_WAIT_MS = 250;
/** A server that wants to be left alone for longer is not waited for: the user should know. */
const LONGEST_WAIT_MS = 60_000;

/**
 * Asks, and asks again where what went wrong may pass, as late as the server wants. The SDKs' own way is not used: one
 * sleeps on when it is aborted, and both sleep as long as the server says.
 */
export async function askAgain<T>(
  ask: () => Promise<T>,
  failureOf: (error: unknown) => AskingFailure,
  signal: AbortSignal,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask();
    } catch (thrown) {
      const { error, waitMs } = failureOf(thrown);
      if (!error.isPassing || tries === MOST_TRIES) throw error;
      const wait = waitMs ?? FIRST_WAIT_MS * 2 ** (tries - 1);
      if (wait > LONGEST_WAIT_MS)
        throw new ModelError(
          `${error.message} It wants to be asked again in ${Math.ceil(wait / 1000)} seconds.`,
          error.kind,
        );
      await sleep(wait, undefined, { signal });
    }
  }
}
