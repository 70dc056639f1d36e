import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from "node:crypto";
import { PolicyFault } from "./manifest.js";

/** What precedes the 32 bytes of a public Ed25519 key in its standard form. */
const PREFIX = Buffer.from("302a300506032b6570032100", "hex");
/** So that a signature under anything else is never one under a policy. */
const PURPOSE = Buffer.from("snaphook policy v1\0");

/** A new key: what is kept secret as PEM, and the public part as settings have it. */
export function newPolicyKey(): { readonly secret: string; readonly publicKey: string } {
  const { privateKey } = generateKeyPairSync("ed25519");
  const secret = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  return { secret, publicKey: publicKeyOf(secret) };
}

/** The public part of a secret key in PEM. Throws a PolicyFault where it is none. */
function publicKeyOf(secret: string): string {
  const der = createPublicKey(secretKey(secret)).export({ type: "spki", format: "der" });
  return der.subarray(PREFIX.length).toString("base64");
}

export function signManifest(manifest: Uint8Array, secret: string): Buffer {
  return sign(null, Buffer.concat([PURPOSE, manifest]), secretKey(secret));
}

/** Whether one of the keys has signed the manifest. A text that is no key has signed nothing. */
export function isSigned(
  manifest: Uint8Array,
  signature: Uint8Array,
  keys: readonly string[],
): boolean {
  const signed = Buffer.concat([PURPOSE, manifest]);
  return keys.some((text) => {
    try {
      const key = readPublicKey(text);
      return key !== null && verify(null, signed, key, signature);
    } catch {
      return false;
    }
  });
}

/** Reading one takes longer than checking a signature. */
const known = new Map<string, KeyObject>();

function readPublicKey(text: string): KeyObject | null {
  const before = known.get(text);
  if (before !== undefined) return before;
  const raw = Buffer.from(text, "base64");
  if (raw.length !== 32 || raw.toString("base64") !== text) return null;
  const der = Buffer.concat([PREFIX, raw]);
  const key = createPublicKey({ key: der, format: "der", type: "spki" });
  known.set(text, key);
  return key;
}

function secretKey(pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === "ed25519") return key;
  } catch {
    // Said below.
  }
  throw new PolicyFault(
    "the key is not a secret Ed25519 key in PEM; make one: snaphook policy key --out FILE",
  );
}
