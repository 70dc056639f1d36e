import { hash } from "node:crypto";
import { statSync } from "node:fs";
import { relative, resolve } from "node:path";
import type { HookEntry } from "../config/index.js";
import { isInside } from "./canonical-path.js";
import { readFileState, type FileState } from "./file-state.js";
import { FilePatterns } from "./glob-files.js";
import { lookAtModule } from "./module-files.js";
import { followFile } from "./followed-files.js";
import { HelperFiles, isClearing, type RunScript } from "./helper-files.js";
import type { Follow } from "./load.js";
import {
  emptyTask,
  namedPaths,
  quote,
  taskOf,
  tooMany,
  type PathSurroundings,
  type Task,
} from "./named-paths.js";
import { isOurs } from "./system-paths.js";

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
  /** Why it is not known which files it runs, in plain words: a change of those would not be noticed. */
  readonly notKnown: readonly string[];
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
  const { states, unknown, notKnown, fault } = lookAt(entry, surroundings, owner);
  const files = states.map(({ path, real, sha256 }) => ({
    path: shortPath(path, surroundings),
    real: shortPath(real, surroundings),
    sha256,
  }));
  const said = statedEntry(entry);
  return { sha256: digest(said, files), entry: said, files, states, unknown, notKnown, fault };
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
  const { id: _id, source: _source, approvedAs, ...rest } = given;
  const name = approvedAs ?? given.name;
  const entry = JSON.parse(canonicalJson({ ...rest, name })) as Record<string, unknown>;
  stated.set(given, entry);
  return entry;
}

/** They are run also where no program is named for them. */
const isShellScript = /\.(?:ba|da|k|z)?sh$/;
/** Python looks for modules in the folder in which it runs. */
const moduleOption = /\s'?-\w*[cm]\b|\bPYTHONPATH\b/;

type Looked = Pick<Fingerprint, "states" | "unknown" | "notKnown" | "fault">;

/** More files and lines than this nobody could follow: scripts of scripts, files that include files. */
const MOST_SEEN = 60_000;

function lookAt(entry: HookEntry, surroundings: PathSurroundings, owner: Owner): Looked {
  const { projectDir, userHome } = surroundings;
  const isUsers = owner === "user" && !isInside(userHome, projectDir);
  const isMeant = (path: string): boolean =>
    isOurs(path, surroundings) && !(isUsers && isInside(path, projectDir));
  const task = taskOf(entry, surroundings);
  if (entry.action.type === "module") {
    const { paths, unknown, fault } = namedPaths(task, surroundings);
    if (fault !== null) return { states: [], unknown, notKnown: [], fault };
    const given = Object.values(entry.env).map((value) => resolve(task.folder, value));
    return { ...lookAtModule([...paths, ...given], isMeant, task.folder), notKnown: [] };
  }
  return new FileLook(surroundings, isMeant, task, owner).all();
}

/** One look at all that a hook runs, from its lines to the files, and from those to further lines. */
class FileLook {
  private readonly states = new Map<string, FileState>();
  private readonly parts = new Map<string, FileState>();
  private readonly unknown = new Set<string>();
  private readonly notKnown = new Set<string>();
  private readonly seen = new Set<string>();
  private readonly tasks: Task[] = [];
  private fault: string | null = null;
  private readonly patterns: FilePatterns;
  private readonly scripts = new Map<string, Omit<RunScript, "state">>();

  constructor(
    private readonly surroundings: PathSurroundings,
    private readonly isMeant: (path: string) => boolean,
    first: Task,
    private readonly owner: Owner,
  ) {
    const { projectDir, userHome } = surroundings;
    this.patterns = new FilePatterns([projectDir, userHome, first.folder]);
    this.tasks.push(first);
  }

  all(): Looked {
    for (let task = this.tasks.pop(); task !== undefined; task = this.tasks.pop()) this.read(task);
    const { fault } = this;
    if (fault === null && this.owner === "project") this.followScripts();
    const [unknown, notKnown] = [[...this.unknown], [...this.notKnown]];
    if (fault !== null) return { states: [], unknown, notKnown, fault };
    const states = [...this.states.values(), ...this.parts.values()];
    return {
      states: states.toSorted((one, other) => (one.path < other.path ? -1 : 1)),
      unknown,
      notKnown,
      fault,
    };
  }

  private read(task: Task): void {
    const named = namedPaths(task, this.surroundings);
    const { paths, places, unknown, notKnown, variables, fault } = named;
    for (const word of unknown) this.unknown.add(word);
    for (const why of notKnown) this.notKnown.add(why);
    this.fault ??= fault;
    if (this.fault !== null) return;
    const here = { ...task, variables };
    const setting = places.filter(({ follow }) => follow?.by === "variables");
    for (const { path, follow } of setting) {
      this.runs(path, task, named.libraries);
      // What the variables lead to is looked at with them, so all of it is looked at once more.
      if (follow !== null && this.readVariables(path, follow, task)) return;
    }
    for (const { path, follow } of places) {
      this.runs(path, task, named.libraries);
      if (follow?.by !== "variables") this.visit(path, follow, here);
    }
    const files = paths
      .filter(this.isMeant)
      .flatMap((path) => [path, ...this.patterns.files(path)]);
    this.fault ??= this.patterns.fault;
    if (this.fault !== null) return;
    for (const file of files) {
      if (isShellScript.test(file)) this.runs(file, task, named.libraries);
      this.visit(file, null, here);
    }
  }

  /** Something in the project that a program reads as code. */
  private runs(path: string, { folder, commands, env }: Task, given: readonly string[]): void {
    if (this.scripts.has(path) || !isInside(path, this.surroundings.projectDir)) return;
    const line = [...commands, ...Object.entries(env).map((pair) => pair.join("="))].join("\n");
    const libraries = [...(moduleOption.test(line) ? [folder] : []), ...given];
    this.scripts.set(path, { folder, libraries, isCleared: isClearing(line) });
  }

  private followScripts(): void {
    const { projectDir, userHome } = this.surroundings;
    const helpers = new HelperFiles(projectDir, userHome, this.states);
    const scripts = [...this.scripts].flatMap(([path, script]) => {
      const state = this.states.get(path);
      return state === undefined ? [] : [{ ...script, state }];
    });
    const why = helpers.follow(scripts);
    if (why !== null) this.notKnown.add(why);
    for (const [path, state] of helpers.states)
      if (this.isMeant(path)) this.states.set(path, state);
  }

  /** Looks at a file once; what follows from it once for each thing that reads it. */
  private visit(path: string, follow: Follow | null, task: Task): void {
    const key = follow === null ? path : `${path} ${JSON.stringify(follow)}`;
    if (this.seen.has(key) || !this.isMeant(path)) return;
    this.seen.add(key);
    if (this.seen.size > MOST_SEEN) this.fault ??= tooMany;
    const state = this.states.get(path) ?? readFileState(path);
    if (state === null) return;
    if (follow === null) {
      this.states.set(path, state);
      const line = interpreterLine(state);
      if (line !== null)
        this.add({
          ...emptyTask(task.folder),
          env: task.env,
          variables: task.variables,
          lines: [line],
          commands: [line],
        });
      return;
    }
    const { part, folder, lines, loads, variables, searched } = followFile(state, follow);
    if (part === undefined) this.visit(path, null, task);
    else if (part !== null) this.parts.set(part.path, part);
    // Recipes run where make was started, wherever the file lies; settings of programs may mean either.
    const isEither = /^(?:makefile|settings|words)$/.test(follow.by);
    const folders = isEither ? [folder, task.folder] : [folder];
    for (const place of new Set(folders)) {
      // What settings name may be beside them; what they start runs where the program does.
      const isElsewhere = follow.by === "settings" && place !== task.folder;
      const run = isElsewhere ? [] : lines;
      this.add({
        ...emptyTask(place),
        env: task.env,
        lines: run,
        commands: follow.by === "words" ? [] : run,
        loads,
        variables: [...task.variables, ...variables],
        searched: [...searched, ...task.searched],
      });
    }
  }

  /** A file that sets variables for the rest of the task, which then may mean something else: whether it does. */
  private readVariables(path: string, follow: Follow, task: Task): boolean {
    const state = this.isMeant(path) ? (this.states.get(path) ?? readFileState(path)) : null;
    if (state === null) return false;
    const { variables, part } = followFile(state, follow);
    if (part === undefined) this.visit(path, null, task);
    else if (part !== null) this.parts.set(part.path, part);
    const known = new Set(task.variables.map((one) => JSON.stringify(one)));
    const added = variables.filter((one) => !known.has(JSON.stringify(one)));
    if (added.length > 0) this.add({ ...task, variables: [...task.variables, ...added] });
    return added.length > 0;
  }

  private add(task: Task): void {
    if (task.lines.length + task.loads.length === 0) return;
    const key = JSON.stringify(task);
    if (this.seen.has(key)) return;
    this.seen.add(key);
    this.tasks.push(task);
  }
}

/**
 * Paths at which a hook's scripts are or could be. A bare word that is no file is most likely no file's name.
 */
export function scriptsOf(entry: HookEntry, surroundings: PathSurroundings): string[] {
  const { projectDir, userHome } = surroundings;
  return namedPaths(taskOf(entry, surroundings), surroundings).paths.filter(
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

/** What the system runs where a file begins with `#!`; it is looked for from the folder in which the hook runs. */
function interpreterLine({ bytes, path }: FileState): string | null {
  if (bytes === null || bytes[0] !== 0x23 || bytes[1] !== 0x21) return null;
  const line = bytes.subarray(2, 512).toString("utf8").replace(/\n.*/s, "").trim();
  return line === "" ? null : `${line} ${quote(path)}`;
}

export function shortPath(path: string, { projectDir, userHome }: PathSurroundings): string {
  if (isInside(path, projectDir)) return `./${relative(projectDir, path)}`;
  if (isInside(path, userHome)) return `~/${relative(userHome, path)}`;
  return path;
}

/** JSON with sorted keys and without anything undefined or a function, so that equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  if (typeof value === "bigint") return `{"bigint":"${value}"}`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const members = Object.entries(value)
    .filter(([, item]) => item !== undefined && typeof item !== "function")
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`);
  return `{${members.join(",")}}`;
}
