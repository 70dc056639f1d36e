import { fileUsesOf, type FileUse } from "./file-uses.js";
import { setsVariables } from "./poisoning.js";
import {
  hideVariables,
  parseCommand,
  programName,
  showVariables,
  UNKNOWN,
  wordOf,
  type SimpleCommand,
  type Word,
} from "../shell/index.js";

const HIDDEN = /\$\{(\w+)\}/;
/** A shell takes such a value apart, or looks for files by it. */
const EXPANDED_AGAIN = /[\s*?[]|(?<!\$)\{/;
/** More values than this are as good as not known. */
const MOST_VALUES = 64;

/** What a line sets a variable to, and where it does so first. */
interface Variable {
  readonly values: string[];
  readonly from: number;
}

/** The files that a line reads and writes. What it sets variables to itself is in place of them. */
export function filesOfLine(raw: string, commands: readonly SimpleCommand[]): readonly FileUse[] {
  const uses = usesOf(commands).flat();
  if (uses.every(({ file }) => file.known)) return distinct(uses);
  const line = resolve(raw, commands);
  return distinct(
    usesOf(line.commands).flatMap((found, at) =>
      found.flatMap((use) => line.valuesOf(use.file, at).map((file) => ({ ...use, file }))),
    ),
  );
}

function distinct(uses: readonly FileUse[]): readonly FileUse[] {
  const found = uses.map((use) => [`${use.access} ${use.isFound} ${use.file.text}`, use] as const);
  return Array.from(new Map(found).values());
}

/** The commands of a line with the variables that have one value, as far as it sets them itself. */
export function commandsWithValues(
  raw: string,
  commands: readonly SimpleCommand[],
): readonly SimpleCommand[] {
  const line = resolve(raw, commands);
  return line.commands.map((command, at) => ({
    ...command,
    words: command.words.map((word) => {
      const [value, ...others] = line.valuesOf(word, at);
      return value === undefined || others.length > 0 ? wordOf(UNKNOWN) : value;
    }),
  }));
}

interface ResolvedLine {
  readonly commands: readonly SimpleCommand[];
  /** What a word of the command at a place may turn out to be. */
  readonly valuesOf: (word: Word, at: number) => readonly Word[];
}

function resolve(raw: string, commands: readonly SimpleCommand[]): ResolvedLine {
  if (commands.some(setsVariables)) return { commands, valuesOf: (word) => [word] };
  const names = new Set(commands.flatMap(assignedBy).map(({ name }) => name));
  // What is added to a variable makes a value that is nowhere.
  const joined = raw.replaceAll("\\\n", "");
  for (const [, name = ""] of joined.matchAll(/(\w+)\+=/g)) names.delete(name);
  const hidden = hideVariables(raw, (name) => names.has(name) || Object.hasOwn(ALWAYS, name));
  const line = hidden === raw ? commands : parseCommand(hidden).commands;
  const variables = variablesOf(line);
  const valuesOf = ({ text }: Word, at: number): readonly Word[] =>
    textsOf(showVariables(text), at, variables).map(wordOf);
  return { commands: line, valuesOf };
}

/** The files of each command. What a program starts comes right after it. */
function usesOf(commands: readonly SimpleCommand[]): readonly (readonly FileUse[])[] {
  let filled = 0;
  return commands.map((command) => {
    const { words, ownWords } = command;
    const isFound = filled > 0;
    const started = ownWords < words.length ? 1 : 0;
    const name = words[0] === undefined ? "" : programName(words[0]);
    if (isFound) filled += started - 1;
    else if (name === "xargs") filled = started;
    else if (name === "find") filled = words.filter(({ text }) => EXECUTING.test(text)).length;
    return fileUsesOf(command).map((use) => ({ ...use, isFound }));
  });
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
      variable.values.push(showVariables(value.text));
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
      const [whole, name = ""] = HIDDEN.exec(one) ?? [];
      const variable = variables.get(name);
      if (whole === undefined) done.add(one);
      if (whole === undefined) return [];
      const values = variable === undefined || variable.from > at ? [UNKNOWN] : variable.values;
      return values.map((value) =>
        one.replace(whole, () => (EXPANDED_AGAIN.test(value) ? UNKNOWN : value)),
      );
    });
  }
  return Array.from(done);
}
