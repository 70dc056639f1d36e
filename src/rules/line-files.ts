import { namedFiles, type FileUse } from "./file-uses.js";
import { setsVariables } from "./poisoning.js";
import {
  findHidden,
  GLOB,
  hasMarks,
  hideVariables,
  isSearch,
  makesText,
  parseCommand,
  programName,
  UNKNOWN,
  wordOf,
  type SimpleCommand,
  type Word,
} from "../shell/index.js";

/** A shell takes such a value apart, or looks for files by it, where no quotes are around it. */
const EXPANDED_AGAIN = /[\s*?[{]/;
/** More values than this are as good as not known. */
const MOST_VALUES = 64;
/** In a value, for what a search for files prints. */
const FOUND = "\u{E004}";

/** What a line sets a variable to, and where it does so first. */
interface Variable {
  readonly values: string[];
  readonly from: number;
}

/** A file that a line names, and the command that does. */
export interface LineFile extends FileUse {
  readonly command: SimpleCommand;
}

/** A line in which the variables that it sets itself have their values. */
export interface ResolvedLine {
  readonly commands: readonly SimpleCommand[];
  /** What a word of the command at a place may turn out to be. */
  readonly valuesOf: (word: Word, at: number) => readonly Word[];
}

/** The files that a line names. What it sets variables to itself is in place of them. */
export function filesOfLine(
  commands: readonly SimpleCommand[],
  resolved: () => ResolvedLine,
): readonly LineFile[] {
  const uses = usesOf(commands);
  if (uses.flat().every(({ file }) => file.known)) return distinct(uses.flat());
  const line = resolved();
  const named = line.commands === commands ? uses : usesOf(line.commands);
  return distinct(
    uses.flatMap((found, at) => {
      const same = sameUses(found, named[at] ?? []);
      return found.flatMap((use, place) => {
        const { file } = same[place] ?? use;
        const values = use.file.known ? [use.file] : line.valuesOf(file, at);
        return values.map((value) => ({
          ...use,
          file: value,
          isFound: use.isFound === true || value.isFound === true,
        }));
      });
    }),
  );
}

/** The uses of files in the line with names of variables, if they make no difference to what the command does. */
function sameUses(uses: readonly LineFile[], named: readonly LineFile[]): readonly LineFile[] {
  const isSame = uses.every(
    ({ access, effect }, at) => access === named[at]?.access && effect === named[at].effect,
  );
  return isSame && uses.length === named.length ? named : uses;
}

function distinct(uses: readonly LineFile[]): readonly LineFile[] {
  const found = new Map<string, LineFile>();
  for (const use of uses) {
    const { access, effect = "", isFound, file, command } = use;
    const program = command.words[0]?.text ?? "";
    const key = [access, effect, isFound, program, file.text].join(" ");
    if (!found.has(key)) found.set(key, use);
  }
  return Array.from(found.values());
}

/** The commands of a line with the variables that have one value, as far as it sets them itself. */
export function commandsWithValues(line: ResolvedLine): readonly SimpleCommand[] {
  return line.commands.map((command, at) => ({
    ...command,
    words: command.words.map((word) => {
      const [value, ...others] = line.valuesOf(word, at);
      return value === undefined || others.length > 0 ? wordOf(UNKNOWN) : value;
    }),
  }));
}

export function resolveLine(raw: string, commands: readonly SimpleCommand[]): ResolvedLine {
  const names = new Set(commands.flatMap(assignedBy).map(({ name }) => name));
  // With other separators every value may fall apart.
  if (commands.some(setsVariables) || names.has("IFS") || hasMarks(raw))
    return { commands, valuesOf: (word) => [word] };
  // What is added to a variable makes a value that is nowhere.
  const joined = raw.replaceAll("\\\n", "");
  for (const [, name = ""] of joined.matchAll(/(\w+)\+=/g)) names.delete(name);
  const hidden = hideVariables(raw, (name) => names.has(name) || Object.hasOwn(ALWAYS, name));
  const line = hidden === raw ? commands : parseCommand(hidden).commands;
  // A variable that is a program, or a part of one, changes what is found: then only the line as it is counts.
  if (line.length !== commands.length) return { commands, valuesOf: (word) => [word] };
  const variables = variablesOf(line);
  const valuesOf = (word: Word, at: number): readonly Word[] =>
    word.isFound === true ? [word] : textsOf(word.text, at, variables).map(wordOfValue);
  return { commands: commands.map((command, at) => sameCommand(command, line[at])), valuesOf };
}

function sameCommand(command: SimpleCommand, named: SimpleCommand | undefined): SimpleCommand {
  const isSame =
    named !== undefined &&
    named.words.length === command.words.length &&
    named.words[0]?.text === command.words[0]?.text &&
    named.redirections.length === command.redirections.length;
  return isSame ? named : command;
}

function wordOfValue(text: string): Word {
  const word = wordOf(text.replaceAll(FOUND, UNKNOWN));
  return text === FOUND ? { ...word, isFound: true } : word;
}

/** The files of each command. What a program starts comes right after it. */
function usesOf(commands: readonly SimpleCommand[]): readonly (readonly LineFile[])[] {
  let filled = 0;
  const read = readingPipelines(commands);
  const prints = (pipeline: number): boolean =>
    makesText(commands.filter((one) => one.pipeline === pipeline));
  return commands.map((command) => {
    const { words, ownWords, pipeline } = command;
    const isFound = filled > 0 || (command.isPiped && read.has(pipeline));
    const started = ownWords < words.length ? 1 : 0;
    const name = words[0] === undefined ? "" : programName(words[0]);
    if (filled > 0) filled += started - 1;
    else if (name === "xargs") filled = prints(pipeline) ? 0 : started;
    else if (name === "find") filled = words.filter(({ text }) => EXECUTING.test(text)).length;
    return namedFiles(command).map((use) => ({
      ...use,
      isFound: isFound || (use.isFound === true && !prints(pipeline)),
      command,
    }));
  });
}

/** The pipelines in which a loop reads what a search for files prints: `find … | while read f`. */
function readingPipelines(commands: readonly SimpleCommand[]): ReadonlySet<number> {
  const before = new Map<number, SimpleCommand[]>();
  const found = new Set<number>();
  for (const command of commands) {
    const { words, isPiped, pipeline } = command;
    const started = before.get(pipeline) ?? [];
    if (isPiped && words[0]?.text === "read" && isSearch(started)) found.add(pipeline);
    started.push(command);
    before.set(pipeline, started);
  }
  return found;
}

const EXECUTING = /^-(?:exec|ok)(?:dir)?$/;

/** Variables that are what they are unless the line says otherwise. */
const ALWAYS: Readonly<Record<string, string>> = { HOME: "~", PWD: "." };

/** An assignment before a program is only for that program. */
function assignedBy({ words, assignments }: SimpleCommand): SimpleCommand["assignments"] {
  return words.length === 0 ? assignments : [];
}

function variablesOf(commands: readonly SimpleCommand[]): ReadonlyMap<string, Variable> {
  const variables = new Map<string, Variable>();
  for (const [at, command] of commands.entries()) {
    for (const { name, value } of assignedBy(command)) {
      const variable = variables.get(name) ?? { values: [], from: at };
      // One more than are followed: then none is known.
      if (variable.values.length <= MOST_VALUES)
        variable.values.push(value.isFound === true ? FOUND : value.text);
      variables.set(name, variable);
    }
  }
  for (const [name, value] of Object.entries(ALWAYS))
    if (!variables.has(name)) variables.set(name, { values: [value], from: -1 });
  return variables;
}

/** The texts that a word with variables may turn out to be. */
function textsOf(
  text: string,
  at: number,
  variables: ReadonlyMap<string, Variable>,
): readonly string[] {
  let open = [text];
  const done = new Set<string>();
  for (let steps = 0; open.length > 0; steps++) {
    if (steps > MOST_VALUES || done.size + open.length > MOST_VALUES) return [UNKNOWN];
    open = open.flatMap((one) => {
      const hidden = findHidden(one);
      if (hidden === null) {
        done.add(one);
        return [];
      }
      const variable = variables.get(hidden.name);
      const values = variable === undefined || variable.from > at ? [UNKNOWN] : variable.values;
      return values
        .flatMap((value) => expanded(value, hidden.isQuoted))
        .map((value) => one.replace(hidden.whole, () => value));
    });
  }
  return Array.from(done);
}

/** What a value becomes. Without quotes around it, it is taken apart; a name that a pattern finds may have a blank in it. */
function expanded(value: string, isQuoted: boolean): readonly string[] {
  if (isQuoted) return [value];
  if (EXPANDED_AGAIN.test(value)) return [UNKNOWN];
  return value.includes(GLOB) ? [value, FOUND] : [value];
}
