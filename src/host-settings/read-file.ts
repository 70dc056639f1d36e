import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from "node:fs";
import { codeOf } from "../io/index.js";

/** What a file holds, or why that is not known. */
export type HostFileText =
  | {
      readonly state: "read";
      /** Bytes that are no UTF-8 are U+FFFD, as most hosts read them. */
      readonly text: string;
      readonly isUtf8: boolean;
      readonly hasBom: boolean;
      /** The path itself is a link; it was followed. */
      readonly isLink: boolean;
    }
  | { readonly state: "missing" }
  | { readonly state: "unreadable"; readonly why: string };

/** Larger files are no configuration. */
const MOST_BYTES = 1024 * 1024;

/** The text of a regular file. A pipe, a device or a folder is refused and never waited for. */
export function readFile(path: string): HostFileText {
  try {
    const bytes = readBytes(path);
    if (typeof bytes === "string") return { state: "unreadable", why: bytes };
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    const hasBom = text.startsWith("\uFEFF");
    return {
      state: "read",
      text: hasBom ? text.slice(1) : text,
      isUtf8: isUtf8(bytes),
      hasBom,
      isLink: lstatSync(path).isSymbolicLink(),
    };
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT" || code === "ENOTDIR") return { state: "missing" };
    return { state: "unreadable", why: code || String(error) };
  }
}

/** The bytes, or why there are none. What a file says of its size is not believed: it may grow. */
function readBytes(path: string): Uint8Array | string {
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const status = fstatSync(descriptor);
    if (!status.isFile()) return "no regular file";
    const room = Math.min(status.size, MOST_BYTES) + 1;
    let bytes = new Uint8Array(room);
    let length = 0;
    while (true) {
      if (length > MOST_BYTES) return "more than 1 MiB";
      if (length === bytes.length) {
        const larger = new Uint8Array(Math.min(2 * length, MOST_BYTES + 1));
        larger.set(bytes);
        bytes = larger;
      }
      const count = readSync(descriptor, bytes, length, bytes.length - length, null);
      if (count === 0) return bytes.subarray(0, length);
      length += count;
    }
  } finally {
    closeSync(descriptor);
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
