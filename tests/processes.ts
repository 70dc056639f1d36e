import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** Other processes whose environment or working folder holds a tag and that are no zombies, by pid and command line. */
export function taggedProcesses(tag: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const isTagged =
          readFileSync(`/proc/${pid}/environ`, "latin1").includes(tag) ||
          readlinkSync(`/proc/${pid}/cwd`).includes(tag);
        const line = readFileSync(`/proc/${pid}/cmdline`, "latin1").replaceAll("\0", " ");
        return isTagged ? [`${pid} ${line}`] : [];
      } catch {
        return [];
      }
    });
}

/** What is still found after four minutes; the bound is against hanging only. */
export async function leftBehind(find: () => string[]): Promise<string[]> {
  for (let left = 10_000; left > 0 && find().length > 0; left--)
    await new Promise((wake) => setTimeout(wake, 25));
  return find();
}

/** For children that a test leaves alone on purpose. */
export async function killTagged(tag: string): Promise<void> {
  for (let found = taggedProcesses(tag); found.length > 0; found = taggedProcesses(tag)) {
    for (const line of found)
      try {
        process.kill(Number.parseInt(line, 10), "SIGKILL");
      } catch {
        // It has ended by itself.
      }
    await new Promise((wake) => setTimeout(wake, 10));
  }
}
