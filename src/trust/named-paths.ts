import { delimiter, join, resolve } from "node:path";
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

const MOST_WORDS = 400;
const LONGEST_WORD = 4096;

/**
 * Every path that an entry could mean by one of its words, whether anything is there or not. Rather one
 * too many: a word that is no file costs nothing, a file that is missed could be swapped.
 */
export function namedPaths(entry: HookEntry, surroundings: Surroundings): string[] {
  const { action, cwd, env } = entry;
  if (action.type !== "command") return [];
  const folder = cwd === null ? surroundings.projectDir : resolve(surroundings.projectDir, cwd);
  const known = { ...surroundings.variables, HOME: surroundings.userHome, PWD: folder, ...env };
  const [words, programs] =
    action.form === "exec"
      ? [[action.command, ...action.args], [action.command]]
      : [
          [...wordsOf(action.command), action.shell],
          [...programsOf(action.command), action.shell],
        ];
  const paths = new Set<string>();
  const candidates = [...words, ...Object.values(env)].flatMap(readingsOf).slice(0, MOST_WORDS);
  for (const word of candidates) {
    const path = expand(word, known, surroundings.userHome);
    if (path !== "" && path.length <= LONGEST_WORD && !path.includes("\0"))
      paths.add(resolve(folder, path));
  }
  for (const program of programs)
    if (/^[^/\\\0]+$/.test(program))
      for (const place of surroundings.searchPath.split(delimiter))
        if (place !== "") paths.add(join(resolve(folder, place), program));
  return [...paths];
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

/** The first word of each part: what is looked for along the PATH. */
function programsOf(command: string): string[] {
  return command.split(/[;|&()\n`]+|\$\(/).flatMap((part) => {
    const [first] = wordsOf(part.replace(/^(?:\s*[A-Za-z_]\w*=\S*)+/, "").trim());
    return first === undefined || first === "" ? [] : [first];
  });
}

function expand(word: string, known: Readonly<Record<string, string>>, userHome: string): string {
  const home = word === "~" || word.startsWith("~/") ? `${userHome}${word.slice(1)}` : word;
  return home.replace(/\$(?:\{(\w+)\}|(\w+))/g, (all, braced: string, plain: string) => {
    const name = braced ?? plain;
    return Object.hasOwn(known, name) ? (known[name] ?? "") : all;
  });
}
