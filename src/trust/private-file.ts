import { lstatSync, readFileSync, type Stats } from "node:fs";
import { dirname } from "node:path";
import { makeFolder, ownershipFault, replaceFile } from "../io/index.js";

/** The text of a file that only its owner can have written; null where there is none. Throws an Error that says what is wrong. */
export function readPrivate(path: string): string | null {
  for (const place of [dirname(path), path]) {
    const stats = lstat(place);
    if (stats === null) return null;
    const fault = ownershipFault(place, stats);
    if (fault !== null) throw new Error(fault);
    if (place === path && !stats.isFile()) throw new Error(`${path} is not a regular file`);
  }
  return readFileSync(path, "utf8");
}

function lstat(path: string): Stats | null {
  return lstatSync(path, { throwIfNoEntry: false }) ?? null;
}

/** Replaces a file that only its owner may write. */
export function writePrivate(path: string, text: string): void {
  const folder = dirname(path);
  makeFolder(folder, 0o700);
  const fault = ownershipFault(folder, lstatSync(folder));
  if (fault !== null) throw new Error(fault);
  replaceFile(path, text, { mode: 0o600, durable: true });
}
