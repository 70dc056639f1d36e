/** Most hooks have answered by then; a watcher that is started for nothing makes each of them slower. */
export const GUARD_AFTER_MS = 25;

/** By which a command is asked to end, and what shells make of it: 128 + this. */
const stopSignals = [
  ["SIGHUP", 1],
  ["SIGINT", 2],
  ["SIGTERM", 15],
] as const;

/** Who ends its hooks then may have them watched over only after `GUARD_AFTER_MS`. */
export function onStopSignal(stop: (number: number) => void): void {
  for (const [name, number] of stopSignals) process.once(name, () => stop(number));
}
