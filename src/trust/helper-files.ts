import { basename, dirname, extname, join, resolve } from "node:path";
import { UNKNOWN } from "../shell/index.js";
import { isInside } from "./canonical-path.js";
import { readFileState, type FileState } from "./file-state.js";
import { clearing } from "./known-commands.js";
import { insideOf, MOST_FILES, MOST_PLACES, targetsIn, variantsOf } from "./module-files.js";
import {
  languageOf,
  languagesOf,
  namesOf,
  type Names,
  type ScriptLanguage,
} from "./script-language.js";
import { shadowing } from "./python-language.js";
import { OWN, type ShellLoad } from "./shell-loads.js";
import { filesIn, kindAt } from "./system-paths.js";

/** A script that a hook runs, or a file that one loads. */
export interface RunScript {
  readonly state: FileState;
  /** The folder in which the hook runs. */
  readonly folder: string;
  /** In what it is written, where whatever runs it says so. */
  readonly as?: ScriptLanguage | undefined;
  /** In which Python looks for modules, but for that of the script itself. */
  readonly libraries: readonly string[];
  /** Whether Python may load what somebody has compiled. */
  readonly isCleared: boolean;
  /** Whether another one loads it as a module. */
  readonly isModule?: boolean;
}

/**
 * Every file of the project that scripts load, from file to file, as far as their texts say which: what is put together
 * when it runs is not followed. Packages are not either, they were installed.
 */
export class HelperFiles {
  readonly states = new Map<string, FileState>();
  private readonly queue: RunScript[] = [];
  private readonly seen = new Set<string>();
  private readonly places = new Map<string, FileState | null>();

  constructor(
    private readonly projectDir: string,
    private readonly userHome: string,
    /** Files that are looked at anyway. */
    private readonly known: ReadonlyMap<string, FileState>,
  ) {}

  /** Why not all could be followed, or null. */
  follow(scripts: readonly RunScript[]): string | null {
    for (const script of scripts) this.add(script);
    for (let script = this.queue.pop(); script !== undefined; script = this.queue.pop()) {
      this.read(script);
      if (this.states.size > MOST_FILES || this.places.size > MOST_PLACES)
        return "its scripts load more files than can be looked at";
    }
    return null;
  }

  private add(script: RunScript): void {
    const { path, real, bytes } = script.state;
    const key = `${path} ${script.folder} ${script.isCleared} ${script.libraries.join(" ")}`;
    if (bytes === null || this.seen.has(key)) return;
    if (!isInside(real, this.projectDir) || /\/(?:node_modules|site-packages)\//.test(real)) return;
    this.seen.add(key);
    this.queue.push(script);
  }

  private read(script: RunScript): void {
    const { path, sha256, bytes } = script.state;
    const text = bytes?.toString("utf8") ?? "";
    for (const language of languagesOf(path, text, script.as)) {
      const names = namesOf({ sha256, text }, language, this.userHome);
      if (names.language === "shell") {
        const isCleared = script.isCleared || (names.loads.length > 0 && isClearing(text));
        for (const load of names.loads) this.readShellLoad(load, { ...script, isCleared });
      } else if (names.language === "javascript")
        for (const name of names.paths) this.readImport(name, script);
      else this.readPython(names, script);
    }
  }

  /** A file that is loaded, if there is one. */
  private take(path: string, from: RunScript, as: ScriptLanguage | undefined): boolean {
    const state = this.at(path);
    if (state === null) return false;
    if (!this.known.has(path)) this.states.set(path, state);
    this.add({ ...from, state, as });
    return true;
  }

  private at(path: string): FileState | null {
    if (!isInside(path, this.projectDir)) return null;
    const known = this.known.get(path) ?? this.places.get(path);
    if (known !== undefined) return known;
    const state = readFileState(path);
    this.places.set(path, state);
    return state;
  }

  private readShellLoad({ path, program }: ShellLoad, script: RunScript): void {
    const { state, folder } = script;
    const own = dirname(state.path);
    const as = program === null ? undefined : languageOf(program);
    const next = { ...script, isModule: false };
    // Where it is known only when it runs, most likely it is the folder of the script or one above it.
    const [bases, name] = path.startsWith(OWN)
      ? [[own], path.slice(2)]
      : path.startsWith(UNKNOWN)
        ? [[folder, ...this.above(own)], path.slice(2)]
        : [[folder, own], path];
    for (const base of new Set(bases)) {
      const place = resolve(base, name);
      if (this.take(place, next, as) || as !== "javascript" || extname(place) !== "") continue;
      for (const variant of variantsOf(place)) this.take(variant, next, as);
    }
  }

  /** The folder and those above it, as far as the project goes. */
  private above(folder: string): string[] {
    if (!isInside(folder, this.projectDir)) return [];
    return [folder, ...(folder === this.projectDir ? [] : this.above(dirname(folder)))];
  }

  private readImport(name: string, script: RunScript): void {
    for (const base of foldersOf(script.state)) {
      const path = resolve(base, name.replace(/^file:(?:\/\/)?/, ""));
      if (this.takeImported(path, script) || !isInside(path, this.projectDir)) continue;
      if (kindAt(path) !== "folder") continue;
      const [place = "", ...indexes] = insideOf(path);
      const main = targetsIn(place, ["main"]).filter((target) => this.takeImported(target, script));
      this.take(place, script, "javascript");
      if (main.length === 0) for (const index of indexes) this.take(index, script, "javascript");
    }
  }

  /** A file under its name or with an ending; which of several is loaded depends on what runs the script. */
  private takeImported(path: string, script: RunScript): boolean {
    const next = { ...script, isModule: true };
    const isWhole = this.take(path, next, "javascript");
    const source = path.replace(/\.([cm]?)js$/, ".$1ts");
    const others = source !== path ? [source] : isWhole ? [] : variantsOf(path);
    const found = others.filter((other) => this.take(other, next, "javascript"));
    return isWhole || found.length > 0;
  }

  private readPython(
    { imports, folders }: Extract<Names, { language: "python" }>,
    script: RunScript,
  ): void {
    const own = foldersOf(script.state);
    const libraries = [
      ...script.libraries,
      ...(script.isModule === true ? [] : own),
      ...[...own, script.folder].flatMap((base) => folders.map((folder) => resolve(base, folder))),
    ].filter((folder) => isInside(folder, this.projectDir));
    const next = { ...script, libraries: [...new Set(libraries)], isModule: true };
    // What Python takes for one of its own modules needs no line of the script that names it.
    for (const library of libraries.slice(script.libraries.length))
      for (const file of shadowing(library)) this.take(file, next, "python");
    for (const { name, up } of imports) {
      const above = Array.from({ length: up ?? 0 }, () => "..");
      const bases = up === null ? next.libraries : own.map((base) => resolve(base, ...above));
      for (const base of bases) this.takeModule(base, name, next);
    }
  }

  /** A module, and each package on the way to it. */
  private takeModule(base: string, name: string, script: RunScript): void {
    let place = base;
    for (const part of name.split(".")) {
      place = join(place, part);
      const files =
        part === "" ? [join(place, "__init__.py")] : [`${place}.py`, join(place, "__init__.py")];
      for (const file of files)
        if (this.take(file, script, "python") && script.isCleared) this.takeCompiled(file);
      if (kindAt(place) !== "folder") return;
    }
  }

  /** What was compiled from a module, which Python loads instead of it. */
  private takeCompiled(file: string): void {
    const start = join(dirname(file), "__pycache__", `${basename(file, ".py")}.`);
    for (const path of filesIn(dirname(start))) {
      const state = path.startsWith(start) ? this.at(path) : null;
      if (state !== null) this.states.set(path, state);
    }
  }
}

const withoutVariables = /\bpython[\d.]*\s+(?:-\S+\s+)*-[A-Za-z]*[EI]/;

/** Whether the variables are taken away by which Python looks for what is compiled elsewhere. */
export function isClearing(text: string): boolean {
  return clearing.test(text) || withoutVariables.test(text);
}

/** Where a file lies, and where it lies without links: programs differ in which they mean. */
function foldersOf({ path, real }: FileState): string[] {
  return [...new Set([dirname(path), dirname(real)])];
}
