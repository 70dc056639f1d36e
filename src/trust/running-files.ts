import { open } from "node:fs/promises";
import { resolve } from "node:path";
import { asProgram, type Hook } from "../config/index.js";
import { isInside } from "./canonical-path.js";
import { CLOCK_STEP_MS, type FileState } from "./file-state.js";
import { folderOf, type PathSurroundings } from "./named-paths.js";

/** The files of a hook as they were looked at. */
interface LookedFile {
  readonly hook: Hook;
  readonly states: readonly FileState[];
}

/** Which words of the exec form are files of the project, by their place. A program without a slash is one of the PATH. */
export function copiedWords(
  { hook, states }: LookedFile,
  surroundings: PathSurroundings,
): ReadonlyMap<number, FileState> {
  const program = asProgram(hook.action);
  const copied = new Map<number, FileState>();
  if (program?.form !== "exec") return copied;
  const folder = folderOf(hook, surroundings);
  for (const [index, word] of [program.command, ...program.args].entries()) {
    if (index === 0 ? !word.includes("/") : word.startsWith("-")) continue;
    const path = resolve(folder, word);
    const file = states.find((one) => one.path === path);
    if (file !== undefined && isInside(path, surroundings.projectDir)) copied.set(index, file);
  }
  return copied;
}

/** The first file that is not as it was when it was looked at, or null. Copies cannot change. */
export function touchedFile(
  looked: LookedFile,
  now: readonly FileState[],
  surroundings: PathSurroundings,
): string | null {
  const copied = new Set([...copiedWords(looked, surroundings).values()].map(({ path }) => path));
  const marks = (states: readonly FileState[]): Map<string, string> =>
    new Map(
      states
        .filter(({ path }) => !copied.has(path))
        .map(({ path, real, identity, sha256 }) => [path, `${real} ${identity} ${sha256}`]),
    );
  const [before, after] = [marks(looked.states), marks(now)];
  const paths = [...before.keys(), ...after.keys()];
  return paths.find((path) => before.get(path) !== after.get(path)) ?? null;
}

/**
 * Waits until whatever is written to files from then on changes their times; null where there is nothing to wait for.
 * Who holds a file as shared memory writes to it without a trace, until that memory has been written to the disk: the
 * next write to it is seen by the system.
 */
export function settle(looked: LookedFile, surroundings: PathSurroundings): Promise<void> | null {
  const copied = new Set(copiedWords(looked, surroundings).values());
  const recent = looked.states.filter((state) => state.isRecent && !copied.has(state));
  return recent.length === 0 ? null : written(recent);
}

async function written(recent: readonly FileState[]): Promise<void> {
  if (recent.some(({ isFresh }) => isFresh))
    await new Promise((wake) => setTimeout(wake, CLOCK_STEP_MS));
  await Promise.all(recent.map(({ path }) => writeToDisk(path)));
}

async function writeToDisk(path: string): Promise<void> {
  try {
    const file = await open(path.replace(/#[\w-]+$/, ""));
    try {
      await file.sync();
    } finally {
      await file.close();
    }
  } catch {
    // It is gone, or of a kind that needs no writing: the next look tells.
  }
}
