import { createHash, hash } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  statSync,
  type BigIntStats,
} from "node:fs";
import { isAbsolute, join } from "node:path";
import { codeOf } from "../io/index.js";
import { canonicalPath } from "./canonical-path.js";
import { noteAnswer } from "./findings.js";
import { RememberedHashes } from "./remembered-hashes.js";

/** A file at one moment: its content, and all that shows whether it was touched since. */
export interface FileState {
  /** As the hook names it, absolute. */
  readonly path: string;
  /** Where its links lead. */
  readonly real: string;
  readonly sha256: string;
  /** Changes with every write, however short: device, number, size and both times to the nanosecond. */
  readonly identity: string;
  /** The very bytes that were hashed; null for a large file. */
  readonly bytes: Buffer | null;
  /** It was changed so lately that the next write could leave it the same time. */
  readonly isFresh: boolean;
  /**
   * It was changed so lately that memory which is shared with it may not have been written to the disk since. Until
   * then a further write to that memory leaves no time.
   */
  readonly isRecent: boolean;
  /** Where only a part of a file counts, under a path of its own: the file. */
  readonly whole?: FileContent;
}

/** What a file holds. */
export type FileContent = Pick<FileState, "path" | "sha256">;

/** The file on the disk that a state is of, as it was when it was looked at. */
export function fileOf({ path, sha256, whole }: FileState): FileContent {
  return whole ?? { path, sha256 };
}

/** What hooks are written in is smaller; larger files are programs. */
const SMALL = 1024 * 1024;
const CHUNK = 1024 * 1024;
/** Some file systems keep time in steps of the kernel's clock, of up to ten milliseconds. */
export const CLOCK_STEP_MS = 20;
/** The system writes shared memory to the disk after half a minute, or a minute where it saves power. */
const WRITTEN_MS = 10 * 60_000;

/** Reads a regular file through one descriptor, so that what is hashed is what was looked at. Null where there is none. */
export function readFileState(path: string): FileState | null {
  const state = readNow(path);
  if (state === null) noteAnswer(`file ${path}`, null, () => readNow(path) === null);
  else noteAnswer(`file ${path}`, `${state.identity} ${state.sha256}`, () => isSame(state));
  return state;
}

// A planted pipe must not hold us up.
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

function readNow(path: string): FileState | null {
  let fd: number;
  try {
    // Most of what is asked for does not exist, and an error costs more than the look.
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return null;
    fd = openSync(path, READ);
  } catch (error) {
    return unreadable(path, error);
  }
  try {
    const stats = fstatSync(fd, { bigint: true });
    if (!stats.isFile()) return null;
    const real = canonicalPath(path);
    const age = Date.now() - changedAt(stats);
    const times = { isFresh: age < CLOCK_STEP_MS, isRecent: age < WRITTEN_MS };
    const identity = identityThrough(path, real, stats);
    if (stats.size > SMALL)
      return { path, real, sha256: hashOf(fd, stats), identity, bytes: null, ...times };
    const bytes = readAll(fd, Number(stats.size));
    return { path, real, sha256: hash("sha256", bytes, "hex"), identity, bytes, ...times };
  } catch (error) {
    return unreadable(path, error);
  } finally {
    closeSync(fd);
  }
}

/**
 * Whether a file is untouched and holds the same bytes. They are read and compared: there are ways to change a file that no
 * `stat` shows, docs/decisions/0006 has a list.
 */
function isSame({ path, real, identity, sha256, bytes }: FileState): boolean {
  let fd: number;
  try {
    fd = openSync(path, READ);
  } catch {
    return false;
  }
  try {
    const stats = fstatSync(fd, { bigint: true });
    if (realpathSync.native(path) !== real) return false;
    if (identityThrough(path, real, stats) !== identity) return false;
    if (bytes === null) return hashOf(fd, stats) === sha256;
    const now = Buffer.allocUnsafe(bytes.length + 1);
    return (
      readSync(fd, now, 0, now.length, 0) === bytes.length && bytes.equals(now.subarray(0, -1))
    );
  } catch {
    return false;
  } finally {
    closeSync(fd);
  }
}

/** The file's own identity and, where links lead to it, theirs: each may have led elsewhere for a while. */
function identityThrough(path: string, real: string, stats: BigIntStats): string {
  const own = identityOf(stats);
  return real === path ? own : [...linksOnTheWay(path), own].join(" ");
}

/** The identity of every link that leads to a file, also of folders that are links. */
function linksOnTheWay(path: string): string[] {
  const links: string[] = [];
  let place = "/";
  let parts = path.split("/");
  // The system gives up after forty links, and so did whoever opened the file.
  for (let part = parts.shift(); part !== undefined && links.length < 40; part = parts.shift()) {
    const next = join(place, part);
    const stats = lstatSync(next, { bigint: true });
    if (!stats.isSymbolicLink()) {
      place = next;
      continue;
    }
    links.push(identityOf(stats));
    const target = readlinkSync(next);
    if (isAbsolute(target)) place = "/";
    parts = [...target.split("/"), ...parts];
  }
  return links;
}

/** What the system says where there is no file. */
const noFile: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR", "ELOOP", "EISDIR"]);

/** A file that is there but may not be read counts as one whose content nobody knows; it never equals another. */
function unreadable(path: string, error: unknown): FileState | null {
  const code = codeOf(error);
  if (noFile.has(code)) return null;
  const state = `unreadable (${code})`;
  return {
    path,
    real: canonicalPath(path),
    sha256: state,
    identity: state,
    bytes: null,
    isFresh: false,
    isRecent: false,
  };
}

/** Of whatever is at a path now; null where nothing is, or nothing that may be looked at. */
export function identityAt(path: string): string | null {
  try {
    return identityOf(statSync(path, { bigint: true }));
  } catch {
    return null;
  }
}

export function identityOf(stats: BigIntStats): string {
  const { dev, ino, size, mtimeNs, ctimeNs, mode } = stats;
  return `${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}:${mode}`;
}

/** To the end, also where the file grew since its size was read. One that grows past what it may is none that can be read. */
function readAll(fd: number, size: number): Buffer {
  const parts: Buffer[] = [];
  let left = SMALL + 1;
  for (let room = size + 1; ; room = 65_536) {
    const part = Buffer.allocUnsafe(Math.min(room, left));
    const read = readSync(fd, part, 0, part.length, null);
    if (read === 0) return Buffer.concat(parts);
    parts.push(part.subarray(0, read));
    left -= read;
    if (left === 0) throw Object.assign(new Error("it grows"), { code: "it grows" });
  }
}

const hashes = new RememberedHashes();

function changedAt({ ctimeNs }: BigIntStats): number {
  return Number(ctimeNs / 1_000_000n);
}

/** Of a large file. */
function hashOf(fd: number, stats: BigIntStats): string {
  return hashes.of({
    identity: identityOf(stats),
    changed: changedAt(stats),
    lookAgain: () => identityOf(fstatSync(fd, { bigint: true })),
    hash: () => hashOfLarge(fd, stats.size),
  });
}

function hashOfLarge(fd: number, size: bigint): string {
  const sum = createHash("sha256");
  const chunk = Buffer.allocUnsafe(CHUNK);
  // Not past the size that it had: a file without an end is hashed as far, and found to be another one.
  for (let left = Number(size); left > 0;) {
    const read = readSync(fd, chunk, 0, Math.min(CHUNK, left), null);
    if (read === 0) break;
    sum.update(chunk.subarray(0, read));
    left -= read;
  }
  return sum.digest("hex");
}
