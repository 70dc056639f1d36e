import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from "node:crypto";

const PREFIX = "ed25519:";
/** What precedes the 32 bytes of a public key in its standard form. */
const HEAD = Buffer.from("302a300506032b6570032100", "hex");

/** A new secret key, and the same in PEM. */
export function newSecretKey(): { readonly key: KeyObject; readonly pem: string } {
  const { privateKey: key } = generateKeyPairSync("ed25519");
  return { key, pem: key.export({ type: "pkcs8", format: "pem" }).toString() };
}

/** A secret key from its PEM, or why it is none. */
export function readSecretKey(pem: Buffer): KeyObject | { readonly why: string } {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === "ed25519" ? key : { why: "it is no Ed25519 key" };
  } catch (error) {
    return { why: `it is no secret key in PEM: ${(error as Error).message}` };
  }
}

/** The public part of a key, as settings have it. */
export function publicKeyText(key: KeyObject): string {
  const der = createPublicKey(key).export({ type: "spki", format: "der" });
  return `${PREFIX}${der.subarray(HEAD.length).toString("base64")}`;
}

/** Reading one takes longer than checking a signature. */
const known = new Map<string, KeyObject>();

/** A public key from settings, or null where it is none. */
function publicKey(text: string): KeyObject | null {
  const before = known.get(text);
  if (before !== undefined) return before;
  const raw = Buffer.from(text.startsWith(PREFIX) ? text.slice(PREFIX.length) : "", "base64");
  if (raw.length !== 32 || `${PREFIX}${raw.toString("base64")}` !== text) return null;
  const key = createPublicKey({ key: Buffer.concat([HEAD, raw]), format: "der", type: "spki" });
  known.set(text, key);
  return key;
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
