import { hash } from "node:crypto";

/** One file of a bundle. */
export interface BundleFile {
  /** In the bundle, with `/`. */
  readonly path: string;
  readonly sha256: string;
  readonly size: number;
  readonly isExecutable: boolean;
}

/** What is signed: all that a bundle is, and who gets it. */
export interface Manifest {
  /** Only ever rises: a machine that has one takes no older. */
  readonly revision: number;
  /** Percent of the machines that take it. */
  readonly share: number;
  /** Its hooks only observe, on top of this revision, which stays in force; 0 is none. Null: it is in force. */
  readonly observeOver: number | null;
  /** In the order of their paths. */
  readonly files: readonly BundleFile[];
}

/** A bundle that cannot be used, and why. What it quotes is data: make it safe where it is shown. */
export class PolicyFault extends Error {
  override readonly name = "PolicyFault";
}

/** The settings of a bundle, which are read as managed ones. */
export const SETTINGS = "settings.json";

/** No bundle has more. */
export const most = {
  files: 1000,
  fileBytes: 4 * 1024 * 1024,
  bytes: 32 * 1024 * 1024,
  manifestBytes: 1024 * 1024,
} as const;

/** The bytes that are signed. Their hash is the address of the bundle. */
export function manifestBytes({ revision, share, observeOver, files }: Manifest): Buffer {
  const listed = files.map(({ path, sha256, size, isExecutable }) => ({
    path,
    sha256,
    size,
    isExecutable,
  }));
  return Buffer.from(JSON.stringify({ v: 1, revision, share, observeOver, files: listed }));
}

export function addressOf(manifest: Uint8Array): string {
  return hash("sha256", manifest, "hex");
}

/** Reads a manifest. Everything must be as `manifestBytes` writes it; throws a PolicyFault otherwise. */
export function readManifest(bytes: Uint8Array): Manifest {
  if (bytes.length > most.manifestBytes) throw new PolicyFault("the manifest is too large");
  let found: unknown;
  try {
    found = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new PolicyFault("the manifest is not JSON");
  }
  const { v, ...given } = Object(found) as Manifest & { v: unknown };
  if (typeof v === "number" && v > 1)
    throw new PolicyFault("the bundle is of a newer snaphook; install that");
  const isManifest =
    v === 1 &&
    isWhole(given.revision, 1) &&
    isWhole(given.share, 1) &&
    given.share <= 100 &&
    (given.observeOver === null ||
      (isWhole(given.observeOver, 0) && given.observeOver < given.revision)) &&
    Array.isArray(given.files);
  if (!isManifest) throw new PolicyFault("the manifest is not that of a policy");
  checkFiles(given.files);
  if (!manifestBytes(given).equals(bytes))
    throw new PolicyFault("the manifest has what no policy has");
  return given;
}

/** Throws where files cannot be those of a bundle: paths that lead out of it, that some system reads as one, too much. */
export function checkFiles(files: readonly BundleFile[]): void {
  if (files.length > most.files)
    throw new PolicyFault(`it has ${files.length} files; ${most.files} are allowed`);
  const taken = new Set<string>();
  let total = 0;
  let last = "";
  for (const file of files) {
    const { path, sha256, size, isExecutable } = Object(file) as BundleFile;
    const isFile =
      typeof path === "string" &&
      isPath(path) &&
      /^[0-9a-f]{64}$/.test(sha256) &&
      isWhole(size, 0) &&
      size <= most.fileBytes &&
      typeof isExecutable === "boolean";
    if (!isFile) throw new PolicyFault(`${JSON.stringify(path)} cannot be a file of a bundle`);
    if (path <= last) throw new PolicyFault(`${JSON.stringify(path)} is not in its place`);
    last = path;
    total += size;
    const lower = path.toLowerCase();
    const above = lower.split("/").map((_name, index, names) => names.slice(0, index).join("/"));
    if (taken.has(lower) || above.some((folder) => taken.has(folder)))
      throw new PolicyFault(`${JSON.stringify(path)} has the name of another file`);
    taken.add(lower);
  }
  if (total > most.bytes) throw new PolicyFault(`it has ${total} bytes; ${most.bytes} are allowed`);
  if (!taken.has(SETTINGS)) throw new PolicyFault(`it has no ${SETTINGS}`);
}

/** Letters, digits and a few signs: a path means the same in every shell and on every system. */
function isPath(path: string): boolean {
  const names = path.split("/");
  return path.length <= 200 && names.every((name) => /^(?!\.{1,2}$)[\w.@+-]+$/.test(name));
}

function isWhole(value: unknown, least: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= least;
}
