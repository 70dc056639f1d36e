import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from "node:crypto";
import { lstatSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolder, ownershipFault, readRegularFile } from "../io/index.js";
import { FleetFault } from "./fleet-fault.js";

const PREFIX = "ed25519:";
const LONGEST_KEY_FILE = 10_000;

/** Where the private key of whoever answers is. */
export function answerKeyFile(home: string): string {
  return join(home, "fleet", "answer.key");
}

/** Makes a private key that only this user can read; one that is there stays. Gives whether it is new. */
export function makeAnswerKey(file: string): boolean {
  makeFolder(dirname(file), 0o700);
  if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) return false;
  const { privateKey } = generateKeyPairSync("ed25519");
  const pem = privateKey.export({ type: "pkcs8", format: "pem" });
  writeFileSync(file, pem, { mode: 0o600, flag: "wx" });
  return true;
}

/** Reads a private key. One that others can read is refused: whoever has it can say yes in its owner's name. */
export function readAnswerKey(file: string): KeyObject {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined)
    throw new FleetFault(`there is no key ${file}; make one: snaphook approvals key`);
  const fault = ownershipFault(file, stats);
  if (fault !== null) throw new FleetFault(fault);
  if (process.platform !== "win32" && (stats.mode & 0o077) !== 0)
    throw new FleetFault(`${file} can be read by others; chmod 600 it, or make a new key`);
  const read = readRegularFile(file, LONGEST_KEY_FILE);
  if ("why" in read) throw new FleetFault(`${file} cannot be read: ${read.why}`);
  try {
    const key = createPrivateKey(read);
    if (key.asymmetricKeyType === "ed25519") return key;
  } catch (error) {
    throw new FleetFault(`${file} is no private key: ${(error as Error).message}`);
  }
  throw new FleetFault(`${file} is no Ed25519 key`);
}

/** A public key as it is written in settings. */
export function publicKeyText(key: KeyObject): string {
  const { x = "" } = createPublicKey(key).export({ format: "jwk" });
  return `${PREFIX}${Buffer.from(x, "base64url").toString("base64")}`;
}

/** A public key from settings, or null where it is none. */
function publicKey(text: string): KeyObject | null {
  const bytes = Buffer.from(text.startsWith(PREFIX) ? text.slice(PREFIX.length) : "", "base64");
  if (bytes.length !== 32 || `${PREFIX}${bytes.toString("base64")}` !== text) return null;
  const x = bytes.toString("base64url");
  return createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
}

/** What is signed begins with what it is for: a signature for one purpose is none for another. */
function signedBytes(purpose: string, bytes: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`snaphook ${purpose}\n`), bytes]);
}

export function signBytes(purpose: string, bytes: Uint8Array, key: KeyObject): Buffer {
  return sign(null, signedBytes(purpose, bytes), key);
}

/** Whether the signature is that of the key in the settings. Whatever is no key or no signature is not. */
export function isSignedBy(
  keyText: string,
  purpose: string,
  bytes: Uint8Array,
  signature: Uint8Array,
): boolean {
  try {
    const key = publicKey(keyText);
    return key !== null && verify(null, signedBytes(purpose, bytes), key, signature);
  } catch {
    return false;
  }
}
