import {
  GLOB,
  hasMarks,
  hideVariables,
  isInert,
  readCommands,
  runsArguments,
  showVariables,
  UNKNOWN,
  writesFile,
  type SimpleCommand,
  type Word,
} from "../shell/index.js";
import type { ArgUse, Interpreter } from "./interpreter.js";
import { interpreterOf, isLoader, shell } from "./interpreters.js";
import { VariableValues } from "./variable-values.js";

/** The beginning of a path: the folder of the script that names it. */
export const OWN = "\u0002";

/** A file that a script of the shell takes in or starts. */
export interface ShellLoad {
  /** From the folder of the script (`OWN/x`), from one that is known only when it runs (`UNKNOWN/x`), from where the hook runs, or absolute. */
  readonly path: string;
  /** The program that reads it, `.` where it is taken in; null where it is started itself. */
  readonly program: string | null;
}

/** The script's own name, as scripts write it. */
const self =
  /\$\{?BASH_SOURCE(?:\[0\])?(?::-\$\{?0\}?)?\}?|\$\{\(%\):-%[xN]\}|\$\{0:A\}|\$\{0\}|\$0/g;
const plain = String.raw`"?((?:\$\{\w+\}|\$[A-Za-z_]\w*|[^"'\s\x60;&|<>(){}$])+)"?`;
const option = String.raw`(?:-[A-Za-z-]+\s+)*`;

/** Substitutions whose path is known from the text, innermost first. */
const paths: readonly (readonly [RegExp, string])[] = [
  [/\$\{(0|BASH_SOURCE(?:\[0\])?)%\/\*\}|\$\{0:A?:?h\}/g, "${__self}/.."],
  [self, "${__self}"],
  [/\$\{(\w+)%\/\*\}/g, "${$1}/.."],
  [new RegExp(String.raw`\$\(\s*dirname\s+${option}${plain}\s*\)`, "g"), "$1/.."],
  [
    new RegExp(String.raw`\$\(\s*(?:realpath|readlink)\s+${option}${plain}[^()]{0,40}\)`, "g"),
    "$1",
  ],
  [
    new RegExp(
      String.raw`\$\(\s*(?:(?:builtin|command)\s+)?(?:CDPATH=\S*\s+)?cd\s+${option}${plain}[^()]{0,60}?(?:&&|;)\s*pwd(?:\s+-[PL])?\s*\)`,
      "g",
    ),
    "$1",
  ],
];
const DEEPEST = 4;

function withPaths(text: string): string {
  let before = text.replaceAll(/\x60([^\x60\n]{1,200})\x60/g, "$($1)");
  for (let depth = 0; depth < DEEPEST; depth++) {
    const after = paths.reduce((all, [found, path]) => all.replace(found, path), before);
    if (after === before) break;
    before = after;
  }
  return before;
}

/** `for lib in a b; do . "$lib"` */
const loop = /\bfor\s+([A-Za-z_]\w*)\s+in\s+([^;\n]{1,400})/g;

/** What a script of the shell takes in and starts, as far as its text says which files, and does not write them itself. */
export function shellLoads(text: string, userHome: string): ShellLoad[] {
  const { commands } = readCommands(hideVariables(withPaths(text)));
  const named = commands.flatMap((command) => {
    const words = command.words.map(textOf);
    const files = filesOf(words);
    return files.length === 0 || (isInert(command) && !isLoader(words[0] ?? "")) ? [] : files;
  });
  if (named.length === 0) return [];
  const values = new VariableValues({ __self: `${OWN}/script`, HOME: userHome, PWD: "." });
  for (const [name, value] of commands.flatMap(assignedBy)) values.assign(name, value);
  for (const [, name = "", list = ""] of text.matchAll(loop))
    for (const word of list.split(/\s+/)) values.assign(name, word.replaceAll(/["']/g, ""));
  const meant = (word: string): string[] =>
    values
      .fillIn(word)
      .map((path) => path.slice(Math.max(0, path.lastIndexOf(`${UNKNOWN}/`))))
      .filter((path) => !unknownPart.test(path));
  const written = new Set(commands.flatMap(writtenBy).flatMap(meant));
  const folders = commands.flatMap(folderOf).flatMap(meant).slice(0, MOST_FOLDERS);
  const found = new Map<string, ShellLoad>();
  for (const { path: word, program } of named)
    for (const path of meant(word)) {
      if (program === null && !/\/|\.\w+$/.test(path)) continue;
      const isBelow = !path.startsWith(OWN) && !/^[\0/]/.test(path);
      for (const place of [path, ...(isBelow ? folders.map((base) => `${base}/${path}`) : [])])
        if (!written.has(place)) found.set(`${place} ${program}`, { path: place, program });
    }
  return [...found.values()];
}

const MOST_FOLDERS = 4;

/** Something in a path that is no folder at its beginning and known only when it runs. */
const unknownPart = new RegExp(`^$|.[${UNKNOWN}${OWN}]|${GLOB}|^[${UNKNOWN}${OWN}](?!/)`, "s");

const textOf = ({ text }: Word): string => (hasMarks(text) ? showVariables(text) : text);

const declaring: ReadonlySet<string> = new Set("export declare typeset local readonly".split(" "));

function assignedBy({ words, assignments }: SimpleCommand): (readonly [string, string])[] {
  const declared = declaring.has(words[0]?.text ?? "") ? words.slice(1).map(textOf) : [];
  return [
    ...assignments.map(({ name, value }) => [name, textOf(value)] as const),
    ...declared.flatMap((word) => {
      const [, name, value = ""] = /^([A-Za-z_]\w*)=(.*)$/s.exec(word) ?? [];
      return name === undefined ? [] : [[name, value] as const];
    }),
  ];
}

/** Files that a command writes: what the script leaves for itself is no code of somebody else. */
function writtenBy({ words, redirections }: SimpleCommand): string[] {
  const last = /^(?:mv|cp|tee|install)$/.test(words[0]?.text ?? "") ? words.slice(-1) : [];
  return [...redirections.filter(writesFile).map(({ target }) => target), ...last].map(textOf);
}

function folderOf({ words: [program, ...rest] }: SimpleCommand): string[] {
  if (!/^(?:cd|pushd)$/.test(program?.text ?? "")) return [];
  return rest.map(textOf).filter((word) => !word.startsWith("-"));
}

const taking: ReadonlySet<string> = new Set([".", "source"]);
/** `uv run x.py`, `npx tsx x.ts`, `deno run x.ts`, `"$PYTHON" x.py` */
const before =
  /^(?:uvx?|npx|bunx?|deno|pnpm|yarn|poetry|run|exec|-.*|[\d.]+[smhd]?|\w+=.*|[^/]*\0[^/]*)$/s;
const code = /\.(?:[cm]?[jt]sx?|py|(?:ba|da|k|z)?sh)$/;
const variable = /^\$\{\w+\}$/;

/** The file that a command takes in or starts, by its words; more, where one of them is known only when it runs. */
function filesOf(words: readonly string[]): ShellLoad[] {
  const found: ShellLoad[] = [];
  for (const [at, word] of words.entries()) {
    const name = word.slice(word.lastIndexOf("/") + 1);
    if (taking.has(word)) return [...found, ...scriptIn(words.slice(at + 1), ".")];
    if (isLoader(name)) return [...found, ...scriptIn(words.slice(at + 1), name)];
    const isPath = word.includes("/") || (at > 0 && code.test(word));
    if (isPath && !/^[-\w]+=/.test(word)) return [...found, { path: word, program: null }];
    if (variable.test(word)) found.push({ path: word, program: null });
    else if (!runsArguments(name) && !before.test(word))
      return [...found, ...loadedBehind(words.slice(at + 1))];
  }
  return found;
}

/** What a program or a function of the script starts that is named among its words. */
function loadedBehind(words: readonly string[]): ShellLoad[] {
  const at = words.findIndex((word) => isLoader(word.slice(word.lastIndexOf("/") + 1)));
  return at < 0 ? [] : filesOf(words.slice(at));
}

/** The first word behind the options, unless one of those brings its own code; and files that options name. */
function scriptIn(words: readonly string[], program: string): ShellLoad[] {
  const interpreter = interpreterOf(program);
  if (interpreter === null) return [];
  const found: ShellLoad[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    const [, dashes, key = "", value] = /^([-+]-?)([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
    if (dashes === undefined) {
      if (!Object.hasOwn(interpreter.subcommands ?? {}, word))
        return [...found, { path: word, program }];
      continue;
    }
    const use = useOf(interpreter, dashes, key);
    if (use === undefined) continue;
    const given = value ?? words[++at] ?? "";
    if (dashes === "--" && Object.hasOwn(interpreter.alone ?? {}, key) && value === undefined) at--;
    if (use === "code" || (use === "module" && key === "m")) return [];
    if (use !== "skip") found.push(...given.split(":").map((path) => ({ path, program })));
  }
  return found;
}

/** What the value of an option is; of several letters the last has one. */
function useOf(
  { short = {}, long = {}, language }: Interpreter,
  dashes: string,
  key: string,
): ArgUse | undefined {
  if (dashes === "--") return Object.hasOwn(long, key) ? long[key] : undefined;
  if (language === shell.language && /^\w*c/.test(key)) return "code";
  const name = Object.hasOwn(short, key) ? key : key.slice(-1);
  return Object.hasOwn(short, name) ? short[name] : undefined;
}
