import { closeSync, openSync, readSync, statSync, type Stats } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { commandLine, type ProjectHook } from "./project-hooks.js";
import { GLOB, hideVariables, parseCommand, showVariables, UNKNOWN } from "../shell/index.js";

/** Where a command runs, and what it finds there. */
export interface CommandPlace {
  readonly folder: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly searchPath: string;
}

/** A program that a command needs and that is not there; `by` is the script whose first line names it. */
interface MissingProgram {
  readonly program: string;
  readonly by: string | null;
}

/** The line looks itself whether something is there. */
const looksFirst = /(?:^|[\s;&|(!])(?:\[\[?|test|command\s+-v|which|hash|type)\s/;
/** What shells do themselves. */
const builtins = new Set(
  ": . [ [[ alias bg break builtin caller case cd command compgen continue declare dirs disown echo enable eval exec exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd read readarray readonly return set shift shopt source suspend test time times trap true type typeset ulimit umask unalias unset wait".split(
    " ",
  ),
);

/** What a hook's command starts and does not find; nothing of a hook that never runs. */
export function missingPrograms(hook: ProjectHook, place: CommandPlace): readonly MissingProgram[] {
  const line = hook.never === null ? commandLine(hook) : null;
  const folder = resolve(place.folder, hook.cwd ?? "");
  return line === null ? [] : missingOf(line, { ...place, folder });
}

/** A line that looks for itself is taken to know what it does. */
function missingOf(line: string, place: CommandPlace): readonly MissingProgram[] {
  const { commands, hasFunctions } = parseCommand(hideVariables(line));
  if (looksFirst.test(line) || hasFunctions) return [];
  const missing = new Map<string, string | null>();
  let folder: string | null = place.folder;
  for (const { words } of commands) {
    const [program = "", operand] = words.map(({ text }) => filled(text, place.variables));
    if (program === "cd") folder = operand === undefined ? null : pathOf(operand, folder);
    const script = program.includes("/") ? pathOf(program, folder) : null;
    const needed = script === null ? null : firstLineNeeds(script, place);
    if (needed !== null) missing.set(needed, showVariables(words[0]?.text ?? "", "$$$1"));
    const isName = /^[\w.+-]+$/.test(program) && !builtins.has(program);
    if (isName && !isOnPath(program, place)) missing.set(program, null);
  }
  return Array.from(missing, ([program, by]) => ({ program, by }));
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

function statOf(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
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
