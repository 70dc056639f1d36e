import { realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import {
  LONGEST_SCRIPT,
  wantedFiles,
  type FilePath,
  type HelperFile,
  type LintHook,
  type LoadFile,
  type ModuleKind,
  type ParsedScript,
} from "../../lint/index.js";
import { pluginFolders } from "../../hosts/settings.js";
import { readCapped } from "../files.js";

/** What decides which files may be read: the settings file, and whether others wrote it. */
export type NamedBy = Pick<LintHook, "file" | "isShared" | "cwd"> & {
  readonly hook?: { readonly env: Readonly<Record<string, string>> } | null;
};

interface Loaded {
  readonly source: string;
  readonly isCut: boolean;
}

/** Files that scripts name: where they are, and whether lint may read them. */
export class NamedFiles {
  private readonly texts = new Map<string, Loaded | null>();
  /** As they were parsed: many scripts take in the same. */
  readonly parsed = new Map<string, ParsedScript>();
  private readonly real: { readonly project: string; readonly home: string };

  constructor(private readonly places: { readonly projectDir: string; readonly home: string }) {
    this.real = { project: realOf(places.projectDir), home: realOf(places.home) };
  }

  /** Reads the files that one script takes in; their texts by their paths. */
  loader(
    script: string,
    hook: NamedBy,
  ): { readonly load: LoadFile; readonly others: ReadonlyMap<string, string> } {
    const others = new Map<string, string>();
    const load: LoadFile = (wanted, from) => {
      const path = this.pathOf(wanted, from ?? script, hook);
      if (path === null || path === script || !this.mayRead(path, hook)) return null;
      const text = this.text(path);
      if (text === null) return null;
      const file = this.shown(path);
      others.set(file, text.source);
      return { ...text, file };
    };
    return { load, others };
  }

  private text(path: string): Loaded | null {
    const known = this.texts.get(path);
    if (known !== undefined) return known;
    let loaded: Loaded | null = null;
    try {
      if (statSync(path).isFile()) {
        const { bytes, cut } = readCapped(path, LONGEST_SCRIPT + 1);
        loaded = { source: new TextDecoder().decode(bytes), isCut: cut };
      }
    } catch {
      // It is gone.
    }
    this.texts.set(path, loaded);
    return loaded;
  }

  private pathOf(wanted: FilePath, from: string, hook: NamedBy): string | null {
    const { projectDir, home } = this.places;
    if (wanted.startsWith("@"))
      return resolve(dirname(resolve(projectDir, from)), `.${wanted.slice(1)}`);
    const [, name, rest = ""] = /^\$(\w+)(.*)$/.exec(wanted) ?? [];
    if (name === undefined) return resolve(projectDir, wanted.replace(/^~(?=\/)/, home));
    const folder = this.variables(hook)[name];
    return folder === undefined ? null : resolve(projectDir, `${folder}${rest}`);
  }

  /** Files of the project that a script starts or takes in, and cannot do without. */
  helpers(parsed: ParsedScript, script: string, hook: NamedBy): HelperFile[] {
    return wantedFiles(parsed).flatMap(({ paths, at, interpreter }): HelperFile[] => {
      const places = paths.flatMap((path) => this.pathOf(path, script, hook) ?? []);
      const inside = `${resolve(this.places.projectDir)}${sep}`;
      if (places.length === 0 || !places.every((place) => place.startsWith(inside))) return [];
      const states = places.map((place) => ({ path: this.shown(place), ...stateOf(place) }));
      const found = states.find(({ exists }) => exists) ?? states[0];
      return found === undefined ? [] : [{ ...found, at, interpreter }];
    });
  }

  /** What Node takes files for, by their names or by the nearest package.json of the project. */
  modules(files: readonly string[]): ReadonlyMap<string, ModuleKind> {
    const kinds = new Map<string, ModuleKind>();
    for (const file of files) {
      const [, letter] = /\.([mc]?)[jt]s$/.exec(file) ?? [];
      if (letter === undefined && /\.\w+$/.test(file)) continue;
      const named = { m: "module", c: "commonjs" } as const;
      const kind = letter === "m" || letter === "c" ? named[letter] : this.packageType(file);
      if (kind !== null) kinds.set(file, kind);
    }
    return kinds;
  }

  private packageType(file: string): ModuleKind | null {
    const root = resolve(this.places.projectDir);
    for (let folder = dirname(resolve(root, file)); ; folder = dirname(folder)) {
      if (folder !== root && !folder.startsWith(`${root}${sep}`)) return null;
      const path = resolve(folder, "package.json");
      const found = this.mayRead(path, { file, isShared: true }) ? this.text(path) : null;
      if (found !== null) {
        const [, type] = /"type"\s*:\s*"(module|commonjs)"/.exec(found.source) ?? [];
        return (type as ModuleKind | undefined) ?? null;
      }
    }
  }

  variables({ hook, cwd }: NamedBy): Readonly<Record<string, string>> {
    const { projectDir, home } = this.places;
    const hosts = ["CLAUDE", "GEMINI", "QWEN", "CURSOR", "COPILOT", "WAVE", "SNAPHOOK"];
    return {
      ...Object.fromEntries(hosts.map((host) => [`${host}_PROJECT_DIR`, projectDir])),
      PWD: resolve(projectDir, cwd ?? ""),
      HOME: home,
      ...pluginFolders(hook?.env ?? {}, (path) => resolve(projectDir, path)),
    };
  }

  /** Of the project, or of the user's own folder where the user's own settings name it. */
  mayRead(path: string, { isShared }: NamedBy): boolean {
    let real: string;
    try {
      real = realpathSync.native(path);
    } catch {
      return false;
    }
    const isIn = (folder: string): boolean => real.startsWith(`${folder}${sep}`);
    return isIn(this.real.project) || (!isShared && isIn(this.real.home));
  }

  shown(path: string): string {
    const short = relative(this.places.projectDir, path);
    return short.startsWith("..") || isAbsolute(short) ? path : short;
  }
}

function stateOf(path: string): { readonly exists: boolean; readonly isExecutable: boolean } {
  try {
    return { exists: true, isExecutable: (statSync(path).mode & 0o111) !== 0 };
  } catch {
    return { exists: false, isExecutable: false };
  }
}

function realOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
