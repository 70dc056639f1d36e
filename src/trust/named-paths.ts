import { delimiter, resolve } from "node:path";
import type { HookEntry } from "../config/index.js";

/** Where names in a hook's command lead to. */
export interface Surroundings {
  /** Canonical. */
  readonly projectDir: string;
  /** The user's home folder, canonical. */
  readonly userHome: string;
  /** Variables whose values are known when the hook is started, such as CLAUDE_PROJECT_DIR. */
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

/**
 * Every path that an entry could mean by one of its words, whether anything is there or not. Rather one
 * too many: a word that is no file costs nothing, a file that is missed could be swapped. There is no limit
 * on how many, behind which one could hide.
 */
export function namedPaths(entry: HookEntry, surroundings: Surroundings): string[] {
  const { action, cwd, env } = entry;
  if (action.type !== "command") return [];
  const folder = resolve(surroundings.projectDir, cwd ?? ".");
  const known = { ...surroundings.variables, HOME: surroundings.userHome, PWD: folder, ...env };
  const words =
    action.form === "exec"
      ? [action.command, ...action.args]
      : [...wordsOf(action.command), action.shell];
  const names = [...words, ...Object.values(env)].flatMap(readingsOf);
  const unasked = words.flatMap((word) =>
    Object.hasOwn(readsUnasked, word) ? (readsUnasked[word] ?? []) : [],
  );
  const paths = [...names, ...unasked].map((name) => expand(name, known, surroundings.userHome));
  const programs = words.filter((word) => word !== "" && !word.includes("/"));
  const places = surroundings.searchPath.split(delimiter).filter((place) => place !== "");
  return [
    ...new Set([
      ...paths.map((path) => resolve(folder, path)),
      // Any bare word may be a program that is looked for along the PATH.
      ...programs.flatMap((program) => places.map((place) => resolve(folder, place, program))),
    ]),
  ].filter((path) => path.length <= LONGEST_PATH && !path.includes("\0"));
}

/** `--config=x.json` names a file as well, and so does `NODE_PATH=a:b`. */
function readingsOf(word: string): string[] {
  return [word, ...word.split(/[=:,]/)].filter((part) => part !== "");
}

/** `>log.txt`: the shell writes there; what a hook writes is not what it runs. */
const output = /\d*>{1,2}[|&]?\s*(?:"[^"]*"|'[^']*'|[^\s;|&()<>]+)/g;

/** The words of a command line: with quotes undone, and also as they stand between signs. */
function wordsOf(line: string): string[] {
  const command = line.replace(output, " ");
  const quoted = [...command.matchAll(/(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s;|&()<>"'\\])+/gs)].map(
    ([word]) => unquote(word),
  );
  return [...quoted, ...command.split(/[\s;|&()<>"'`]+/)];
}

function unquote(word: string): string {
  return word.replace(/"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/gs, (_, double, single, escaped) =>
    String(double ?? single ?? escaped ?? "").replace(/\\(["\\$`])/g, "$1"),
  );
}

function expand(word: string, known: Readonly<Record<string, string>>, userHome: string): string {
  const home = word === "~" || word.startsWith("~/") ? `${userHome}${word.slice(1)}` : word;
  return home.replace(/\$(?:\{(\w+)\}|(\w+))/g, (all, braced: string, plain: string) => {
    const name = braced ?? plain;
    return Object.hasOwn(known, name) ? (known[name] ?? "") : all;
  });
}
