import { hash } from "node:crypto";
import { dirname, join, resolve } from "node:path";
import { isRecord, parseJson } from "../json/index.js";
import { isObeyedName } from "../shell/index.js";
import { readLine } from "./command-words.js";
import { fileOf, type FileState } from "./file-state.js";
import { gitSettings } from "./git-settings.js";
import { nodePlaces } from "./languages.js";
import { placesOf, type Follow, type Load } from "./load.js";
import { readMakefile } from "./read-makefile.js";
import { linesUnder, namesUnder, sectionsOf, textsIn, withoutComments } from "./settings-names.js";
import { settingsLanguages } from "./settings-languages.js";

/** What a file that a program reads makes it run or load. */
export interface Followed {
  /** The folder from which it is meant. */
  readonly folder: string;
  readonly lines: readonly string[];
  readonly loads: readonly Load[];
  /** Variables that the file sets. */
  readonly variables: readonly (readonly [name: string, value: string])[];
  /** Folders in which programs are looked for first. */
  readonly searched: readonly string[];
  /** The part of the file that counts, where the rest does not matter; null where nothing of it does. */
  readonly part?: FileState | null;
}

type Reader = (state: FileState, follow: Follow) => Omit<Followed, "folder"> & { folder?: string };

const nothing = { lines: [], loads: [], variables: [], searched: [] } as const;

export function followFile(state: FileState, follow: Follow): Followed {
  const found = readers[follow.by](state, follow);
  return { folder: dirname(state.path), ...found };
}

function textOf({ bytes }: FileState): string {
  return bytes?.toString("utf8") ?? "";
}

/** A part of a file as a file of its own, under a name that says which. */
function partOf(state: FileState, what: string, text: string): FileState {
  const bytes = Buffer.from(text);
  const sha256 = hash("sha256", bytes, "hex");
  const [path, real] = [`${state.path}#${what}`, `${state.real}#${what}`];
  return { ...state, path, real, sha256, bytes, whole: fileOf(state) };
}

/** One of a file to the rest of which others may write, also while the hook runs. */
function ownPartOf(state: FileState, what: string, text: string): FileState {
  const part = partOf(state, what, text);
  return { ...part, identity: part.sha256, isFresh: false, isRecent: false };
}

function jsonOf(state: FileState): Readonly<Record<string, unknown>> {
  const text = textOf(state);
  // tsconfig.json and deno.jsonc may hold comments, and commas at the end.
  const value = parseJson(text) ?? parseJson(withoutComments(text));
  return isRecord(value) ? value : {};
}

/** Under these settings name folders in which modules are looked for, and those of which every file is one. */
const pathKeys = ["paths", "pythonpath", "mypy_path"];
const folderKeys = ["rulesDirectory"];

const readers: Readonly<Record<Follow["by"], Reader>> = {
  package(state, follow) {
    const keys = follow.by === "package" ? follow.keys : [];
    const content = jsonOf(state);
    const names = keys.flatMap((key) => textsIn(content[key]));
    return {
      ...nothing,
      loads: names.map((name) => ({ places: nodePlaces(name), missing: null })),
    };
  },

  settings(state, follow) {
    if (follow.by !== "settings") return nothing;
    const { keys, runs = [], language, section } = follow;
    const text = section === undefined ? textOf(state) : sectionsOf(textOf(state), section);
    if (section !== undefined && text === "") return { ...nothing, part: null };
    // `"prettier": "./settings.js"` in package.json
    const [, file] = new RegExp(`^\\{"${section ?? ""}":"([^"]*)"\\}$`).exec(text) ?? [];
    const names = [...namesUnder(text, keys), ...(file === undefined ? [] : [file])];
    const paths = namesUnder(text, pathKeys).map((name) => join("./", name));
    const loads = names.flatMap((name) => settingsLanguages[language](name, paths));
    const whole = namesUnder(text, folderKeys).map((name) => ({ name, isFolder: true }));
    return {
      ...nothing,
      lines: linesUnder(text, runs),
      loads: [
        ...loads.map((places) => ({ places, missing: null })),
        { places: whole, missing: null },
      ],
      ...(section !== undefined && { part: ownPartOf(state, section, text) }),
    };
  },

  "module-type"(state) {
    const { type = null, imports = null } = jsonOf(state);
    return { ...nothing, part: ownPartOf(state, "type", JSON.stringify({ type, imports })) };
  },

  "own-package"(state) {
    const { name = null, imports = null, exports = null } = jsonOf(state);
    return {
      ...nothing,
      loads: [imports, exports].flatMap(textsIn).map((file) => ({
        places: nodePlaces(file),
        missing: null,
      })),
      part: ownPartOf(state, "own", JSON.stringify({ name, imports, exports })),
    };
  },

  variables(state, follow) {
    const text = textOf(state);
    // As direnv and mise have it.
    const paths = [
      ...text.matchAll(/^\s*(?:PATH_add|path_add\s+PATH|_\.path\s*=)\s*\[?\s*["']?([^"'\s\]]+)/gm),
    ];
    const named = [...text.matchAll(/^\s*(\w+)\s+=\s*["']([^"'\n]*)["']/gm)];
    const variables = [
      ...readLine(text, "").variables,
      ...named.map(([, name = "", value = ""]) => [name, value] as const),
      ...paths.map(([, path = ""]) => ["PATH", resolve(dirname(state.path), path)] as const),
    ];
    if (follow.by !== "variables" || follow.isUnasked !== true) return { ...nothing, variables };
    // Such files hold credentials, which nobody needs to review.
    const counting = variables.filter(([name]) => isObeyedName(name) || name === "PATH");
    const part = counting.map(([name, value]) => `${name}=${value}\n`).join("");
    return {
      ...nothing,
      variables: counting,
      part: part === "" ? null : ownPartOf(state, "variables", part),
    };
  },

  scripts(state, follow) {
    const { names, orProgram } = follow.by === "scripts" ? follow : { names: [], orProgram: false };
    const { scripts, tasks } = jsonOf(state);
    const known = new Map(
      [scripts, tasks]
        .filter(isRecord)
        .flatMap((each) => Object.entries(each))
        .map(([name, task]) => [name, isRecord(task) ? task["command"] : task]),
    );
    const wanted = names.flatMap((name) =>
      name.includes("*") ? [...known.keys()].filter(starOf(name)) : [name],
    );
    const lines = wanted
      .flatMap((name) => [`pre${name}`, name, `post${name}`])
      .map((name) => known.get(name))
      .filter((line) => typeof line === "string");
    const programs = orProgram ? names.map((name) => join("node_modules/.bin", name)) : [];
    return {
      ...nothing,
      lines,
      loads: [{ places: placesOf(programs), isAbove: true, missing: null }],
      searched: above(dirname(state.path)).map((folder) => join(folder, "node_modules/.bin")),
    };
  },

  makefile(state, follow) {
    const { targets, folders } = follow.by === "makefile" ? follow : { targets: null, folders: [] };
    const { lines, variables, included, notKnown } = readMakefile(textOf(state), targets);
    const names = included.flatMap((name) => ["", ...folders].map((folder) => join(folder, name)));
    const places = placesOf(names, { by: "makefile", targets: null, folders });
    const missing = notKnown.map((why) => ({ places: [], missing: why }));
    return { ...nothing, lines, variables, loads: [{ places, missing: null }, ...missing] };
  },

  "git-config"(state) {
    const settings = gitSettings(textOf(state));
    const kept = settings.filter(({ key }) => !/^branch\..*(?<!\.mergeoptions)$/.test(key));
    const text = kept.map(({ key, value }) => `${key} = ${value}\n`).join("");
    const part = partOf(state, "settings", text);
    const lines: string[] = [];
    const loads: Load[] = [];
    const folder = dirname(state.path);
    for (const { key, value } of kept) {
      if (key === "core.hookspath")
        loads.push({ places: [{ name: value, isFolder: true }], missing: null });
      else if (/^include(?:if\..*)?\.path$/.test(key)) {
        const place = value.startsWith("~") ? value : resolve(folder, value);
        loads.push({ places: [{ name: place, follow: { by: "git-config" } }], missing: null });
      } else if (key.startsWith("alias."))
        lines.push(value.startsWith("!") ? value.slice(1) : `git ${value}`);
      else if (!/^remote\..*\.(?:url|fetch|push|pushurl)$/.test(key))
        lines.push(value.replace(/^!/, ""));
    }
    const isInGit = /\/\.git\/config(?:\.worktree)?$/.test(state.path);
    return { ...nothing, lines, loads, part, ...(isInGit && { folder: dirname(folder) }) };
  },

  /** Of a worktree or a submodule: a file that says where its folder is. */
  "git-folder"(state) {
    const [, place] = /^gitdir:\s*(.*?)\s*$/m.exec(textOf(state)) ?? [];
    if (place === undefined) return nothing;
    const own = resolve(dirname(state.path), place);
    const follow = { by: "git-config" } as const;
    // A worktree lies two folders below the folder that it shares.
    const folders = [own, resolve(own, "../..")];
    return {
      ...nothing,
      loads: folders.map((folder) => ({
        places: [
          ...placesOf([join(folder, "config"), join(folder, "config.worktree")], follow),
          { name: join(folder, "commondir") },
          { name: join(folder, "hooks"), isFolder: true },
        ],
        missing: null,
      })),
    };
  },

  words: (state) => ({ ...nothing, lines: textOf(state).split("\n") }),

  lines(state) {
    const lines = textOf(state).split("\n");
    // In `.npmrc`.
    const options = lines.flatMap((line) => /^\s*node-options\s*=\s*(.*)$/.exec(line)?.[1] ?? []);
    return {
      ...nothing,
      // A section of TOML is no command.
      lines: lines.filter((line) => !/^\s*\[/.test(line)),
      variables: options.map((value) => ["NODE_OPTIONS", value.replaceAll(/["']/g, "")] as const),
    };
  },
};

/** `lint:*` */
function starOf(pattern: string): (name: string) => boolean {
  const [start = "", ...rest] = pattern.split("*");
  return (name) => name.startsWith(start) && name.endsWith(rest.at(-1) ?? "");
}

export function above(folder: string): string[] {
  const up = dirname(folder);
  return up === folder ? [folder] : [folder, ...above(up)];
}
