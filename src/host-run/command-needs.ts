import { closeSync, openSync, readSync, statSync, type Stats } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import {
  GLOB,
  hideVariables,
  parseCommand,
  showVariables,
  UNKNOWN,
  type SimpleCommand,
} from "../shell/index.js";

/** Where a command runs, and what it finds there. */
export interface CommandPlace {
  readonly folder: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly searchPath: string;
}

/** A file that a command starts, or gives to an interpreter. */
export interface NeededFile {
  /** As the command has it. */
  readonly written: string;
  readonly path: string;
  /** The program that it is given to (`python3 guard.py`), or null where it is started itself. */
  readonly interpreter: string | null;
  readonly state: "fine" | "missing" | "not-executable";
}

/** What a command needs in order to run, as far as that can be said before. */
export interface CommandNeeds {
  readonly files: readonly NeededFile[];
  /** Programs that are not on the search path; `by` is the script whose first line names it. */
  readonly missing: readonly { readonly program: string; readonly by: string | null }[];
}

/** They take a script as their first operand. */
const interpreters =
  /^(?:python[\d.]*|node|bun|deno|tsx|ts-node|bash|sh|zsh|dash|ksh|fish|uv|uvx|npx|bunx|ruby|perl|php|pwsh|osascript)$/;
/** What they run is then in the line itself. */
const inLine = /^(?:-[a-z]*[cem]|-p|--eval|--print|--module)$/;
const scriptName = /\.(?:py|sh|bash|zsh|fish|[cm]?[jt]sx?|rb|pl|php|ps1|scpt)$/;
/** The line looks itself whether something is there. */
const looksFirst = /(?:^|[\s;&|(!])(?:\[\[?|test|command\s+-v|which|hash|type)\s/;
/** What shells do themselves. */
const builtins = new Set(
  ": . [ [[ alias bg break builtin caller case cd command compgen continue declare dirs disown echo enable eval exec exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd read readarray readonly return set shift shopt source suspend test time times trap true type typeset ulimit umask unalias unset wait".split(
    " ",
  ),
);

/** What a command line starts, and which of it is not there. A line that looks for itself is taken to know what it does. */
export function commandNeeds(line: string, place: CommandPlace): CommandNeeds {
  const { commands, hasFunctions } = parseCommand(hideVariables(line));
  const doubts = looksFirst.test(line) || hasFunctions;
  const files: NeededFile[] = [];
  const missing = new Map<string, string | null>();
  let folder: string | null = place.folder;
  for (const command of commands) {
    const words = command.words.map(({ text }) => filled(text, place.variables));
    const [program = ""] = words;
    if (program === "cd") folder = words[1] === undefined ? null : pathOf(words[1], folder);
    const script = scriptOf(command, words);
    if (script !== null) {
      const path = pathOf(script.word, folder);
      if (path === null) continue;
      const file = fileAt(script.written, path, script.interpreter);
      if (file.state === "fine" || !doubts) files.push(file);
      const needs = script.interpreter === null && !doubts ? firstLineNeeds(path, place) : null;
      if (needs !== null && !missing.has(needs)) missing.set(needs, script.written);
    }
    const isName = /^[\w.+-]+$/.test(program) && !builtins.has(program);
    if (isName && !doubts && !isOnPath(program, place)) missing.set(program, null);
  }
  return { files, missing: Array.from(missing, ([program, by]) => ({ program, by })) };
}

/** A word with what is known of its variables; the rest is marked as in the parser. */
function filled(text: string, variables: CommandPlace["variables"]): string {
  return showVariables(text)
    .replaceAll(/\$\{(\w+)\}/g, (_, name: string) => variables[name] ?? UNKNOWN)
    .replace(/^~(?=\/|$)/, variables["HOME"] ?? "~");
}

function pathOf(word: string, folder: string | null): string | null {
  if (word.includes(UNKNOWN) || word.includes(GLOB)) return null;
  if (isAbsolute(word)) return word;
  return folder === null ? null : resolve(folder, word);
}

/** The file that a command starts or hands to an interpreter. */
function scriptOf(
  { words: written }: SimpleCommand,
  words: readonly string[],
): { readonly word: string; readonly written: string; readonly interpreter: string | null } | null {
  const textAt = (index: number): string => showVariables(written[index]?.text ?? "", "$$$1");
  const [program = ""] = words;
  const name = program.split("/").at(-1) ?? "";
  if (!interpreters.test(name))
    return program.includes("/") ? { word: program, written: textAt(0), interpreter: null } : null;
  for (const [index, word] of words.entries()) {
    if (index === 0) continue;
    if (inLine.test(word)) return null;
    if (word.startsWith("-")) continue;
    const isPath = /^[./~]|\//.test(word) && !/^(?:npx|bunx|uvx)$/.test(name);
    if (isPath || scriptName.test(word)) return { word, written: textAt(index), interpreter: name };
  }
  return null;
}

function statOf(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

function fileAt(written: string, path: string, interpreter: string | null): NeededFile {
  const stats = statOf(path);
  const isThere = stats !== null && (stats.isFile() || interpreter !== null);
  const canStart = interpreter !== null || ((stats?.mode ?? 0) & 0o111) !== 0;
  const state = !isThere ? "missing" : canStart ? "fine" : "not-executable";
  return { written, path, interpreter, state };
}

function isOnPath(program: string, { searchPath }: CommandPlace): boolean {
  return searchPath
    .split(delimiter)
    .some((folder) => folder !== "" && statOf(join(folder, program))?.isFile() === true);
}

const FIRST_LINE = 256;

/** The program in the first line of a script, where it is not there. */
function firstLineNeeds(path: string, place: CommandPlace): string | null {
  const line = startOf(path).split("\n", 1)[0] ?? "";
  if (!line.startsWith("#!")) return null;
  const [program = "", ...words] = line.slice(2).trim().split(/\s+/);
  const isByName = program.endsWith("/env");
  const needed = isByName ? words.find((word) => !/^-|=/.test(word)) : program;
  if (needed === undefined || needed === "") return null;
  if (line.endsWith("\r")) return `${needed}\\r (the script has Windows line ends)`;
  const isThere = isByName ? isOnPath(needed, place) : statOf(needed) !== null;
  return isThere || (!isByName && !isAbsolute(needed)) ? null : needed;
}

function startOf(path: string): string {
  let file: number | null = null;
  try {
    if (!statSync(path).isFile()) return "";
    file = openSync(path, "r");
    const bytes = Buffer.alloc(FIRST_LINE);
    return bytes.toString("latin1", 0, readSync(file, bytes, 0, FIRST_LINE, 0));
  } catch {
    return "";
  } finally {
    if (file !== null) closeSync(file);
  }
}
