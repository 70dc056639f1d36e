import { accessSync, constants } from "node:fs";
import { basename, delimiter, join, resolve } from "node:path";
import { codeOf, isFolder } from "../io/index.js";
import type { HookEntry } from "../config/index.js";
import { GLOB, UNKNOWN } from "../shell/index.js";
import { readLine } from "./command-words.js";
import { askDisk } from "./findings.js";
import { placesThere, type FoundPlace } from "./found-places.js";
import { FilePatterns } from "./glob-files.js";
import { DEEPEST, loadsOfLine } from "./known-commands.js";
import { allOf, type Load, type Loads } from "./load.js";
import { isOurs } from "./system-paths.js";
import { VariableValues } from "./variable-values.js";
import { lookedFor, meanings, readingsOf, withoutProc } from "./word-meanings.js";

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

/** Shells that have the builtins of POSIX. */
const posixShells: ReadonlySet<string> = new Set(["ash", "bash", "dash", "ksh", "sh", "zsh"]);

/** The folder in which a hook runs. */
export function folderOf({ cwd }: HookEntry, { projectDir }: PathSurroundings): string {
  return resolve(projectDir, cwd ?? "");
}

/** Lines that are run in one folder. */
export interface Task {
  readonly folder: string;
  readonly lines: readonly string[];
  /** Words that count as they are. */
  readonly whole: readonly string[];
  /** The commands, where the lines are the words of one. */
  readonly commands: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly variables: readonly (readonly [name: string, value: string])[];
  /** Folders in which programs are looked for before the PATH. */
  readonly searched: readonly string[];
  readonly loads: readonly Load[];
  /** Whether the shell that reads the lines does itself what POSIX says. */
  readonly hasBuiltins: boolean;
}

/** What lines say, which does not change: nothing of it is asked of the disk. */
interface Said {
  readonly folder: string;
  readonly names: readonly string[];
  readonly loads: readonly Load[];
  readonly notKnown: readonly string[];
  readonly variables: readonly (readonly [name: string, value: string])[];
  /** Bare words that may be programs, and the folders of the PATH in which they are looked for. */
  readonly programs: readonly string[];
  readonly searched: readonly string[];
  readonly unknown: readonly string[];
  /** In which Python looks for modules, as far as variables say. */
  readonly libraries: readonly string[];
  /** Some of its words may mean more than could be determined. */
  readonly isCut: boolean;
}

/** The paths that lines could mean, and what cannot be said of them before they run. */
export interface NamedPaths {
  readonly paths: readonly string[];
  /** What programs load that is there. */
  readonly places: readonly FoundPlace[];
  /** Words that are known only in part, for whoever reviews the hook. */
  readonly unknown: readonly string[];
  /** Why it is not known what is run, in plain words. */
  readonly notKnown: readonly string[];
  readonly variables: readonly (readonly [name: string, value: string])[];
  /** In which Python looks for modules, as far as variables say. */
  readonly libraries: readonly string[];
  /** Why it cannot be looked at, or null. */
  readonly fault: string | null;
}

/** No hook that someone could review has more; without an end a look would take as long as a stranger likes. */
const MOST_PATHS = 50_000;
export const tooMany = "it names more files than can be looked at";

/**
 * Every path that lines could mean by one of their words, whether anything is there or not. Rather one
 * too many: a word that is no file costs nothing, a file that is missed could be swapped. A line with too
 * many is a fault; none is left out in silence. Paths of the system are left out.
 */
export function namedPaths(task: Task, surroundings: PathSurroundings): NamedPaths {
  const said = saidBy(task, surroundings);
  const { folder, names, programs, searched, unknown, variables, libraries, isCut } = said;
  const folders = isCut ? null : foldersOf(folder, names);
  if (folders === null)
    return { paths: [], places: [], unknown, notKnown: [], variables, libraries, fault: tooMany };
  const meant = folders
    .flatMap((base) => names.flatMap((name) => meanings(base, name)))
    .map((path) => withoutProc(path, folder));
  // The system skips a folder that it may not enter, and so do we: what is in there cannot run.
  const found = searched
    .filter((place) => isOurs(place, surroundings) && mayEnter(place))
    .flatMap((place) => programs.map((program) => join(place, program)));
  const paths = [...new Set([...meant, ...found])].filter((path) => isOurs(path, surroundings));
  const patterns = new FilePatterns([]);
  const loaded = said.loads.map((load) => ({
    load,
    places: placesThere(load, folders, folder, patterns),
  }));
  const missing = loaded.flatMap(({ load, places }) =>
    load.missing === null || places.length > 0 ? [] : [load.missing.replaceAll(UNKNOWN, "…")],
  );
  return {
    paths,
    places: loaded.flatMap(({ places }) => places).filter(({ path }) => isOurs(path, surroundings)),
    unknown,
    notKnown: [...new Set([...said.notKnown, ...missing])],
    variables,
    libraries,
    fault: patterns.fault,
  };
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
      if (!folders.has(path) && askDisk(`folder ${path}`, () => isFolder(path))) folders.add(path);
    }
  }
  return [...folders];
}

const MOST_REMEMBERED = 500;
const remembered = new WeakMap<PathSurroundings, Map<string, Said>>();

/** Read once: an event comes often, and its hooks stay the same. */
function saidBy(task: Task, surroundings: PathSurroundings): Said {
  const known = remembered.get(surroundings) ?? new Map<string, Said>();
  remembered.set(surroundings, known);
  const key = keyOf(task);
  const said = known.get(key) ?? readTask(task, surroundings);
  if (known.size >= MOST_REMEMBERED) known.clear();
  known.set(key, said);
  return said;
}

const keys = new WeakMap<Task, string>();

function keyOf(task: Task): string {
  const key = keys.get(task) ?? JSON.stringify(task);
  keys.set(task, key);
  return key;
}

const tasks = new WeakMap<HookEntry, Map<string, Task>>();

/** What an entry runs. */
export function taskOf(entry: HookEntry, surroundings: PathSurroundings): Task {
  const folder = folderOf(entry, surroundings);
  const known = tasks.get(entry) ?? new Map<string, Task>();
  tasks.set(entry, known);
  const task = known.get(folder) ?? newTask(entry, folder);
  known.set(folder, task);
  return task;
}

const noTask = {
  lines: [],
  whole: [],
  commands: [],
  env: {},
  variables: [],
  searched: [],
  loads: [],
  hasBuiltins: false,
} as const;

export function emptyTask(folder: string): Task {
  return { ...noTask, folder };
}

function newTask({ action, env }: HookEntry, folder: string): Task {
  switch (action.type) {
    case "command":
    case "worker": {
      if (action.form === "shell")
        return {
          ...noTask,
          folder,
          env,
          lines: [action.command],
          whole: [action.shell],
          commands: [action.command],
          hasBuiltins: posixShells.has(basename(action.shell)),
        };
      const words = [action.command, ...action.args];
      return {
        ...noTask,
        folder,
        env,
        lines: words,
        whole: words,
        commands: [words.map(quote).join(" ")],
      };
    }
    case "module":
      return { ...noTask, folder, whole: [action.module] };
    case "json":
    case "http":
    case "function":
      return { ...noTask, folder };
  }
}

/** As one word of a line. */
export function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

function readTask(task: Task, surroundings: PathSurroundings): Said {
  const { folder, whole, env } = task;
  const read = task.lines.map((line) => readLine(line, folder));
  const values = new VariableValues(
    {
      HOME: surroundings.userHome,
      ...surroundings.variables,
      PATH: surroundings.searchPath,
      PWD: folder,
    },
    env,
  );
  const variables = [...task.variables, ...read.flatMap((line) => line.variables)];
  for (const [name, value] of variables) values.assign(name, value.replaceAll(GLOB, "*"));
  const parts: Loads[] = [
    allOf([{ loads: task.loads.map((load) => withNames(load, (name) => values.fillIn(name))) }]),
  ];
  // A line may hold another one, as an argument does for some programs.
  let lines = task.commands;
  for (let depth = 0; lines.length > 0 && depth < DEEPEST; depth++) {
    const found = allOf(lines.map((line) => loadsOfLine(line, values, surroundings.userHome)));
    parts.push(found);
    lines = found.lines;
    const inner = lines.map((line) => readLine(line, folder));
    for (const [name, value] of inner.flatMap((line) => line.variables))
      values.assign(name, value.replaceAll(GLOB, "*"));
    read.push(...inner);
  }
  if (lines.length > 0)
    parts.push(allOf([{ notKnown: ["its commands start commands too deeply to be followed"] }]));
  const loads = allOf(parts);
  const words = [...new Set([...whole, ...read.flatMap((line) => line.words)])];
  const unknown = read.flatMap((line) => line.unknown);
  const readings = [...words, ...Object.values(env), ...unknown].flatMap(readingsOf);
  const spelled = readings.flatMap((name) => values.fillIn(name));
  const places = [...task.searched, ...values.of("PATH").flatMap((path) => path.split(delimiter))];
  // Any bare word may be a program that is looked for along the PATH, but for what a shell does itself.
  const builtin = new Set(task.hasBuiltins ? read.flatMap((line) => line.builtins) : []);
  const names = spelled
    .flatMap((name) => lookedFor(name, folder))
    .filter((path) => path !== "" && path.length <= LONGEST_PATH);
  const programs = [...new Set([...words, ...loads.programs])].filter(
    (word) => word !== "" && !word.includes("/") && !builtin.has(word),
  );
  const searched = places
    .filter((place) => place !== "" && !place.includes(UNKNOWN))
    .map((place) => resolve(folder, place));
  return {
    folder,
    names: [...new Set(names)],
    loads: loads.loads.map((load) => withNames(load, (name) => lookedFor(name, folder))),
    notKnown: [...new Set(loads.notKnown)].map((why) => why.replaceAll(UNKNOWN, "…")),
    variables,
    programs,
    searched: [...new Set(searched)],
    libraries: values
      .of("PYTHONPATH")
      .flatMap((path) => path.split(delimiter))
      .filter((library) => library !== "" && !library.includes(UNKNOWN))
      .map((library) => resolve(folder, library)),
    unknown: [
      ...new Set([...unknown, ...spelled].filter((word) => word.includes(`${UNKNOWN}/`))),
    ].map((word) => word.replaceAll(UNKNOWN, "…")),
    isCut: values.isCut,
  };
}

function withNames(load: Load, namesOf: (name: string) => readonly string[]): Load {
  const places = load.places.flatMap((place) =>
    namesOf(place.name).map((name) => ({ ...place, name })),
  );
  return { ...load, places };
}

/** One that is not there yet may come to be there. */
function mayEnter(folder: string): boolean {
  return askDisk(`enter ${folder}`, () => {
    try {
      accessSync(folder, constants.X_OK);
      return true;
    } catch (error) {
      return codeOf(error) !== "EACCES";
    }
  });
}
