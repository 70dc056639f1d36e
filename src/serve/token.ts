import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { linkSync, lstatSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { codeOf, ownershipFault } from "../io/index.js";

/** The name of the header, as it is in the file: curl sends the file as it is. */
export const TOKEN_HEADER = "x-snaphook-token";
const line = new RegExp(`^${TOKEN_HEADER}: ([0-9a-f]{64})\n$`);

/**
 * The token of a place, made where there is none yet. Of several who make one at the same time all get the same. A file
 * that others can read or write is replaced.
 */
export function openToken(path: string): string {
  for (;;) {
    const known = readToken(path);
    if (known !== null) return known;
    rmSync(path, { force: true });
    const draft = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
    const made = `${TOKEN_HEADER}: ${randomBytes(32).toString("hex")}\n`;
    writeFileSync(draft, made, { flag: "wx", mode: 0o600 });
    try {
      linkSync(draft, path);
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
    } finally {
      rmSync(draft, { force: true });
    }
  }
}

/** The token in a file that is its owner's alone, or null. */
export function readToken(path: string): string | null {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined || !stats.isFile() || ownershipFault(path, stats) !== null) return null;
  if ((stats.mode & 0o077) !== 0) return null;
  return line.exec(readFileSync(path, "latin1"))?.[1] ?? null;
}

/** Takes as long for a good guess as for a bad one. */
export function isToken(given: unknown, token: string): boolean {
  return typeof given === "string" && timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
