import { join } from "node:path";
import { codeOf, readRegularFile } from "../io/index.js";
import { openManifest } from "./bundle.js";
import { BundleLook } from "./bundle-look.js";
import { addressOf, most, PolicyFault, SETTINGS, type Manifest } from "./manifest.js";

/** Which bundle, by its number and its hash. */
export interface BundleName {
  readonly revision: number;
  readonly address: string;
}

/** Which bundles of the folder count. It is replaced as a whole. */
export interface Current {
  readonly enforced: BundleName | null;
  /** One whose hooks only observe. */
  readonly observed: BundleName | null;
  /** The newest revision that was ever taken: none that is older is taken again. */
  readonly highest: number;
}

/** A bundle on the disk whose signature and bytes were just checked. */
export interface InstalledBundle extends BundleName {
  readonly stated: Manifest;
  /** The folder of its files. */
  readonly files: string;
  /** What its settings file holds: the very bytes that were checked. */
  readonly settings: Buffer;
}

/** What a machine has. */
export interface Installed {
  readonly enforced: InstalledBundle | null;
  readonly observed: InstalledBundle | null;
}

export const currentFile = (folder: string): string => join(folder, "current.json");
export const bundlesFolder = (folder: string): string => join(folder, "bundles");
export const filesFolder = (folder: string, address: string): string =>
  join(bundlesFolder(folder), address, "files");

const MOST_CURRENT = 65_536;

/** Which bundles count; null where none was ever taken. Throws a PolicyFault where that is not known. */
export function readCurrent(folder: string): Current | null {
  const bytes = read(currentFile(folder), MOST_CURRENT);
  if (bytes === null) return null;
  try {
    const { v, enforced, observed, highest } = JSON.parse(bytes.toString()) as Current & { v: 1 };
    const isCurrent =
      v === 1 && Number.isSafeInteger(highest) && [enforced, observed].every(isName);
    if (isCurrent) return { enforced, observed, highest };
  } catch {
    // Said below.
  }
  throw new PolicyFault(`${currentFile(folder)} is damaged`);
}

function isName(name: BundleName | null): boolean {
  if (name === null) return true;
  return Number.isSafeInteger(name.revision) && /^[0-9a-f]{64}$/.test(name.address);
}

/**
 * The bundles of a machine, with signature, bytes and order of revisions checked. Throws a PolicyFault: whoever must have a
 * policy and has none that holds must not continue without one.
 */
export function readInstalled(folder: string, keys: readonly string[]): Installed {
  const current = readCurrent(folder);
  if (current === null) throw new PolicyFault("no policy was pulled yet");
  const enforced = current.enforced && readBundle(folder, current.enforced, keys);
  const observed = current.observed && readBundle(folder, current.observed, keys);
  if (enforced === null && observed === null) throw new PolicyFault("no policy was pulled yet");
  if (enforced !== null && enforced.stated.observeOver !== null)
    throw new PolicyFault(`revision ${enforced.revision} may only observe`);
  if (observed !== null) checkObserved(observed, enforced);
  const newest = Math.max(enforced?.revision ?? 0, observed?.revision ?? 0);
  if (newest < current.highest)
    throw new PolicyFault(
      `revision ${newest} is older than ${current.highest}, which this machine has had`,
    );
  return { enforced, observed };
}

/** A bundle that observes says on top of which one: it cannot be used to take that one away. */
function checkObserved(observed: InstalledBundle, enforced: InstalledBundle | null): void {
  const { observeOver } = observed.stated;
  if (observeOver === null)
    throw new PolicyFault(`revision ${observed.revision} must be in force, not observe`);
  if ((enforced?.revision ?? 0) < observeOver)
    throw new PolicyFault(
      `revision ${observed.revision} observes on top of ${observeOver}, which is not there`,
    );
}

/** What was signed of a bundle on the disk; its files are not looked at. Throws a PolicyFault. */
export function readStated(folder: string, address: string, keys: readonly string[]): Manifest {
  const place = join(bundlesFolder(folder), address);
  const manifest = read(join(place, "manifest.json"), most.manifestBytes);
  const signature = read(join(place, "signature"), 64);
  if (manifest === null || signature === null) throw new PolicyFault("it is not there");
  if (addressOf(manifest) !== address) throw new PolicyFault("its manifest was changed");
  return openManifest(manifest, signature, keys);
}

/** One bundle on the disk, all of it looked at. Throws a PolicyFault. */
export function readBundle(
  folder: string,
  name: BundleName,
  keys: readonly string[],
): InstalledBundle {
  const { revision, address } = name;
  try {
    const stated = readStated(folder, address, keys);
    if (stated.revision !== revision) throw new PolicyFault(`it is revision ${stated.revision}`);
    const files = filesFolder(folder, address);
    const wrong = new BundleLook(files, stated.files).fault();
    if (wrong !== null) throw new PolicyFault(wrong);
    return { ...name, stated, files, settings: settingsOf(files, stated) };
  } catch (error) {
    if (!(error instanceof PolicyFault)) throw error;
    throw new PolicyFault(`revision ${revision} cannot be used: ${error.message}`);
  }
}

/** Read and compared once more: what counts is what is in memory. */
function settingsOf(files: string, { files: listed }: Manifest): Buffer {
  const settings = read(join(files, SETTINGS), most.fileBytes);
  const wanted = listed.find(({ path }) => path === SETTINGS)?.sha256;
  if (settings === null || addressOf(settings) !== wanted)
    throw new PolicyFault(`${SETTINGS} is not what was signed`);
  return settings;
}

function read(path: string, mostBytes: number): Buffer | null {
  try {
    const bytes = readRegularFile(path, mostBytes);
    if (Buffer.isBuffer(bytes)) return bytes;
    throw new PolicyFault(`${path}: ${bytes.why}`);
  } catch (error) {
    if (error instanceof PolicyFault) throw error;
    const code = codeOf(error);
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw new PolicyFault(`${path} cannot be read: ${code ?? String(error)}`);
  }
}
