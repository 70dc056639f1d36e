import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readSync,
  type Stats,
} from "node:fs";
import { dirname } from "node:path";
import { makeFolder } from "../io/index.js";
import { troubleOf, type Trouble } from "./trouble.js";

/** A ledger's file, opened for appending. */
export interface OpenLedgerFile {
  readonly fd: number;
  /** Distinguishes this file from another one at the same path. */
  readonly identity: string;
  /** Nothing was written to it yet. */
  readonly isNew: boolean;
  /** Bytes behind the last line that is complete: a writer was stopped there. */
  readonly damaged: number;
}

/** `O_RDWR`, because the last byte is read; `O_NONBLOCK`, so that a planted pipe cannot hold us up. */
const flags =
  constants.O_RDWR |
  constants.O_APPEND |
  constants.O_CREAT |
  // Windows knows neither.
  ((constants.O_NOFOLLOW as number | undefined) ?? 0) |
  ((constants.O_NONBLOCK as number | undefined) ?? 0);

const ours = process.geteuid?.();

/** Opens a file that only its owner can read, in a folder that only its owner can write, or says why not. */
export function openPrivate(path: string): OpenLedgerFile | Trouble {
  let fd: number | null = null;
  try {
    const folder = dirname(path);
    makeFolder(folder, 0o700);
    const fault = folderFault(lstatSync(folder)) ?? null;
    if (fault !== null) return { kind: "refused", message: `The folder ${folder} ${fault}.` };
    fd = openSync(path, flags, 0o600);
    const stats = fstatSync(fd);
    const fileFaultFound = fileFault(stats);
    if (fileFaultFound !== null) {
      closeQuietly(fd);
      return { kind: "refused", message: `The file ${path} ${fileFaultFound}.` };
    }
    if ((stats.mode & 0o077) !== 0) fchmodSync(fd, 0o600);
    const isNew = stats.size === 0;
    return { fd, identity: identityOf(stats), isNew, damaged: damagedTail(fd) };
  } catch (error) {
    if (fd !== null) closeQuietly(fd);
    return troubleOf(error, "unopened");
  }
}

/** Device and number of what is at a path, or null. */
export function identityAt(path: string): string | null {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats === undefined ? null : identityOf(stats);
}

const identityOf = ({ dev, ino }: Stats): string => `${dev}:${ino}`;

/** What is wrong with a folder for private files; null where nothing is. */
export function folderFault(stats: Stats): string | null {
  if (stats.isSymbolicLink()) return "is a symbolic link";
  if (!stats.isDirectory()) return "is not a folder";
  if (ours === undefined) return null;
  if (stats.uid !== ours) return `belongs to user ${stats.uid}, not to user ${ours}`;
  // In a sticky folder such as /tmp nobody else can replace the file.
  if ((stats.mode & 0o002) !== 0 && (stats.mode & 0o1000) === 0) return "can be written by anyone";
  return null;
}

/** What is wrong with a private file, whatever is in it; null where nothing is. */
export function fileFault(stats: Stats): string | null {
  if (!stats.isFile()) return "is not a plain file";
  if (stats.nlink > 1) return "has a second name (a hard link)";
  if (ours !== undefined && stats.uid !== ours)
    return `belongs to user ${stats.uid}, not to user ${ours}`;
  return null;
}

const CHUNK = 65_536;
const FARTHEST = 16 * CHUNK;
const TRIES = 3;

/** How many bytes come after the last line end. Another writer may be in the middle of a line: look again. */
function damagedTail(fd: number): number {
  for (let attempt = 1; ; attempt++) {
    const damaged = tailLength(fd);
    if (damaged === 0 || attempt === TRIES) return damaged;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
  }
}

function tailLength(fd: number): number {
  const { size } = fstatSync(fd);
  const last = Buffer.alloc(1);
  if (size === 0 || (readSync(fd, last, 0, 1, size - 1) === 1 && last[0] === 10)) return 0;
  const chunk = Buffer.alloc(CHUNK);
  for (let end = size; end > 0 && size - end < FARTHEST; end -= CHUNK) {
    const begin = Math.max(0, end - CHUNK);
    const read = readSync(fd, chunk, 0, end - begin, begin);
    const found = chunk.subarray(0, read).lastIndexOf(10);
    if (found >= 0) return size - (begin + found + 1);
  }
  return Math.min(size, FARTHEST);
}

export function closeQuietly(fd: number): void {
  try {
    closeSync(fd);
  } catch {
    // It is not used again.
  }
}

/** Makes the name of a new file durable, not only its content. */
export function syncFolder(path: string): void {
  try {
    const fd = openSync(dirname(path), constants.O_RDONLY);
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch {
    // Some systems cannot sync a folder; the file itself is synced with each gate.
  }
}
