import { extname } from "node:path";
import { isShell } from "../shell/index.js";
import { pythonFolders, pythonImports, scriptImports, type PythonImport } from "./code-loads.js";
import { interpreterOf } from "./interpreters.js";
import { languages } from "./languages.js";
import { shellLoads, type ShellLoad } from "./shell-loads.js";

/** The languages in which scripts are followed into what they load. */
export type ScriptLanguage = "shell" | "javascript" | "python";

/** What a program reads; undefined where that is none of these. */
export function languageOf(program: string): ScriptLanguage | undefined {
  if (program === "." || isShell(program)) return "shell";
  const language = interpreterOf(program)?.language;
  if (language === languages.node) return "javascript";
  return language === languages.python ? "python" : undefined;
}

const byEnding: Readonly<Record<string, ScriptLanguage>> = {
  ...Object.fromEntries(["sh", "bash", "zsh", "ksh", "dash"].map((ending) => [ending, "shell"])),
  ...Object.fromEntries(
    ["js", "cjs", "mjs", "jsx", "ts", "cts", "mts", "tsx"].map((ending) => [ending, "javascript"]),
  ),
  py: "python",
};

/** In what a script is written: by what runs it, its first line or its name; all of them where nothing says so. */
export function languagesOf(
  path: string,
  text: string,
  as: ScriptLanguage | undefined,
): readonly ScriptLanguage[] {
  if (as !== undefined) return [as];
  const programs = /^#![^\n]*/.exec(text)?.[0].split(/[\s/!]+/) ?? [];
  const named = programs.map(languageOf).find((language) => language !== undefined);
  const ending = extname(path).slice(1);
  if (named !== undefined) return [named];
  if (ending === "") return programs.length > 0 ? [] : ["shell", "javascript", "python"];
  const known = Object.hasOwn(byEnding, ending) ? byEnding[ending] : undefined;
  return known === undefined ? [] : [known];
}

/** What a script loads, as far as its text says so. */
export type Names =
  | { readonly language: "shell"; readonly loads: readonly ShellLoad[] }
  | { readonly language: "javascript"; readonly paths: readonly string[] }
  | {
      readonly language: "python";
      readonly imports: readonly PythonImport[];
      readonly folders: readonly string[];
    };

const MOST_REMEMBERED = 500;
const remembered = new Map<string, Names>();

/** Read once for each content: hooks share helpers. */
export function namesOf(
  { sha256, text }: { readonly sha256: string; readonly text: string },
  language: ScriptLanguage,
  userHome: string,
): Names {
  const key = `${language} ${sha256} ${userHome}`;
  const names = remembered.get(key) ?? readNames(text, language, userHome);
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(key, names);
  return names;
}

function readNames(text: string, language: ScriptLanguage, userHome: string): Names {
  switch (language) {
    case "shell":
      return { language, loads: shellLoads(text, userHome) };
    case "javascript":
      return { language, paths: scriptImports(text) };
    case "python":
      return { language, imports: pythonImports(text), folders: pythonFolders(text) };
  }
}
