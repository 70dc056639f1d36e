import { hash } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { HookEntry } from "../config/index.js";
import { isInside } from "./canonical-path.js";
import { readFileState, type FileState } from "./file-state.js";
import { namedPaths, type Surroundings } from "./named-paths.js";

/** What was approved of a file: where it is, where its links lead, and what it holds. */
export interface NamedFile {
  /** `./…` in the project, `~/…` in the home folder. */
  readonly path: string;
  readonly real: string;
  readonly sha256: string;
}

/** A hook as it is now: the whole entry and the content of every file that it names. */
export interface Fingerprint {
  readonly sha256: string;
  readonly entry: Readonly<Record<string, unknown>>;
  readonly files: readonly NamedFile[];
  /** The same files, with their bytes and identities. */
  readonly states: readonly FileState[];
}

/** Looks at an entry and its files. Two fingerprints are equal only where nothing that could run differs. */
export function takeFingerprint(entry: HookEntry, surroundings: Surroundings): Fingerprint {
  const states = statesOf(entry, surroundings);
  const files = states.map(({ path, real, sha256 }) => ({
    path: shortPath(path, surroundings),
    real: shortPath(real, surroundings),
    sha256,
  }));
  const stated = statedEntry(entry);
  return { sha256: digest(stated, files), entry: stated, files, states };
}

/** One hash for the entry and its files. */
export function digest(entry: object, files: readonly NamedFile[]): string {
  const sorted = files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  return hash("sha256", canonicalJson({ version: 1, entry, files: sorted }), "hex");
}

/** The entry without where it stands: moved to another line it is still the same. */
function statedEntry({ id: _id, source: _source, ...rest }: HookEntry): Record<string, unknown> {
  return JSON.parse(canonicalJson(rest)) as Record<string, unknown>;
}

function statesOf(entry: HookEntry, surroundings: Surroundings): FileState[] {
  const states = new Map<string, FileState>();
  const queue = namedPaths(entry, surroundings)
    .filter((path) => isOurs(path, surroundings))
    .flatMap((path) => [path, ...filesByGlob(path, surroundings)]);
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (states.has(path) || !isOurs(path, surroundings)) continue;
    const state = readFileState(path);
    if (state === null) continue;
    states.set(path, state);
    // A program of the project's own that the first line names.
    queue.push(...interpretersOf(state));
  }
  return [...states.values()];
}

/**
 * Paths of the project and the home folder at which a hook's scripts are or could be. A bare word that is no
 * file is most likely no file's name.
 */
export function scriptsOf(entry: HookEntry, surroundings: Surroundings): string[] {
  return namedPaths(entry, surroundings).filter(
    (path) =>
      isOurs(path, surroundings) &&
      path !== surroundings.projectDir &&
      path !== surroundings.userHome &&
      (isFile(path) || /\.\w+$/.test(path)),
  );
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** Files elsewhere belong to the system; whoever can change those needs no hook. */
function isOurs(path: string, { projectDir, userHome }: Surroundings): boolean {
  return isInside(path, projectDir) || isInside(path, userHome);
}

/**
 * `hooks/*.sh` names whatever lies in `hooks`, and what will lie there: every file of the folder in which the
 * pattern begins counts, however deep, because a pattern may reach down. A star right in the project or the
 * home folder is more often part of some text than a pattern.
 */
function filesByGlob(path: string, { projectDir, userHome }: Surroundings): string[] {
  const begin = path.search(/[*?[{]/);
  const folder = path.slice(0, Math.max(0, path.lastIndexOf("/", begin)));
  if (begin < 0 || folder === projectDir || folder === userHome) return [];
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map(({ parentPath, name }) => join(parentPath, name));
  } catch {
    return [];
  }
}

function interpretersOf({ path, bytes }: FileState): string[] {
  if (bytes === null || bytes[0] !== 0x23 || bytes[1] !== 0x21) return [];
  const [line = ""] = bytes.subarray(2, 512).toString("latin1").split("\n", 1);
  return line.split(/\s+/).map((word) => resolve(path, "..", word));
}

export function shortPath(path: string, { projectDir, userHome }: Surroundings): string {
  if (isInside(path, projectDir)) return `./${relative(projectDir, path)}`;
  if (isInside(path, userHome)) return `~/${relative(userHome, path)}`;
  return path;
}

/** JSON with sorted keys and without anything undefined, so that equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  if (typeof value === "bigint") return `{"bigint":"${value}"}`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const members = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`);
  return `{${members.join(",")}}`;
}
