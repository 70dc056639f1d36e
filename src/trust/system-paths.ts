import { accessSync, constants, readdirSync, statSync, type Stats } from "node:fs";
import { dirname, join } from "node:path";
import { isInside } from "./canonical-path.js";
import { askDisk } from "./findings.js";

/** What belongs to the system; whoever can change that needs no hook. */
const systemFolders =
  /^\/(?:usr|bin|sbin|lib\w*|etc|nix|proc|sys|dev|System|Library|Applications)(?:\/|$)/;
/** What is no files, and must not be opened; memory that everybody shares is. */
const kernels = /^\/(?:proc|sys|dev(?!\/shm(?:\/|$)))(?:\/|$)/;

/** What lies in the project or the home folder is ours, wherever those lie, and so is what the user could change. */
export function isOurs(
  path: string,
  { projectDir, userHome }: { readonly projectDir: string; readonly userHome: string },
): boolean {
  if (!systemFolders.test(path) || isInside(path, projectDir) || isInside(path, userHome))
    return true;
  return !kernels.test(path) && isOpen(path);
}

const known = new Map<string, boolean>();

/** Who keeps running asks again for each engine: a folder may have been opened to others since. */
export function forgetFolders(): void {
  known.clear();
}

/** Whether a path of the system could be changed by whoever this is. Folders are looked at once, for each look that asks. */
function isOpen(path: string): boolean {
  return isWritable(path) || isOpenFolder(dirname(path));
}

function isOpenFolder(folder: string): boolean {
  return askDisk(`open ${folder}`, () => isOpenFolderNow(folder));
}

function isOpenFolderNow(folder: string): boolean {
  if (folder === dirname(folder)) return false;
  const before = known.get(folder);
  if (before !== undefined) return before;
  const isOne = isWritable(folder) || isOpenFolder(dirname(folder));
  known.set(folder, isOne);
  return isOne;
}

/** For root, which may write everything: whether somebody else may. */
function isWritable(path: string): boolean {
  return askDisk(`writable ${path}`, () => isWritableNow(path));
}

function isWritableNow(path: string): boolean {
  const stats = statsOf(path);
  if (stats === undefined) return false;
  if (process.getuid?.() === 0) return stats.uid !== 0 || (stats.mode & 0o002) !== 0;
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

export type PathKind = "file" | "folder" | "other";

export function kindAt(path: string): PathKind {
  return askDisk(`kind ${path}`, () => {
    const stats = statsOf(path);
    return stats?.isFile() === true ? "file" : stats?.isDirectory() === true ? "folder" : "other";
  });
}

/** The files of a folder, but for the samples that git puts there. */
export function filesIn(folder: string): string[] {
  return namesIn(folder)
    .filter((name) => !name.endsWith(".sample"))
    .map((name) => join(folder, name))
    .filter((path) => kindAt(path) === "file");
}

/** Whatever is in a folder; nothing where it cannot be listed. */
export function namesIn(folder: string): string[] {
  const names = askDisk(`names ${folder}`, () => {
    try {
      return readdirSync(folder).join("/");
    } catch {
      return "";
    }
  });
  return names === "" ? [] : names.split("/");
}
