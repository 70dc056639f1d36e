import { closeSync, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { codeOf } from "../io/index.js";
import { UsageError } from "./usage-error.js";

export interface Bytes {
  readonly bytes: Uint8Array;
  /** More was there than was kept. */
  readonly cut: boolean;
}

const FIRST_BYTES = 65_536;

/** Reads at most `limit` bytes of a file or of standard input (`-`) and drains the rest, so that memory stays bounded. */
export function readCapped(name: string, limit: number): Bytes {
  const descriptor = name === "-" ? 0 : open(name);
  try {
    // It grows with what comes: room for the largest text, though never used, would cost more than reading a small one.
    let kept = Buffer.allocUnsafe(Math.min(limit, FIRST_BYTES));
    const rest = Buffer.allocUnsafe(FIRST_BYTES);
    let length = 0;
    let cut = false;
    for (;;) {
      if (length === kept.length && length < limit)
        kept = Buffer.concat([kept], Math.min(limit, kept.length * 2));
      const full = length === limit;
      const count = readSome(descriptor, full ? rest : kept.subarray(length), name);
      if (count === 0) return { bytes: kept.subarray(0, length), cut };
      if (full) cut = true;
      else length += count;
    }
  } finally {
    if (descriptor !== 0) closeSync(descriptor);
  }
}

function open(name: string): number {
  let descriptor: number;
  try {
    descriptor = openSync(name, "r");
  } catch (error) {
    throw new UsageError(`cannot read ${name}: ${reasonOf(error)}`);
  }
  if (!fstatSync(descriptor).isDirectory()) return descriptor;
  closeSync(descriptor);
  throw new UsageError(`cannot read ${name}: it is a folder`);
}

function readSome(descriptor: number, into: Uint8Array, name: string): number {
  for (;;) {
    try {
      return readSync(descriptor, into, 0, into.length, null);
    } catch (error) {
      const code = codeOf(error);
      if (code === "EOF") return 0;
      if (code !== "EAGAIN")
        throw new UsageError(
          `cannot read ${name === "-" ? "standard input" : name}: ${reasonOf(error)}`,
        );
      pause();
    }
  }
}

/** Largest file of settings, cases or payloads that is read. */
const LARGEST_TEXT = 64 * 1024 * 1024;

/** Parses a JSON file, or standard input (`-`). `what` names it in the error. */
export function readJsonFile(name: string, what: string): unknown {
  return parseJson(readCapped(name, LARGEST_TEXT), name, what);
}

/** Parses JSON that was read from there. */
export function parseJson({ bytes, cut }: Bytes, name: string, what: string): unknown {
  const named = name === "-" ? `${what} on standard input` : `${what} ${name}`;
  if (cut) throw new UsageError(`${named} is larger than ${LARGEST_TEXT} bytes`);
  const text = decodeText(bytes, named);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${named} is not valid JSON: ${reasonOf(error)}`);
  }
}

function decodeText(bytes: Uint8Array, what: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${what} is not UTF-8 text`);
  }
}

/** Writes everything, also to a pipe that is full for a while. False where its reader went away, which is no error. */
export function writeAll(descriptor: 1 | 2, text: string): boolean {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(descriptor, bytes, at);
    } catch (error) {
      const code = codeOf(error);
      if (code === "EPIPE") return false;
      if (code !== "EAGAIN") throw error;
      pause();
    }
  }
  return true;
}

/** Only a character device can be a terminal; only for one is node:tty worth the time that it takes to load. */
export function isTerminal(descriptor: 0 | 1 | 2): boolean {
  return (
    fstatSync(descriptor).isCharacterDevice() &&
    process.getBuiltinModule("node:tty").isatty(descriptor)
  );
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
}

const plainReasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EACCES: "permission denied",
  EISDIR: "it is a folder",
};

function reasonOf(error: unknown): string {
  return plainReasons[codeOf(error)] ?? (error instanceof Error ? error.message : String(error));
}
