import { hash } from "node:crypto";
import { statSync } from "node:fs";
import { relative, resolve } from "node:path";
import type { HookEntry } from "../config/index.js";
import { isInside } from "./canonical-path.js";
import { readFileState, type FileState } from "./file-state.js";
import { FilePatterns } from "./glob-files.js";
import { lookAtModule } from "./module-files.js";
import { folderOf, isOurs, namedPaths, type PathSurroundings } from "./named-paths.js";

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
  /** Words that are known only when it runs; files behind them may have been missed. */
  readonly unknown: readonly string[];
  /** Why it cannot be looked at as a whole, or null. It must not be approved then. */
  readonly fault: string | null;
}

/** Whose hook it is. One of the user's means the user's files, whatever is in the project of today. */
export type Owner = "project" | "user";

/** Looks at an entry and its files. Two fingerprints are equal only where nothing that could run differs. */
export function takeFingerprint(
  entry: HookEntry,
  surroundings: PathSurroundings,
  owner: Owner,
): Fingerprint {
  const { states, unknown, fault } = lookAt(entry, surroundings, owner);
  const files = states.map(({ path, real, sha256 }) => ({
    path: shortPath(path, surroundings),
    real: shortPath(real, surroundings),
    sha256,
  }));
  const said = statedEntry(entry);
  return { sha256: digest(said, files), entry: said, files, states, unknown, fault };
}

/** One hash for the entry and its files. */
export function digest(entry: object, files: readonly NamedFile[]): string {
  return hash("sha256", canonicalJson({ version: 1, entry, files }), "hex");
}

const stated = new WeakMap<HookEntry, Readonly<Record<string, unknown>>>();

/** The entry without where it stands: moved to another line it is still the same. */
function statedEntry(given: HookEntry): Readonly<Record<string, unknown>> {
  const known = stated.get(given);
  if (known !== undefined) return known;
  const { id: _id, source: _source, ...rest } = given;
  const entry = JSON.parse(canonicalJson(rest)) as Record<string, unknown>;
  stated.set(given, entry);
  return entry;
}

function lookAt(
  entry: HookEntry,
  surroundings: PathSurroundings,
  owner: Owner,
): Pick<Fingerprint, "states" | "unknown" | "fault"> {
  const { projectDir, userHome } = surroundings;
  const folder = folderOf(entry, surroundings);
  const isUsers = owner === "user" && !isInside(userHome, projectDir);
  const isMeant = (path: string): boolean =>
    isOurs(path, surroundings) && !(isUsers && isInside(path, projectDir));
  const { paths, unknown, fault: entangled } = namedPaths(entry, surroundings);
  const patterns = new FilePatterns([projectDir, userHome, folder]);
  const queue = paths.filter(isMeant).flatMap((path) => [path, ...patterns.files(path)]);
  const fault = entangled ?? patterns.fault;
  if (fault !== null) return { states: [], unknown, fault };
  switch (entry.action.type) {
    case "module": {
      const given = Object.values(entry.env).map((value) => resolve(folder, value));
      return lookAtModule([...paths, ...given], isMeant, folder);
    }
    case "command":
    case "worker":
    case "json":
    case "http":
    case "function":
      break;
  }
  const states = new Map<string, FileState>();
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (states.has(path) || !isMeant(path)) continue;
    const state = readFileState(path);
    if (state === null) continue;
    states.set(path, state);
    queue.push(...interpretersOf(state, folder));
  }
  return {
    states: [...states.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1)),
    unknown,
    fault,
  };
}

/**
 * Paths at which a hook's scripts are or could be. A bare word that is no file is most likely no file's name.
 */
export function scriptsOf(entry: HookEntry, surroundings: PathSurroundings): string[] {
  const { projectDir, userHome } = surroundings;
  return namedPaths(entry, surroundings).paths.filter(
    (path) =>
      (isInside(path, projectDir) || isInside(path, userHome)) &&
      path !== projectDir &&
      path !== userHome &&
      (isFile(path) || /\.\w+$/.test(path)),
  );
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The system looks for a relative interpreter from the folder in which the hook runs. */
function interpretersOf({ bytes }: FileState, folder: string): string[] {
  if (bytes === null || bytes[0] !== 0x23 || bytes[1] !== 0x21) return [];
  const line = bytes.subarray(2, 512).toString("utf8").replace(/\n.*/s, "");
  return line.split(/\s+/).map((word) => resolve(folder, word));
}

export function shortPath(path: string, { projectDir, userHome }: PathSurroundings): string {
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
