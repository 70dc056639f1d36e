import { hash, type KeyObject } from "node:crypto";
import { isSignedBy, signBytes } from "../signing/index.js";
import { addressOf, most, PolicyFault, readManifest, type Manifest } from "./manifest.js";

const PURPOSE = "policy 1";

/** A bundle as it travels: nothing of it counts before `openBundle` has checked it. */
export interface SealedBundle {
  readonly manifest: Uint8Array;
  readonly signature: Uint8Array;
  /** The content of each file, by its hash. */
  readonly contents: ReadonlyMap<string, Uint8Array>;
}

/** A bundle whose signature and bytes were checked. */
export interface Bundle extends SealedBundle {
  readonly address: string;
  readonly stated: Manifest;
}

/** Checks the signature, then what was signed, then every byte. Throws a PolicyFault. */
export function openBundle(sealed: SealedBundle, keys: readonly string[]): Bundle {
  openManifest(sealed.manifest, sealed.signature, keys);
  return checkContents(sealed);
}

/** The same without the signature: whether a bundle is whole. */
export function checkContents(sealed: SealedBundle): Bundle {
  const stated = readManifest(sealed.manifest);
  for (const { path, sha256, size } of stated.files) {
    const content = sealed.contents.get(sha256);
    if (content === undefined) throw new PolicyFault(`${path} is missing`);
    if (content.length !== size || hash("sha256", content, "hex") !== sha256)
      throw new PolicyFault(`${path} is not what was signed`);
  }
  return { ...sealed, address: addressOf(sealed.manifest), stated };
}

/** The same for a manifest alone. */
export function openManifest(
  manifest: Uint8Array,
  signature: Uint8Array,
  keys: readonly string[],
): Manifest {
  if (!keys.some((key) => isSignedBy(key, PURPOSE, manifest, signature)))
    throw new PolicyFault("no key in policy.keys of the settings has signed it");
  return readManifest(manifest);
}

export function signManifest(manifest: Uint8Array, key: KeyObject): Buffer {
  return signBytes(PURPOSE, manifest, key);
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");

/** A bundle as one file. */
export function bundleText({ manifest, signature, contents }: SealedBundle): string {
  const files = Object.fromEntries([...contents].map(([sha256, bytes]) => [sha256, base64(bytes)]));
  return `${JSON.stringify({ policy: 1, manifest: base64(manifest), signature: base64(signature), files })}\n`;
}

/** A file of a bundle is at most this long: base64 is a third longer. */
export const MOST_TEXT = 2 * most.bytes;

export function readBundleText(text: string): SealedBundle {
  try {
    const given = JSON.parse(text) as Record<string, unknown>;
    if (given["policy"] === 1 && typeof given["files"] === "object" && given["files"] !== null)
      return {
        manifest: bytesOf(given["manifest"]),
        signature: bytesOf(given["signature"]),
        contents: new Map(
          Object.entries(given["files"]).map(([sha256, content]) => [sha256, bytesOf(content)]),
        ),
      };
  } catch {
    // Said below.
  }
  throw new PolicyFault("it is not a bundle that snaphook policy build has written");
}

function bytesOf(value: unknown): Buffer {
  if (typeof value !== "string") throw new TypeError("no text");
  return Buffer.from(value, "base64");
}
