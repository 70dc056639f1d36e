import { isBuiltin } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isRecord, parseJson } from "../json/index.js";
import { readFileState, type FileState } from "./file-state.js";
import { kindAt, type PathKind } from "./system-paths.js";

/** A module that loads more is more than someone could review. */
export const MOST_FILES = 2000;
/** So many places are looked at; without an end it would take as long as a stranger likes. */
export const MOST_PLACES = 20_000;
const tooMany = "it names more files than can be looked at";
/** What Node, or an author of TypeScript, may mean by a name that is no file. */
const endings = [".js", ".mjs", ".cjs", ".json", ".node", ".ts", ".mts", ".cts"];
/** Data, in which a path is nothing that is loaded. */
const isData = /\.(?:json|node|wasm|txt|md)$/;
const isCode = /\.(?:[cm]?[jt]sx?|node|wasm)$/;

/**
 * A module and every file that it could load, from the texts: each quoted path counts, wherever it is, from the
 * file that it is in and from the folder in which the module runs. Rather one too many than one that could be
 * swapped. Of packages only the names are known, for whoever reviews it, but not of the one that it is a part of.
 */
export function lookAtModule(
  paths: readonly string[],
  isMeant: (path: string) => boolean,
  folder: string,
): {
  readonly states: readonly FileState[];
  readonly unknown: readonly string[];
  readonly fault: string | null;
} {
  const states = new Map<string, FileState>();
  const unknown = new Set<string>();
  const queue = paths.filter(isMeant);
  const seen = new Set(queue);
  const named = new Set<string>();
  const kinds = new Map<string, PathKind>();
  let fault: string | null = null;
  const kindHere = (path: string): PathKind => {
    const kind = kinds.get(path) ?? kindAt(path);
    kinds.set(path, kind);
    return kind;
  };
  const add = (path: string): void => {
    if (seen.has(path) || !isMeant(path)) return;
    seen.add(path);
    queue.push(path);
    if (seen.size > MOST_PLACES) fault = tooMany;
  };
  const addNamed = (path: string): void => {
    if (fault !== null || named.has(path) || !isMeant(path)) return;
    named.add(path);
    if (kindHere(dirname(path)) !== "folder") return;
    const kind = kindHere(path);
    add(path);
    if (kind !== "file") for (const variant of variantsOf(path)) add(variant);
    if (kind !== "folder") return;
    for (const inside of insideOf(path)) add(inside);
    for (const target of targetsIn(join(path, "package.json"), ["main"])) addNamed(target);
  };
  for (let path = queue.pop(); path !== undefined && fault === null; path = queue.pop()) {
    const state = readFileState(path);
    if (state === null) continue;
    states.set(path, state);
    if (states.size > MOST_FILES) fault = tooMany;
    if (state.bytes === null) fault = `${path} is too large to be looked at`;
    if (isData.test(path)) continue;
    const names = namesIn(state.sha256, () => state.bytes?.toString("utf8") ?? "");
    for (const word of [...names.unknown, ...names.packages]) unknown.add(word);
    for (const name of names.paths)
      for (const base of new Set([dirname(state.real), folder])) {
        const meant = pathOf(name, base);
        if (meant !== null) addNamed(meant);
      }
    for (const name of names.packages)
      for (const own of ownPackageFiles(name, dirname(state.real), isMeant)) addNamed(own);
  }
  return {
    states: [...states.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1)),
    unknown: [...unknown],
    fault,
  };
}

function pathOf(name: string, folder: string): string | null {
  if (!/^file:/i.test(name)) return resolve(folder, name);
  try {
    return fileURLToPath(name);
  } catch {
    return null;
  }
}

export function variantsOf(path: string): string[] {
  const source = path.replace(/\.([mc]?)js$/, ".$1ts");
  return [...(source === path ? [] : [source]), ...endings.map((ending) => `${path}${ending}`)];
}

export function insideOf(folder: string): string[] {
  return ["package.json", ...endings.map((ending) => `index${ending}`)].map((name) =>
    join(folder, name),
  );
}

/** `#rules`, and the name of the package that the module is in: the next package.json above it says which file that is. */
function ownPackageFiles(
  name: string,
  folder: string,
  isMeant: (path: string) => boolean,
): string[] {
  const place = join(folder, "package.json");
  if (!isMeant(place)) return [];
  if (kindAt(place) !== "file") {
    const above = dirname(folder);
    return above === folder ? [] : ownPackageFiles(name, above, isMeant);
  }
  if (name.startsWith("#")) return [place, ...targetsIn(place, ["imports"])];
  const own = parsed(place)?.["name"];
  const isOwn = typeof own === "string" && (name === own || name.startsWith(`${own}/`));
  return isOwn ? [place, ...targetsIn(place, ["exports", "main"])] : [];
}

/** The files that a package.json names under some of its keys. */
export function targetsIn(place: string, keys: readonly string[]): string[] {
  const content = parsed(place);
  const texts = keys.flatMap((key) => textsIn(content?.[key]));
  return texts.map((text) => resolve(dirname(place), text));
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function parsed(place: string): Readonly<Record<string, unknown>> | null {
  const value = parseJson(readFileState(place)?.bytes?.toString("utf8") ?? "");
  return isRecord(value) ? value : null;
}

/** What a module's text names. */
interface ModuleNames {
  /** Relative and absolute paths, as they are written and as a URL would be read. */
  readonly paths: readonly string[];
  /** What it imports by any other name: packages, and names of its own package (`#rules`). */
  readonly packages: readonly string[];
  /** What is known only when it runs, in words for whoever reviews it. */
  readonly unknown: readonly string[];
}

/**
 * Every quoted text, each looked for from its own first quote: a quote in an expression or in a comment must not hide
 * the one behind it.
 */
const quoted = /(?=(["'`])((?:\\[^\n]|(?!\1)[^\n\\]){1,1024})\1)/g;
const besideModule = /\bnew\s+URL\(\s*(["'`])([^"'`\n]+)\1\s*,\s*import\.meta\.url/g;
const imported = /\b(?:from|import|require)\s*\(?\s*(["'`])([^"'`\n]+?)\1/g;
const computed = /\b(import|require)\s*\(\s*(?![\s"'`)])([^)\n]{1,60})\)/g;
const isPath = /^(?:\.{1,2}(?:\/|$)|\/|file:)/i;
const isScheme = /^[a-z][a-z\d+.-]*:/i;

const MOST_REMEMBERED = 500;
const remembered = new Map<string, ModuleNames>();

/** Read once for each content: a module is looked at with every event. */
function namesIn(sha256: string, text: () => string): ModuleNames {
  let names = remembered.get(sha256);
  if (names === undefined) {
    names = read(text());
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    remembered.set(sha256, names);
  }
  return names;
}

/** The paths that code imports or requires, as they are written and as a URL would be read. */
export function importedPaths(text: string): string[] {
  const beside = pathsBeside(text).filter((name) => isCode.test(name));
  const paths = [...allNames(text, imported), ...beside].filter((name) => isPath.test(name));
  return [...new Set(paths.flatMap(readings))].filter((path) => !path.includes("\0"));
}

function allNames(text: string, expression: RegExp): string[] {
  return [...text.matchAll(expression)].map(([, , name = ""]) => unescaped(name));
}

/** `new URL("x.mjs", import.meta.url)` */
function pathsBeside(text: string): string[] {
  return allNames(text, besideModule)
    .filter((name) => !isScheme.test(name))
    .map((name) => (isPath.test(name) ? name : `./${name}`));
}

function read(text: string): ModuleNames {
  const all = (expression: RegExp): string[] => allNames(text, expression);
  const written = all(quoted).filter((name) => isPath.test(name));
  const paths = [...written, ...pathsBeside(text)];
  const packages = all(imported).filter(
    (name) => !isPath.test(name) && !isScheme.test(name) && !isBuiltin(name),
  );
  return {
    paths: [...new Set(paths.flatMap(readings))].filter((path) => !path.includes("\0")),
    packages: [...new Set(packages)],
    unknown: [
      ...new Set([
        ...paths.filter((path) => path.includes("${")),
        ...[...text.matchAll(computed)].map(([, word, what = ""]) => `${word}(${what.trim()})`),
      ]),
    ],
  };
}

/** `require` takes a name as it is written, `import` as a URL. */
function readings(name: string): string[] {
  const bare = name.replace(/[?#].*$/, "");
  try {
    return [name, bare, decodeURIComponent(bare)];
  } catch {
    return [name, bare];
  }
}

/** `\x2e/a` is `./a`. */
function unescaped(written: string): string {
  if (!written.includes("\\")) return written;
  return written.replaceAll(
    /\\(?:u\{([\da-f]{1,6})\}|u([\da-f]{4})|x([\da-f]{2})|(.))/gi,
    (_, ...[point, four, two, other]: (string | undefined)[]) => {
      const code = Number.parseInt(point ?? four ?? two ?? "", 16);
      return other ?? (code <= 0x10ffff ? String.fromCodePoint(code) : "");
    },
  );
}
