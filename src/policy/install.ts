import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { exclusively, makeFolder, replaceFile } from "../io/index.js";
import type { Bundle } from "./bundle.js";
import {
  bundlesFolder,
  currentFile,
  readBundle,
  readCurrent,
  readStated,
  type BundleName,
  type Current,
} from "./installed.js";
import { PolicyFault } from "./manifest.js";

/** So many bundles stay on the disk: sessions that began with an older one still run it. */
const KEPT = 10;
const DRAFT = ".draft-";

/** Which bundles shall count. */
export type Wanted = Pick<Current, "enforced" | "observed">;

/**
 * Puts bundles on the disk, looks at them there, and then makes them count by replacing one file: whenever it is cut off, what
 * counted before still does. Throws a PolicyFault where that would go back to an older revision.
 */
export function install(
  folder: string,
  wanted: Wanted,
  fetched: readonly Bundle[],
  keys: readonly string[],
): void {
  makeFolder(bundlesFolder(folder), 0o755);
  exclusively(join(folder, "lock"), () => {
    const before = highestKnown(folder, keys);
    checkOrder(wanted, before);
    for (const bundle of fetched) place(folder, bundle);
    const names = [wanted.enforced, wanted.observed].filter((name) => name !== null);
    for (const name of names) readBundle(folder, name, keys);
    const highest = Math.max(before.highest, ...names.map(({ revision }) => revision));
    const { enforced, observed } = wanted;
    const text = `${JSON.stringify({ v: 1, enforced, observed, highest })}\n`;
    replaceFile(currentFile(folder), text, { mode: 0o644, durable: true });
    removeOld(folder, [...names, before.enforced, before.observed]);
  });
}

/** What counts now. Where that file is damaged or gone, what the bundles on the disk say of their revisions still holds. */
export function highestKnown(folder: string, keys: readonly string[]): Current {
  const known = currentOrNone(folder);
  let { highest } = known;
  for (const address of addresses(folder)) {
    try {
      highest = Math.max(highest, readStated(folder, address, keys).revision);
    } catch (error) {
      if (!(error instanceof PolicyFault)) throw error;
    }
  }
  return { ...known, highest };
}

function currentOrNone(folder: string): Current {
  const none = { enforced: null, observed: null, highest: 0 };
  try {
    return readCurrent(folder) ?? none;
  } catch (error) {
    if (error instanceof PolicyFault) return none;
    throw error;
  }
}

function checkOrder({ enforced, observed }: Wanted, before: Current): void {
  const newest = Math.max(enforced?.revision ?? 0, observed?.revision ?? 0);
  const isBack = (enforced?.revision ?? 0) < (before.enforced?.revision ?? 0);
  if (newest < before.highest || isBack)
    throw new PolicyFault(
      `revision ${isBack ? (enforced?.revision ?? 0) : newest} is older than ${Math.max(before.highest, before.enforced?.revision ?? 0)}, which this machine has had`,
    );
  for (const [one, other] of [
    [enforced, before.enforced],
    [observed, before.observed],
  ] as const)
    if (one !== null && one.revision === other?.revision && one.address !== other.address)
      throw new PolicyFault(`there are two bundles with revision ${one.revision}`);
}

/** Written elsewhere and moved into place. One that is there already is replaced: it may have been changed. */
function place(folder: string, { address, stated, manifest, signature, contents }: Bundle): void {
  const target = join(bundlesFolder(folder), address);
  const draft = join(bundlesFolder(folder), `${DRAFT}${address}`);
  rmSync(draft, { recursive: true, force: true });
  writeDurably(join(draft, "manifest.json"), manifest, 0o644);
  writeDurably(join(draft, "signature"), signature, 0o644);
  for (const { path, sha256, isExecutable } of stated.files)
    writeDurably(
      join(draft, "files", path),
      contents.get(sha256) ?? new Uint8Array(),
      isExecutable ? 0o755 : 0o644,
    );
  rmSync(target, { recursive: true, force: true });
  renameSync(draft, target);
}

function writeDurably(path: string, content: Uint8Array, mode: number): void {
  makeFolder(dirname(path), 0o755);
  const fd = openSync(path, "wx", mode);
  try {
    for (let written = 0; written < content.length;) written += writeSync(fd, content, written);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  // The umask took bits away.
  chmodSync(path, mode);
}

function addresses(folder: string): readonly string[] {
  if (!existsSync(bundlesFolder(folder))) return [];
  return readdirSync(bundlesFolder(folder)).filter((name) => /^[0-9a-f]{64}$/.test(name));
}

function removeOld(folder: string, kept: readonly (BundleName | null)[]): void {
  const at = (name: string): string => join(bundlesFolder(folder), name);
  const names = new Set(kept.map((name) => name?.address));
  const old = addresses(folder)
    .map((name) => ({ name, since: statSync(at(name)).mtimeMs }))
    .toSorted((one, other) => other.since - one.since)
    .slice(KEPT)
    .filter(({ name }) => !names.has(name));
  const drafts = readdirSync(bundlesFolder(folder)).filter((name) => name.startsWith(DRAFT));
  for (const name of [...old.map((one) => one.name), ...drafts])
    rmSync(at(name), { recursive: true, force: true });
}
