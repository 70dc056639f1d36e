import type { AgentSession } from "../../agent/index.js";

/** How a program that a signal has ended tells so. */
const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/**
 * Has a signal abort the turn; the command then ends by itself and leaves nothing running. The second one does
 * not wait for that.
 */
export function closeOnSignals(session: AgentSession): { stop(): void } {
  let count = 0;
  const listeners = Object.entries(codes).map(([signal, code]) => {
    const listener = (): void => {
      session.permissions.close("The session is over.");
      session.reviews.close();
      session.abort();
      if (++count > 1) process.exit(code);
    };
    process.on(signal, listener);
    return [signal, listener] as const;
  });
  return {
    stop() {
      for (const [signal, listener] of listeners) process.off(signal, listener);
    },
  };
}
