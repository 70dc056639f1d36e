import { accessSync, constants, realpathSync } from "node:fs";
import { basename, delimiter, dirname, isAbsolute, join, resolve } from "node:path";
import { codeOf, isFolder } from "../io/index.js";
import type { HookEntry, ProgramAction } from "../config/index.js";
import { UNKNOWN } from "../shell/index.js";
import { isInside } from "./canonical-path.js";
import { readLine } from "./command-words.js";
import { VariableValues } from "./variable-values.js";

/** Where names in a hook's command lead to. */
export interface PathSurroundings {
  /** Canonical. */
  readonly projectDir: string;
  /** The user's home folder, canonical. */
  readonly userHome: string;
  /** Variables whose values are known when the hook is started. */
  readonly variables: Readonly<Record<string, string>>;
  /** The PATH with which hooks run. */
  readonly searchPath: string;
}

/** No path of any system is longer. */
const LONGEST_PATH = 4096;

/** Programs that read a file of the folder they run in without its name on the command line. */
const readsUnasked: ReadonlyMap<string, readonly string[]> = new Map([
  ["bun", ["package.json"]],
  ["cargo", ["Cargo.toml"]],
  ["deno", ["deno.json", "deno.jsonc"]],
  ["just", ["justfile"]],
  ["make", ["GNUmakefile", "Makefile", "makefile"]],
  ["npm", ["package.json"]],
  ["npx", ["package.json"]],
  ["pnpm", ["package.json"]],
  ["rake", ["Rakefile"]],
  ["task", ["Taskfile.yml", "Taskfile.yaml"]],
  ["yarn", ["package.json"]],
]);

/** Shells that have the builtins of POSIX. */
const posixShells: ReadonlySet<string> = new Set(["ash", "bash", "dash", "ksh", "sh", "zsh"]);

/** The folder in which a hook runs. */
export function folderOf({ cwd }: HookEntry, { projectDir }: PathSurroundings): string {
  return resolve(projectDir, cwd ?? "");
}

/** What belongs to the system; whoever can change that needs no hook. */
const systemFolders =
  /^\/(?:usr|bin|sbin|lib\w*|etc|nix|proc|sys|dev|System|Library|Applications)(?:\/|$)/;

/** What is in the project or the home folder is ours, wherever those are. */
export function isOurs(path: string, { projectDir, userHome }: PathSurroundings): boolean {
  return !systemFolders.test(path) || isInside(path, projectDir) || isInside(path, userHome);
}

/** What an entry says, which does not change. */
interface EntryNames {
  readonly folder: string;
  readonly names: readonly string[];
  /** Bare words that may be programs, and the folders of the PATH in which they are looked for. */
  readonly programs: readonly string[];
  readonly searched: readonly string[];
  readonly unknown: readonly string[];
  /** Some of its words may mean more than could be determined. */
  readonly isCut: boolean;
}

/** The paths that an entry could mean, and what cannot be said of it before it runs. */
export interface NamedPaths {
  readonly paths: readonly string[];
  /** Words that are known only in part, for whoever reviews the hook. */
  readonly unknown: readonly string[];
  /** Why it cannot be looked at, or null. */
  readonly fault: string | null;
}

/** No hook that someone could review has more; without an end a look would take as long as a stranger likes. */
const MOST_PATHS = 50_000;
const tooMany = "it names more files than can be looked at";

/**
 * Every path that an entry could mean by one of its words, whether anything is there or not. Rather one
 * too many: a word that is no file costs nothing, a file that is missed could be swapped. An entry with too
 * many is a fault; none is left out in silence. Paths of the system are left out.
 */
export function namedPaths(entry: HookEntry, surroundings: PathSurroundings): NamedPaths {
  const { folder, names, programs, searched, unknown, isCut } = saidBy(entry, surroundings);
  const folders = isCut ? null : foldersOf(folder, names);
  if (folders === null) return { paths: [], unknown, fault: tooMany };
  const meant = folders
    .flatMap((base) => names.flatMap((name) => meanings(base, name)))
    .map((path) => withoutProc(path, folder));
  // The system skips a folder that it may not enter, and so do we: what is in there cannot run.
  const found = searched
    .filter(mayEnter)
    .flatMap((place) => programs.map((program) => join(place, program)));
  const paths = [...new Set([...meant, ...found])].filter((path) => isOurs(path, surroundings));
  return { paths, unknown, fault: null };
}

/**
 * `cd hooks && ./guard.sh`, `make -C hooks`: a word that is a folder may be where the others are looked for,
 * folders among them, and those of the system, out of which a way may lead. Null where there are too many.
 */
function foldersOf(folder: string, names: readonly string[]): string[] | null {
  const folders = new Set([folder]);
  // A set that grows is walked to its new end.
  for (const base of folders) {
    if (folders.size * names.length > MOST_PATHS) return null;
    for (const name of names) {
      const path = resolve(base, name);
      if (!folders.has(path) && isFolder(path)) folders.add(path);
    }
  }
  return [...folders];
}

const remembered = new WeakMap<PathSurroundings, WeakMap<HookEntry, EntryNames>>();

/** Read once for each entry: an event comes often, and its hooks stay the same. */
function saidBy(entry: HookEntry, surroundings: PathSurroundings): EntryNames {
  const known = remembered.get(surroundings) ?? new WeakMap<HookEntry, EntryNames>();
  remembered.set(surroundings, known);
  const said = known.get(entry) ?? readEntry(entry, surroundings);
  known.set(entry, said);
  return said;
}

const nothing = { names: [], programs: [], searched: [], unknown: [], isCut: false } as const;

function readEntry(entry: HookEntry, surroundings: PathSurroundings): EntryNames {
  const { action, env } = entry;
  const folder = folderOf(entry, surroundings);
  switch (action.type) {
    case "command":
    case "worker":
      return readProgram(action, env, folder, surroundings);
    case "module":
      return { ...nothing, folder, names: [action.module] };
    case "json":
    case "http":
    case "function":
      return { ...nothing, folder };
  }
}

function readProgram(
  action: ProgramAction,
  env: HookEntry["env"],
  folder: string,
  surroundings: PathSurroundings,
): EntryNames {
  const lines = action.form === "exec" ? [action.command, ...action.args] : [action.command];
  const whole = action.form === "exec" ? lines : [action.shell];
  const read = lines.map((line) => readLine(line, folder));
  const words = [...new Set([...whole, ...read.flatMap((line) => line.words)])];
  const values = new VariableValues({
    HOME: surroundings.userHome,
    ...surroundings.variables,
    PWD: folder,
    ...env,
  });
  for (const [name, value] of read.flatMap((line) => line.variables)) values.assign(name, value);
  const unasked = words.flatMap((word) => readsUnasked.get(word) ?? []);
  const unknown = read.flatMap((line) => line.unknown);
  const readings = [...words, ...Object.values(env), ...unknown].flatMap(readingsOf);
  const spelled = [...readings, ...unasked].flatMap((name) => values.fillIn(name));
  const places = surroundings.searchPath.split(delimiter).filter((place) => place !== "");
  // Any bare word may be a program that is looked for along the PATH, but for what a shell does itself.
  const builtin = new Set(
    action.form === "shell" && posixShells.has(basename(action.shell))
      ? read.flatMap((line) => line.builtins)
      : [],
  );
  const names = spelled
    .flatMap((name) => (name.includes(UNKNOWN) ? tailsOf(name, folder) : [name]))
    .map((name) => withoutProc(name, folder))
    .filter((path) => path !== "" && path.length <= LONGEST_PATH);
  return {
    folder,
    names: [...new Set(names)],
    programs: words.filter((word) => word !== "" && !word.includes("/") && !builtin.has(word)),
    searched: places
      .map((place) => resolve(folder, place))
      .filter((place) => isOurs(place, surroundings)),
    unknown: [
      ...new Set([...unknown, ...spelled].filter((word) => word.includes(`${UNKNOWN}/`))),
    ].map((word) => word.replaceAll(UNKNOWN, "…")),
    isCut: values.isCut,
  };
}

/** Other names that the kernel has for the folder in which a process runs, and for the root. */
const hereInProc = /^\/+(?:\.\/+)*proc\/+[^/]+\/+(?:task\/+[^/]+\/+)?cwd(?=\/|$)/;
const rootInProc = /^\/+(?:\.\/+)*proc\/+[^/]+\/+(?:task\/+[^/]+\/+)?root(?=\/|$)/;

function withoutProc(path: string, folder: string): string {
  return path.replace(hereInProc, folder).replace(rootInProc, "/");
}

/**
 * What follows a part that is known only when it runs: `$(git rev-parse --show-toplevel)/guard.sh`. It most
 * likely is in the folder of the hook or in one above it.
 */
function tailsOf(word: string, folder: string): string[] {
  const tails = word
    .split(UNKNOWN)
    .slice(1)
    .map((part) => part.replace(/^\/+/, ""))
    .filter((part) => part !== "");
  const above: string[] = [];
  for (let up = dirname(folder); up !== above.at(-1); up = dirname(up)) above.push(up);
  return tails.flatMap((tail) => [tail, ...above.map((base) => join(base, tail))]);
}

/** `--config=x.json` names a file as well, and so does `NODE_PATH=a:b`. */
function readingsOf(word: string): string[] {
  return [word, ...word.split(/[=:,]/)];
}

/** A way through a link and up again leads elsewhere than its text says: both are meant. */
function meanings(base: string, path: string): string[] {
  const written = resolve(base, path);
  return path.includes("..") ? [written, followed(base, path)] : [written];
}

function followed(base: string, path: string): string {
  let place = isAbsolute(path) ? "/" : base;
  for (const part of path.split("/"))
    place = part === ".." ? dirname(real(place)) : join(place, part);
  return place;
}

function real(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

/** One that is not there yet may come to be there. */
function mayEnter(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK);
    return true;
  } catch (error) {
    return codeOf(error) !== "EACCES";
  }
}
