import { existsSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { readFileState, type FileState } from "./file-state.js";

/** A module that loads more is more than someone could review. */
const MOST_FILES = 2000;
/** What Node, or an author of TypeScript, may mean by a name that is no file. */
const endings = [".js", ".mjs", ".cjs", ".json", ".ts", ".mts", ".cts"];
const quoted = /(["'`])((?:\.{1,2}\/|\/|file:\/\/)[^"'`\n]*?)\1/g;
const imported = /\b(?:from|import|require)\s*\(?\s*(["'`])([^"'`\n]+?)\1/g;
const isPath = /^(?:\.{1,2}\/|\/|file:|node:|data:)/;

/**
 * A module and every file that it could load, from the texts: each quoted path counts, wherever it stands. Rather
 * one too many than one that could be swapped. Of packages only the names are known, for whoever reviews it.
 */
export function lookAtModule(
  paths: readonly string[],
  isMeant: (path: string) => boolean,
): {
  readonly states: readonly FileState[];
  readonly unknown: readonly string[];
  readonly fault: string | null;
} {
  const states = new Map<string, FileState>();
  const packages = new Set<string>();
  const queue = paths.filter(isMeant);
  const seen = new Set(queue);
  let fault: string | null = null;
  const add = (path: string): void => {
    if (seen.has(path) || !isMeant(path)) return;
    seen.add(path);
    queue.push(path);
  };
  for (let path = queue.pop(); path !== undefined && fault === null; path = queue.pop()) {
    const state = readFileState(path);
    if (state === null) continue;
    states.set(path, state);
    if (states.size > MOST_FILES) fault = "it names more files than can be looked at";
    if (state.bytes === null) fault = `${path} is too large to be looked at`;
    const text = state.bytes?.toString("utf8") ?? "";
    for (const name of packagesIn(text)) packages.add(name);
    for (const named of pathsIn(text, state.real)) {
      add(named);
      if (!existsSync(named)) for (const variant of variantsOf(named)) add(variant);
    }
  }
  return {
    states: [...states.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1)),
    unknown: [...packages],
    fault,
  };
}

function pathsIn(text: string, file: string): string[] {
  const names = new Set([...text.matchAll(quoted)].map(([, , name = ""]) => name));
  return [...names].flatMap((name) => pathOf(name, dirname(file)) ?? []);
}

function packagesIn(text: string): string[] {
  const names = [...text.matchAll(imported)].map(([, , name = ""]) => name);
  return names.filter((name) => !isPath.test(name) && !isBuiltin(name));
}

function pathOf(name: string, folder: string): string | null {
  const bare = name.replace(/[?#].*$/, "");
  if (bare.includes("\0")) return null;
  if (!bare.startsWith("file:")) return resolve(folder, bare);
  try {
    return fileURLToPath(bare);
  } catch {
    return null;
  }
}

function variantsOf(path: string): string[] {
  const source = path.replace(/\.([mc]?)js$/, ".$1ts");
  return [
    ...(source === path ? [] : [source]),
    ...endings.flatMap((ending) => [`${path}${ending}`, `${path}/index${ending}`]),
  ];
}
