import type { AgentSession } from "../../session/index.js";

/** The exit code of a program that a signal has ended. */
const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/**
 * Has a signal abort the turn; the command then ends by itself and leaves nothing running. The second one does
 * not wait for that.
 */
export function closeOnSignals(session: AgentSession): {
  /** The exit code of a program that was interrupted so; null where it was not. */
  readonly code: number | null;
  stop(): void;
} {
  let count = 0;
  let ended: number | null = null;
  const listeners = Object.entries(codes).map(([signal, code]) => {
    const listener = (): void => {
      session.permissions.close("The session is over.");
      session.reviews.close();
      session.abort();
      ended ??= code;
      if (++count > 1) process.exit(code);
    };
    process.on(signal, listener);
    return [signal, listener] as const;
  });
  return {
    get code() {
      return ended;
    },
    stop() {
      for (const [signal, listener] of listeners) process.off(signal, listener);
    },
  };
}
