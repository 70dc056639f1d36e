import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** A file that a run finds in addition, or in the place of another. */
export interface GivenFile {
  readonly bytes: Uint8Array;
  readonly mode: number;
}

/** What a run has done to a file. The path is relative to the project; `~/` before it is the home folder. */
export interface FileChange {
  readonly path: string;
  readonly state: "created" | "changed" | "removed";
}

/** What is at a path, as a text that differs where the content does; null where nothing is, or a folder. */
export function contentAt(path: string): string | null {
  try {
    const stats = lstatSync(path);
    if (stats.isSymbolicLink()) return `link ${readlinkSync(path)}`;
    return stats.isFile() ? `file ${readFileSync(path, "latin1")}` : null;
  } catch {
    return null;
  }
}

/** What differs in a folder from what was in it before, in the order of the paths; null is a file that is known to be the same. */
export function compareTrees(
  folder: string,
  before: ReadonlyMap<string, (() => string | null) | null>,
  isLeftOut: (place: string) => boolean = () => false,
): readonly FileChange[] {
  const now = new Set(filesIn(folder, "", isLeftOut));
  const changes: FileChange[] = [];
  for (const path of now) {
    const was = before.get(path);
    if (was === undefined) changes.push({ path, state: "created" });
    else if (was !== null && was() !== contentAt(join(folder, path)))
      changes.push({ path, state: "changed" });
  }
  for (const path of before.keys()) if (!now.has(path)) changes.push({ path, state: "removed" });
  return changes.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/** Files and links, by their paths in the folder. What a program has locked counts as empty. */
export function filesIn(
  folder: string,
  place: string,
  isLeftOut: (place: string) => boolean = () => false,
): string[] {
  let entries;
  try {
    entries = readdirSync(join(folder, place), { withFileTypes: true });
  } catch {
    return [];
  }
  return entries.flatMap((entry) => {
    const inner = join(place, entry.name);
    if (isLeftOut(inner)) return [];
    return entry.isDirectory() ? filesIn(folder, inner, isLeftOut) : [inner];
  });
}
