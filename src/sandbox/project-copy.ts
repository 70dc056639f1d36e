import {
  chmodSync,
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  type Stats,
} from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { makeFolder } from "../io/index.js";
import { compareTrees, contentAt, type FileChange, type GivenFile } from "./file-changes.js";

/** What a copy may hold. A project that is larger is not copied. */
const MOST_FILES = 20_000;
export const MOST_BYTES = 256 * 1024 * 1024;

/** Large and made by programs: not copied. Where the system can, they are shown in the copy, read-only. */
const shared: ReadonlySet<string> = new Set([".git", "node_modules", ".venv"]);
const MOST_SHARED = 200;

/** A project is larger than a copy may be. */
class TooLarge extends Error {}

interface Copied {
  /** What is at the path in the copy, as long as nobody has written there. */
  readonly identity: string;
  readonly isFolder: boolean;
}

/**
 * A copy of a project's folder. No file of it shares its bytes with the original in a way that a write could be seen
 * there, and no link in it leads out of the project.
 */
export class ProjectCopy {
  /** Folders that are not copied, by their paths in the project. */
  readonly shared: string[] = [];
  /** What is not in the copy, by its path in the project, and why. */
  readonly left = new Map<string, string>();
  private readonly copied = new Map<string, Copied>();
  /** What was put there for one run, or taken away; null is a file that is not there. */
  private readonly given = new Map<string, Buffer | null>();
  private bytes = 0;

  /** Throws `TooLarge`. */
  constructor(
    private readonly project: string,
    readonly folder: string,
    /** A folder that is not part of it, should it be in the project: where the copy is. */
    private readonly except: string,
  ) {
    mkdirSync(folder, { mode: 0o700 });
    this.copyFolder("");
  }

  /** Makes it again what it was: whatever was written to it since is gone. */
  restore(): void {
    this.given.clear();
    this.removeNew("");
    for (const [place, { identity, isFolder }] of this.copied) {
      const there = lstatSync(join(this.folder, place), { throwIfNoEntry: false });
      if (there !== undefined && identityOf(there) === identity) continue;
      if (isFolder && there?.isDirectory() === true) chmodSync(join(this.folder, place), 0o700);
      else {
        removeTree(join(this.folder, place));
        this.copyEntry(place);
      }
    }
  }

  /** For one run another file is at a place, or none; `restore` takes it back. */
  put(place: string, file: GivenFile | null): void {
    const path = join(this.folder, place);
    removeTree(path);
    this.given.set(place, file === null ? null : Buffer.from(file.bytes));
    if (file === null) return;
    makeFolder(dirname(path), 0o700);
    writeFileSync(path, file.bytes, { mode: file.mode });
  }

  /** Whether a place is in a folder that is not copied. */
  isInShared(place: string): boolean {
    return this.shared.some((folder) => place === folder || place.startsWith(`${folder}${sep}`));
  }

  /** Files and links that are not what they were when the run began. */
  changes(): readonly FileChange[] {
    const before = new Map<string, (() => string | null) | null>();
    for (const [place, { identity, isFolder }] of this.copied) {
      if (isFolder) continue;
      const there = lstatSync(join(this.folder, place), { throwIfNoEntry: false });
      const isSame = there !== undefined && identityOf(there) === identity;
      before.set(place, isSame ? null : () => contentAt(join(this.project, place)));
    }
    for (const [place, bytes] of this.given)
      if (bytes === null) before.delete(place);
      else before.set(place, () => `file ${bytes.toString("latin1")}`);
    return compareTrees(this.folder, before, (place) => this.isInShared(place));
  }

  private removeNew(place: string): void {
    for (const name of readdirSync(join(this.folder, place))) {
      const inner = join(place, name);
      const known = this.copied.get(inner);
      const path = join(this.folder, inner);
      if (known === undefined) removeTree(path);
      else if (known.isFolder && lstatSync(path).isDirectory()) {
        chmodSync(path, 0o700);
        this.removeNew(inner);
      }
    }
  }

  private copyFolder(place: string): void {
    for (const name of readdirSync(join(this.project, place)).toSorted())
      this.copyEntry(join(place, name), true);
  }

  private copyEntry(place: string, isFirst = false): void {
    const from = join(this.project, place);
    if (from === this.except) return;
    try {
      const stats = lstatSync(from);
      this.copy(place, stats);
      if (isFirst && stats.isDirectory() && !this.isShared(place)) this.copyFolder(place);
    } catch (error) {
      if (error instanceof TooLarge) throw error;
      this.left.set(place, "it cannot be read");
    }
  }

  private copy(place: string, stats: Stats): void {
    const from = join(this.project, place);
    const to = join(this.folder, place);
    if (stats.isDirectory()) makeFolder(to, 0o700);
    else if (stats.isSymbolicLink()) {
      const target = this.targetOf(place);
      if (target === null) return;
      symlinkSync(target, to);
    } else if (stats.isFile()) {
      if (!this.copied.has(place)) this.count(stats.size);
      // Where the file system can, blocks are shared until one of both is written: the original stays what it is.
      copyFileSync(from, to, constants.COPYFILE_FICLONE);
      utimesSync(to, stats.atime, stats.mtime);
    } else {
      this.left.set(place, "it is no file");
      return;
    }
    const isFolder = stats.isDirectory();
    this.copied.set(place, { identity: identityOf(lstatSync(to)), isFolder });
  }

  private isShared(place: string): boolean {
    const name = place.slice(place.lastIndexOf(sep) + 1);
    if (!shared.has(name) || this.shared.length >= MOST_SHARED) return false;
    this.shared.push(place);
    return true;
  }

  /** Where a link leads, from the link; null where that is not in the project. */
  private targetOf(place: string): string | null {
    const at = dirname(join(this.project, place));
    const inner = relative(this.project, resolve(at, readlinkSync(join(this.project, place))));
    if (inner.split(sep)[0] !== "..") return relative(dirname(place), inner) || ".";
    this.left.set(place, "it is a link that leads out of the project");
    return null;
  }

  private count(size: number): void {
    this.bytes += size;
    if (this.copied.size >= MOST_FILES)
      throw new TooLarge(`the project has more than ${MOST_FILES} files`);
    if (this.bytes > MOST_BYTES)
      throw new TooLarge(`the project has more than ${MOST_BYTES / 1024 / 1024} MB`);
  }
}

/** Changes with every write; the times of folders change with what is in them. */
function identityOf(stats: Stats): string {
  const { ino, size, mode, mtimeMs, ctimeMs } = stats;
  return stats.isDirectory() ? `${ino} ${mode}` : `${ino} ${size} ${mode} ${mtimeMs} ${ctimeMs}`;
}

/** Also what a hook has locked. */
export function removeTree(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    unlock(path);
    rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  }
}

function unlock(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory() !== true) return;
  chmodSync(path, 0o700);
  for (const name of readdirSync(path)) unlock(join(path, name));
}
