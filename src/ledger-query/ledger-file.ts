import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { codeOf } from "../io/index.js";
import { linesIn, readLine, type LedgerLine, type RawLine } from "../trace/index.js";

/** A ledger that cannot be read, and why, in words for its user. */
export class UnreadableLedger extends Error {
  override readonly name = "UnreadableLedger";

  constructor(
    readonly file: string,
    readonly why: string,
  ) {
    super(`${file} cannot be read: ${why}`);
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  ENOTDIR: "there is no such file",
  EACCES: "permission denied",
};

/** With `O_NONBLOCK` a planted pipe cannot hold us up. */
const READING = constants.O_RDONLY | ((constants.O_NONBLOCK as number | undefined) ?? 0);

/** A ledger that is open for reading. It stays the same file, whatever is put at its path. */
export class LedgerFile {
  readonly fd: number;
  readonly identity: string;
  private room: Buffer = Buffer.alloc(0);

  constructor(path: string) {
    try {
      this.fd = openSync(path, READING);
    } catch (error) {
      const code = codeOf(error);
      throw new UnreadableLedger(path, reasons[code] ?? code);
    }
    const stats = fstatSync(this.fd);
    this.identity = `${stats.dev}:${stats.ino}`;
    if (stats.isFile()) return;
    this.close();
    throw new UnreadableLedger(
      path,
      stats.isDirectory() ? "it is a folder" : "it is not a plain file",
    );
  }

  get size(): number {
    return fstatSync(this.fd).size;
  }

  /** Whole lines up to a byte; each is good until the next one is asked for. */
  lines(from: number, to = Number.POSITIVE_INFINITY): Generator<RawLine, void> {
    return linesIn(this.fd, from, { to, isFleeting: true });
  }

  /** The record whose line begins at a byte, its hash checked; what is wrong with it, where it is none. */
  recordAt(offset: number): LedgerLine | string {
    const raw = this.lineAt(offset);
    const read = raw === null ? "it is not there any more" : (raw.fault ?? readLine(raw.bytes));
    return typeof read === "string" ? read : toLine(read, raw?.line ?? 0);
  }

  lineAt(offset: number): RawLine | null {
    // A line is a few hundred bytes as a rule: a small read is enough.
    const start = Buffer.allocUnsafe(SHORT);
    const length = readSync(this.fd, start, 0, SHORT, offset);
    const end = start.subarray(0, length).indexOf(10);
    if (end >= 0) return { line: 0, offset, bytes: start.subarray(0, end), fault: null };
    const [raw = null] = linesIn(this.fd, offset);
    return raw;
  }

  /** As much as there is of these bytes; good until the next call. */
  bytes(from: number, to: number): Buffer {
    if (this.room.length < to - from) this.room = Buffer.allocUnsafe(to - from);
    const bytes = this.room.subarray(0, to - from);
    let at = 0;
    while (at < bytes.length) {
      const count = readSync(this.fd, bytes, at, bytes.length - at, from + at);
      if (count === 0) break;
      at += count;
    }
    return bytes.subarray(0, at);
  }

  close(): void {
    closeSync(this.fd);
  }
}

const SHORT = 4096;

/** An intact record as those outside know it. */
export function toLine(read: object, line: number): LedgerLine {
  return { line, ...read } as unknown as LedgerLine;
}
