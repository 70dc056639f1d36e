/** Sends a signal to a process, or by a negative number to a group. Who is gone does not get it. */
export function signalTo(target: number, name: NodeJS.Signals): void {
  try {
    process.kill(target, name);
  } catch {
    // Already gone, or not ours.
  }
}
