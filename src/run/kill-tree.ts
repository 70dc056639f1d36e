import { Sweep } from "./sweep.js";
import { signalTo } from "./signal-to.js";

/** Asks a process group to end. A stopped one is woken, or it would never get the signal. */
export function terminateGroup(pid: number): void {
  signalTo(-pid, "SIGTERM");
  signalTo(-pid, "SIGCONT");
}

/** So long whoever wants a tree dead waits for it. What is found later dies as well. */
const PATIENCE_MS = 700;

/** One for all trees: sixty that are killed at once take no longer than one. */
const sweep = new Sweep();

/**
 * Kills a hook's group, where it is known, and then whoever left it: children in sessions of their own still carry the
 * run's id in their environment. (Where there is no /proc, only the group dies.)
 */
export async function killTree(pid: number | null, runId: string): Promise<void> {
  if (pid !== null) signalTo(-pid, "SIGKILL");
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, PATIENCE_MS);
    void sweep.kill(runId).then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Settles when nothing is left of all trees that were to be killed, or it has been given up. */
export async function allKilled(): Promise<void> {
  await sweep.over;
}
