/** Milliseconds since some moment. `performance` would do the same, but loading it takes longer than a short hook. */
export function now(): number {
  return process.uptime() * 1000;
}

/**
 * Calls back after so long, once everything that has arrived by then was read: a process that was held up sees its clock
 * first, and would take an answer that came in time for silence.
 */
export function afterSilence(ms: number, action: () => void): NodeJS.Timeout {
  return setTimeout(() => setImmediate(action), ms);
}

/**
 * Calls back in a later turn of the event loop, and keeps no process alive for it. An immediate that keeps none alive does not
 * make the loop turn: where nothing else happens it would wait for whatever comes next.
 */
export function inOtherTurn(action: () => void): void {
  setTimeout(action, 0).unref();
}
