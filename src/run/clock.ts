/** Milliseconds since some moment. `performance` would do the same, but loading it takes longer than a short hook. */
export function now(): number {
  return process.uptime() * 1000;
}
