import { lstatSync } from "node:fs";
import { codeOf, readRegularFile } from "../io/index.js";

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
    const bytes = readRegularFile(path, MOST_BYTES);
    if (!Buffer.isBuffer(bytes))
      return {
        state: "unreadable",
        why: bytes.why === "too large" ? "more than 1 MiB" : bytes.why,
      };
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

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
