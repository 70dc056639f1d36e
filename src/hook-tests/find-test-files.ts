import { lstatSync, readdirSync, type Dirent } from "node:fs";
import { join } from "node:path";

/** What a file of tests is written in, by the end of its name. */
const kinds = {
  ".hooktest.json": "json",
  ".hooktest.yaml": "yaml",
  ".hooktest.yml": "yaml",
  ".hooktest.ts": "program",
  ".hooktest.mts": "program",
  ".hooktest.mjs": "program",
  ".hooktest.js": "program",
} as const;

export type TestFileKind = (typeof kinds)[keyof typeof kinds];

/** What kind of tests a file holds; null where its name is not that of one. */
export function kindOf(file: string): TestFileKind | null {
  const found = Object.entries(kinds).find(([end]) => file.endsWith(end));
  return found?.[1] ?? null;
}

/** Not a project's own work. */
const passedOver: ReadonlySet<string> = new Set([".git", "node_modules", ".venv"]);
/** More folders than a project has. */
const MOST_FOLDERS = 50_000;

/** Files of tests in a folder and those below it, in the order of their paths. A file stands for itself; links are not followed. */
export function findTestFiles(path: string): string[] {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return [];
  if (!stats.isDirectory()) return kindOf(path) === null ? [] : [path];
  const found: string[] = [];
  const folders = [path];
  for (let count = 0; count < MOST_FOLDERS; count++) {
    const folder = folders.pop();
    if (folder === undefined) break;
    for (const entry of entriesOf(folder)) {
      const inner = join(folder, entry.name);
      if (entry.isDirectory() && !passedOver.has(entry.name)) folders.push(inner);
      else if (entry.isFile() && kindOf(entry.name) !== null) found.push(inner);
    }
  }
  return found.toSorted();
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
