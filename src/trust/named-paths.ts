import { realpathSync, statSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join, resolve } from "node:path";
import type { HookEntry } from "../config/index.js";
import { isInside } from "./canonical-path.js";
import { wordsOf } from "./command-words.js";

/** Where names in a hook's command lead to. */
export interface Surroundings {
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

/** Programs that read a file of the folder they run in without being told its name. */
const readsUnasked: Readonly<Record<string, readonly string[]>> = {
  bun: ["package.json"],
  cargo: ["Cargo.toml"],
  deno: ["deno.json", "deno.jsonc"],
  just: ["justfile"],
  make: ["GNUmakefile", "Makefile", "makefile"],
  npm: ["package.json"],
  npx: ["package.json"],
  pnpm: ["package.json"],
  rake: ["Rakefile"],
  task: ["Taskfile.yml", "Taskfile.yaml"],
  yarn: ["package.json"],
};

/** The folder in which a hook runs. */
export function folderOf({ cwd }: HookEntry, { projectDir }: Surroundings): string {
  return resolve(projectDir, cwd ?? ".");
}

/** What belongs to the system; whoever can change that needs no hook. */
const systemFolders =
  /^\/(?:usr|bin|sbin|lib\w*|etc|nix|proc|sys|dev|System|Library|Applications)(?:\/|$)/;

/** What lies in the project or the home folder is ours, wherever those lie. */
export function isOurs(path: string, { projectDir, userHome }: Surroundings): boolean {
  return !systemFolders.test(path) || isInside(path, projectDir) || isInside(path, userHome);
}

/** What an entry says, which does not change: names, and programs along the PATH. */
interface Said {
  readonly folder: string;
  readonly names: readonly string[];
  readonly programs: readonly string[];
}

/**
 * Every path that an entry could mean by one of its words, whether anything is there or not. Rather one
 * too many: a word that is no file costs nothing, a file that is missed could be swapped. There is no limit
 * on how many, behind which one could hide. Paths of the system are left out.
 */
export function namedPaths(entry: HookEntry, surroundings: Surroundings): string[] {
  const { folder, names, programs } = saidBy(entry, surroundings);
  // `cd hooks && ./guard.sh`, `make -C hooks`: a word that is a folder may be where the others are looked for.
  const folders = new Set([
    folder,
    ...names.map((name) => resolve(folder, name)).filter((path) => isOurFolder(path, surroundings)),
  ]);
  const meant = [...folders].flatMap((base) => names.flatMap((name) => meanings(base, name)));
  return [...new Set([...meant, ...programs])].filter((path) => isOurs(path, surroundings));
}

const remembered = new WeakMap<Surroundings, WeakMap<HookEntry, Said>>();

/** Read once for each entry: an event comes often, and its hooks stay the same. */
function saidBy(entry: HookEntry, surroundings: Surroundings): Said {
  const known = remembered.get(surroundings) ?? new WeakMap<HookEntry, Said>();
  remembered.set(surroundings, known);
  const said = known.get(entry) ?? readEntry(entry, surroundings);
  known.set(entry, said);
  return said;
}

function readEntry(entry: HookEntry, surroundings: Surroundings): Said {
  const { action, env } = entry;
  const folder = folderOf(entry, surroundings);
  if (action.type !== "command") return { folder, names: [], programs: [] };
  const known = { HOME: surroundings.userHome, ...surroundings.variables, PWD: folder, ...env };
  const lines = action.form === "exec" ? [action.command, ...action.args] : [action.command];
  const whole = action.form === "exec" ? lines : [action.shell];
  const words = [...new Set([...whole, ...lines.flatMap((line) => wordsOf(line, folder))])];
  const unasked = words.flatMap((word) =>
    Object.hasOwn(readsUnasked, word) ? (readsUnasked[word] ?? []) : [],
  );
  const readings = [...words, ...Object.values(env)].flatMap(readingsOf);
  const spelled = [...readings, ...unasked].flatMap((name) => expansions(name, known));
  const places = surroundings.searchPath.split(delimiter).filter((place) => place !== "");
  const ours = places
    .map((place) => resolve(folder, place))
    .filter((place) => isOurs(place, surroundings));
  // Any bare word may be a program that is looked for along the PATH.
  const bare = words.filter((word) => word !== "" && !word.includes("/"));
  return {
    folder,
    names: [...new Set(spelled)].filter(
      (path) => path.length <= LONGEST_PATH && !path.includes("\0"),
    ),
    programs: bare.flatMap((word) => ours.map((place) => join(place, word))),
  };
}

/** `--config=x.json` names a file as well, and so does `NODE_PATH=a:b`. */
function readingsOf(word: string): string[] {
  return [word, ...word.split(/[=:,]/)].filter((part) => part !== "");
}

/** A word with its variables and its tilde filled in; with a value in reserve it may mean two things. */
function expansions(word: string, known: Readonly<Record<string, string>>): string[] {
  const home = /^~(?=\/|$)/.test(word) ? `${known["HOME"] ?? ""}${word.slice(1)}` : word;
  const fill = (useReserve: boolean): string =>
    home.replace(
      /\$(?:\{(\w+)(?::?[-=+]([^}]*))?\}|(\w+))/g,
      (all, braced: string | undefined, reserve: string | undefined, plain: string | undefined) => {
        const name = braced ?? plain ?? "";
        if (useReserve && reserve !== undefined) return reserve;
        return Object.hasOwn(known, name) ? (known[name] ?? "") : all;
      },
    );
  return [fill(false), fill(true)];
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

function isOurFolder(path: string, surroundings: Surroundings): boolean {
  if (!isOurs(path, surroundings)) return false;
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
}
