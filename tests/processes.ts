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
        if (!isTagged) return [];
        return [`${pid} ${readFileSync(`/proc/${pid}/cmdline`, "latin1").replaceAll("\0", " ")}`];
      } catch {
        return [];
      }
    });
}

/** What is still found after four minutes; the bound is against hanging only. A look takes milliseconds: they get rarer. */
export async function leftBehind(find: () => string[]): Promise<string[]> {
  const begin = performance.now();
  for (let wait = 10; performance.now() - begin < 240_000; wait = Math.min(wait * 1.4, 250)) {
    if (find().length === 0) return [];
    await new Promise((wake) => setTimeout(wake, wait));
  }
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
