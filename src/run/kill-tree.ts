import { RUN_ID } from "./process-spec.js";

/** Asks a process group to end. A stopped one is woken, or it would never get the signal. */
export function terminateGroup(pid: number): void {
  signal(-pid, "SIGTERM");
  signal(-pid, "SIGCONT");
}

/** Forks race with the search for stragglers; a few rounds catch up with them. */
const ROUNDS = 5;

/**
 * Kills a hook's group, where it is known, and then whoever left it: children in sessions of their own still carry the
 * run's id in their environment. (Where there is no /proc, only the group dies.)
 */
export async function killTree(pid: number | null, runId: string): Promise<void> {
  if (pid !== null) signal(-pid, "SIGKILL");
  for (let round = 0; round < ROUNDS; round++) {
    const stragglers = await findByRunId(runId);
    if (stragglers.length === 0) return;
    for (const straggler of stragglers) {
      // Where it leads a group, the others of the group may have lost the mark.
      signal(-straggler, "SIGKILL");
      signal(straggler, "SIGKILL");
    }
  }
}

/** Process ids whose environment names the run. */
async function findByRunId(runId: string): Promise<number[]> {
  // Loaded where it is needed: most hooks end by themselves.
  const { readdir, readFile } = await import("node:fs/promises");
  const mark = Buffer.from(`${RUN_ID}=${runId}\0`);
  let names: string[];
  try {
    names = await readdir("/proc");
  } catch {
    return [];
  }
  const candidates = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(
    candidates.map(async (pid) => {
      try {
        return (await readFile(`/proc/${pid}/environ`)).includes(mark);
      } catch {
        return false; // gone, or not ours to read
      }
    }),
  );
  return candidates.filter((pid, index) => found[index] === true && pid !== process.pid);
}

function signal(target: number, name: NodeJS.Signals): void {
  try {
    process.kill(target, name);
  } catch {
    // Already gone: that is what was wanted.
  }
}
