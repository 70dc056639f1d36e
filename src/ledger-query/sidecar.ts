import { createHash } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readSync,
  writevSync,
} from "node:fs";
import { endianness } from "node:os";
import { dirname } from "node:path";
import { replaceFile } from "../io/index.js";
import { fileFault, folderFault } from "../trace/index.js";
import { decodeBlock, encodeBlock, HEAD_BYTES, sizeOf } from "./block-bytes.js";
import type { Block, Columns } from "./columns.js";

/** Counted up with every change of `tables`, of `codes` and of the form of a block. */
const VERSION = 1;
const HEADER_BYTES = 512;
const PREFIX_BYTES = 4096;
const TAIL_BYTES = 256;

/** The ledger that a sidecar belongs to: its path is in the name, its content in the header. */
export interface LedgerFile {
  readonly fd: number;
  /** Device and number. */
  readonly identity: string;
}

/**
 * A file next to a ledger with its columns, so that they need not be made again. Only ever appended to, block by block;
 * whatever does not fit (another ledger, version or processor, a torn end) is left out or made anew. Nothing depends on it.
 */
export class Sidecar {
  /** As far as this process knows the file; another process that appends as well is left alone. */
  private size = 0;
  private isUsable = true;

  private constructor(
    private readonly path: string,
    private readonly ledger: LedgerFile,
  ) {}

  /** Fills empty columns with what is kept. Null where none may be kept: the folder is not private. */
  static open(path: string, ledger: LedgerFile, columns: Columns): Sidecar | null {
    try {
      if (folderFault(lstatSync(dirname(path))) !== null) return null;
      const stats = lstatSync(path, { throwIfNoEntry: false });
      if (stats !== undefined && fileFault(stats) !== null) return null;
    } catch {
      return null;
    }
    const sidecar = new Sidecar(path, ledger);
    sidecar.load(columns);
    return sidecar;
  }

  /** Keeps a block. Whether it could be kept; where not, it is made again next time. */
  append(block: Block, strings: readonly string[]): boolean {
    if (!this.isUsable) return false;
    try {
      if (this.size === 0) this.create(block.to);
      const fd = openSync(this.path, constants.O_RDWR | constants.O_APPEND | NOFOLLOW);
      try {
        // Another process builds it too: one is enough.
        if (fstatSync(fd).size !== this.size) return (this.isUsable = false);
        // In one call: no other process comes in between.
        this.size += writevSync(fd, encodeBlock(block, strings, this.tail(block.to)));
        return true;
      } finally {
        closeSync(fd);
      }
    } catch {
      return (this.isUsable = false);
    }
  }

  private load(columns: Columns): void {
    let fd: number;
    try {
      fd = openSync(this.path, constants.O_RDWR | NOFOLLOW);
    } catch {
      return;
    }
    try {
      const header = read(fd, 0, HEADER_BYTES);
      const prefix = Number(/"bytes":(\d+)/.exec(header.toString("latin1"))?.[1] ?? -1);
      if (prefix < 0 || prefix > PREFIX_BYTES || !header.equals(this.header(prefix))) return;
      this.size = HEADER_BYTES;
      let last: { readonly to: number; readonly tail: string } | null = null;
      for (;;) {
        const head = read(fd, this.size, HEAD_BYTES);
        const length = sizeOf(head);
        if (length === null) break;
        const decoded = decodeBlock(head, read(fd, this.size + HEAD_BYTES, length));
        if (decoded === null) break;
        this.size += HEAD_BYTES + length;
        const { block, strings, tail } = decoded;
        // Two processes have kept the same stretch.
        if (block.from !== columns.covered) continue;
        if (block.firstRow !== columns.rows || block.firstString !== columns.strings.length) break;
        columns.blocks.push(block);
        for (const text of strings) columns.intern(text);
        last = { to: block.to, tail };
      }
      if (last !== null && this.tail(last.to) !== last.tail) {
        // The ledger begins as it did, and is another one all the same.
        columns.clear();
        this.size = 0;
      } else if (fstatSync(fd).size > this.size) {
        ftruncateSync(fd, this.size);
      }
    } catch {
      columns.clear();
      this.size = 0;
    } finally {
      closeSync(fd);
    }
  }

  private create(covered: number): void {
    replaceFile(this.path, this.header(Math.min(PREFIX_BYTES, covered)), { mode: 0o600 });
    this.size = HEADER_BYTES;
  }

  private header(bytes: number): Buffer {
    const prefix = createHash("sha256")
      .update(read(this.ledger.fd, 0, bytes))
      .digest("hex");
    const text = JSON.stringify({
      snaphook: "columns of a ledger",
      version: VERSION,
      order: endianness(),
      ledger: this.ledger.identity,
      prefix,
      bytes,
    });
    return Buffer.from(`${text.padEnd(HEADER_BYTES - 1)}\n`);
  }

  /** Of what comes right before a byte of the ledger. */
  private tail(to: number): string {
    const from = Math.max(0, to - TAIL_BYTES);
    return createHash("sha256")
      .update(read(this.ledger.fd, from, to - from))
      .digest("hex");
  }
}

const NOFOLLOW = (constants.O_NOFOLLOW as number | undefined) ?? 0;

/** As much as there is of so many bytes. */
function read(fd: number, from: number, length: number): Buffer {
  const bytes = Buffer.from(new ArrayBuffer(length));
  let at = 0;
  while (at < length) {
    const count = readSync(fd, bytes, at, length - at, from + at);
    if (count === 0) break;
    at += count;
  }
  return bytes.subarray(0, at);
}
