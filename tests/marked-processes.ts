import { readdirSync, readFileSync } from "node:fs";

/** Processes whose environment holds a mark and that are no zombies, each by its pid and command line. */
export function markedProcesses(mark: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const isMarked = readFileSync(`/proc/${pid}/environ`, "latin1").includes(mark);
        const line = readFileSync(`/proc/${pid}/cmdline`, "latin1").replaceAll("\0", " ");
        return isMarked ? [`${pid} ${line}`] : [];
      } catch {
        return [];
      }
    });
}

/** Those that are still there after some patience; the bound is against hanging only. */
export async function leftBehind(mark: string, tries: number): Promise<string[]> {
  for (let left = tries; left > 0 && markedProcesses(mark).length > 0; left--)
    await new Promise((wake) => setTimeout(wake, 25));
  return markedProcesses(mark);
}
