import { accessSync, chmodSync, constants, realpathSync, statSync } from "node:fs";
import { dirname, sep } from "node:path";
import { codeOf, readRegularFile, replaceFile } from "../../io/index.js";

/** Files as they would be after fixes. */
export interface DraftFiles {
  /** Undefined where the file's own text counts. */
  readonly text: (path: string) => string | undefined;
  readonly isExecutable: (path: string) => boolean;
}

export const noDrafts: DraftFiles = { text: () => undefined, isExecutable: () => false };

/** What may be changed. */
export interface WritablePlaces {
  readonly projects: readonly string[];
  /** Folders of the user: of what is there only settings files, and scripts in the folders of these. */
  readonly homes: readonly string[];
}

/** A file before and after. */
export interface Draft {
  readonly path: string;
  readonly before: string;
  text: string;
  isExecutable: boolean;
  readonly mode: number;
}

interface OpenDraft extends Draft {
  readonly real: string;
  readonly bytes: Buffer;
}

const LONGEST = 4 * 1024 * 1024;
const BOM = "\uFEFF";

/** Collects changes of files in memory, and writes them when all is known. */
export class Drafts implements DraftFiles {
  private readonly open = new Map<string, OpenDraft>();

  constructor(private readonly places: WritablePlaces) {}

  text(path: string): string | undefined {
    return this.open.get(realOf(path))?.text;
  }

  isExecutable(path: string): boolean {
    return this.open.get(realOf(path))?.isExecutable === true;
  }

  /** The draft of a file, or why it is not changed. */
  of(path: string, settings: readonly string[]): Draft | string {
    const real = realOf(path);
    const known = this.open.get(real);
    if (known !== undefined) return known;
    if (!this.mayWrite(real, settings.map(realOf)))
      return "it is outside of the project and of the user's own settings";
    try {
      const bytes = readRegularFile(real, LONGEST);
      if (!Buffer.isBuffer(bytes)) return bytes.why;
      const mode = statSync(real).mode & 0o777;
      // Whoever may write everything is asked to respect it too.
      if ((mode & 0o222) === 0) return "it is read-only";
      accessSync(real, constants.W_OK);
      const text = decoded(bytes);
      if (text === null) return "it is not UTF-8";
      const draft = { path, real, bytes, before: text, text, isExecutable: false, mode };
      this.open.set(real, draft);
      return draft;
    } catch (error) {
      return reasonOf(error);
    }
  }

  /** What differs from the files as they were read. */
  get changed(): readonly Draft[] {
    return [...this.open.values()].filter(isChanged);
  }

  /** Writes what has changed. What could not be written is in the result, with the reason. */
  save(): ReadonlyMap<string, string> {
    const refused = new Map<string, string>();
    for (const draft of [...this.open.values()].filter(isChanged)) {
      const why = write(draft);
      if (why !== null) refused.set(draft.path, why);
    }
    this.open.clear();
    return refused;
  }

  private mayWrite(real: string, settings: readonly string[]): boolean {
    const { projects, homes } = this.places;
    if (projects.some((folder) => isIn(real, realOf(folder)))) return true;
    const isUsers = (path: string): boolean => homes.some((home) => isIn(path, realOf(home)));
    if (!isUsers(real)) return false;
    return settings
      .filter(isUsers)
      .some((file) => file === real || (isUsers(dirname(file)) && isIn(real, dirname(file))));
  }
}

function isChanged({ before, text, isExecutable }: Draft): boolean {
  return text !== before || isExecutable;
}

/** Null where it was written. */
function write({ real, bytes, before, text, isExecutable, mode }: OpenDraft): string | null {
  try {
    const now = readRegularFile(real, LONGEST);
    if (!Buffer.isBuffer(now) || !now.equals(bytes)) return "it has changed since it was read";
    const { uid, gid } = statSync(real);
    const whole = isExecutable ? mode | ((mode & 0o444) >> 2) : mode;
    const bom = bytes.subarray(0, 3).toString() === BOM ? BOM : "";
    if (text !== before) replaceFile(real, bom + text, { mode: whole, owner: { uid, gid } });
    else chmodSync(real, whole);
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: "it may not be written",
  EROFS: "its file system is read-only",
  EPERM: "it belongs to someone else",
  ENOENT: "it is gone",
};

function reasonOf(error: unknown): string {
  return reasons[codeOf(error)] ?? (error instanceof Error ? error.message : String(error));
}

function isIn(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
