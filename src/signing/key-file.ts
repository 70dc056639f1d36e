import type { KeyObject } from "node:crypto";
import { lstatSync, writeFileSync } from "node:fs";
import { codeOf, ownershipFault, readRegularFile } from "../io/index.js";
import { newSecretKey, publicKeyText, readSecretKey } from "./ed25519.js";

const LONGEST_FILE = 10_000;

/** Makes a secret key that only this user can read, and gives its public part. Throws what the system says, also where a file is there. */
export function makeKeyFile(file: string): string {
  const { pem, key } = newSecretKey();
  writeFileSync(file, pem, { mode: 0o600, flag: "wx" });
  return publicKeyText(key);
}

/**
 * Reads a secret key, or says why not; `make` is the command that makes one. A key that others can read is refused: whoever
 * has it signs in its owner's name.
 */
export function readKeyFile(file: string, make: string): KeyObject | { readonly why: string } {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return { why: `there is no key ${file}; make one: ${make}` };
  const fault = ownershipFault(file, stats);
  if (fault !== null) return { why: fault };
  if (process.platform !== "win32" && (stats.mode & 0o077) !== 0)
    return { why: `${file} can be read by others; chmod 600 it, or make a new key` };
  const read = bytesOf(file);
  const key = "why" in read ? read : readSecretKey(read);
  return "why" in key ? { why: `${file} cannot be used: ${key.why}` } : key;
}

function bytesOf(file: string): ReturnType<typeof readRegularFile> | { readonly why: string } {
  try {
    return readRegularFile(file, LONGEST_FILE);
  } catch (error) {
    return { why: codeOf(error) ?? String(error) };
  }
}
