import { basename } from "node:path";
import {
  bringsText,
  GLOB,
  hideVariables,
  parseCommand,
  readCommands,
  showVariables,
  UNKNOWN,
  type SimpleCommand,
} from "../shell/index.js";
import { interpreterLoads, isLoader } from "./interpreters.js";
import { allOf, type KnownCommand, type Loads } from "./load.js";
import { isRunner, runnerLoads } from "./runners.js";
import type { VariableValues } from "./variable-values.js";

/** Deeper than people write commands that start commands. */
export const DEEPEST = 8;

/** Programs that print what their words and files say, and nothing that they have from elsewhere. */
const printing: ReadonlySet<string> = new Set(["cat", "echo", "printf"]);
/** They stand beside a program that prints without changing what it says. */
const quiet: ReadonlySet<string> = new Set(
  ": [ test true cd set export exec command exit".split(" "),
);

/** What is run is known here and there only in part: this stands for a folder that is not known. */
const behindUnknown = new RegExp(`${UNKNOWN}/+[^${UNKNOWN}]`);

/** What the commands of a line load, with the variables filled in as far as they are known. */
export function loadsOfLine(line: string, values: VariableValues, userHome: string): Loads {
  const hidden = hideVariables(line.replace(programPath, "$1").replace(choice, "*"));
  const { commands } = parseCommand(hidden);
  const written = new Set(readCommands(hidden).commands.map(({ words }) => wordsText(words)));
  const isFed = isPrinted(commands);
  const parts = commands.flatMap((command) => {
    const isGiven = isFed && !written.has(wordsText(command.words));
    return meaningsOf(command.words, values).map(({ words, isSure }) => {
      const loads = loadsOfCommand(contextOf(words, command, isFed), isGiven, 0);
      return isSure ? loads : { ...withoutDoubts(loads), lines: loads.lines };
    });
  });
  return allOf(parts);

  function contextOf(
    words: readonly string[],
    { redirections }: SimpleCommand,
    isFedHere: boolean,
  ): KnownCommand {
    const texts = redirections.filter(bringsText).map(({ target }) => target.text);
    const files = redirections
      .filter(({ operator }) => operator === "<" || operator === "<>")
      .flatMap(({ target }) => fill(target.text, values));
    return {
      words,
      input: texts.length + files.length === 0 ? null : { texts, files },
      isFed: isFedHere,
      valuesOf: (name) => values.of(name).filter((value) => !value.includes(UNKNOWN)),
      hasOtherHome: values.of("HOME").some((home) => home !== userHome),
    };
  }
}

/** `$(command -v node)` is node. */
const programPath = /(?:\$\(|`)\s*(?:command\s+-v|which|type\s+-[pP])\s+([\w./+-]+)\s*(?:\)|`)/g;

/** `hooks/{a,b}.sh`: any name in that place. */
const choice = /\{[\w.-]*(?:,[\w.-]*)+\}/g;

function wordsText(words: SimpleCommand["words"]): string {
  return JSON.stringify(words.map(({ text }) => text));
}

/** Whether what is piped or substituted in a line is nothing but what files of its words hold. */
function isPrinted(commands: readonly SimpleCommand[]): boolean {
  const programs = commands.flatMap(({ words }) => (words[0] === undefined ? [] : [words]));
  const prints = programs.filter(([first]) => printing.has(basename(first?.text ?? "")));
  return (
    prints.length > 0 &&
    prints.every((words) => words.every(({ text }) => !text.includes(UNKNOWN))) &&
    programs.every(([first]) => {
      const name = basename(first?.text ?? "");
      return (
        printing.has(name) ||
        quiet.has(name) ||
        isLoader(name) ||
        first?.text === UNKNOWN ||
        name === "eval"
      );
    })
  );
}

function fill(text: string, values: VariableValues): string[] {
  return values.fillIn(showVariables(text).replaceAll(GLOB, "*"));
}

/** More meanings than this cannot be distinguished. */
const MOST_MEANINGS = 20;

interface CommandMeaning {
  readonly words: readonly string[];
  /** Whether it is run in this meaning, so that what it does not find is not known. */
  readonly isSure: boolean;
}

/** A command in each of its meanings; a variable that is not quoted may be several words. */
function meaningsOf(words: SimpleCommand["words"], values: VariableValues): CommandMeaning[] {
  const filled = words.map(({ text }) => fill(text, values));
  const count = Math.min(MOST_MEANINGS, Math.max(0, ...filled.map(({ length }) => length)));
  return Array.from({ length: count }, (_, index) => {
    const meaning = filled.map((each) => each[Math.min(index, each.length - 1)] ?? "");
    const isSplit = words.some(
      ({ text }, at) => text !== showVariables(text) && /\s/.test(meaning[at] ?? ""),
    );
    if (!isSplit) return [{ words: meaning, isSure: true }];
    const split = meaning.flatMap((word) => word.split(/\s+/));
    // A program has no blank in its name, but a folder may.
    const isProgram = /^[^/]*\s/.test(meaning[0] ?? "");
    return [
      { words: meaning, isSure: !isProgram },
      { words: split, isSure: isProgram },
    ];
  }).flat();
}

/** What is there counts; what is not says nothing. */
function withoutDoubts({ loads }: Loads): Loads {
  return allOf([{ loads: loads.map((load) => ({ ...load, missing: null })) }]);
}

function loadsOfCommand(command: KnownCommand, isGiven: boolean, depth: number): Loads {
  const { words } = command;
  const [program = ""] = words;
  if (program.includes(UNKNOWN)) return isGiven ? allOf([]) : unknownProgram(program);
  const name = basename(program)
    .toLowerCase()
    .replace(/\.exe$/, "");
  const own = runnerLoads(name, command) ?? interpreterLoads(name, command);
  if (own === null) return among(command);
  if (depth >= DEEPEST) return own;
  const started = own.starts.map((inner) =>
    loadsOfCommand({ ...command, words: inner }, isGiven, depth + 1),
  );
  return allOf([own, ...started, { programs: own.starts.flatMap((inner) => inner.slice(0, 1)) }]);
}

function unknownProgram(program: string): Loads {
  const shown = program.replaceAll(UNKNOWN, "…");
  if (!behindUnknown.test(program))
    return allOf([{ notKnown: [`${shown}: which program it starts is known only when it runs`] }]);
  return allOf([
    { loads: [{ places: [{ name: program }], missing: `${shown}: no such file was found` }] },
  ]);
}

/** An interpreter among the words of a program that is not known to start one: what it would load counts, if it is there. */
function among(command: KnownCommand): Loads {
  const at = command.words.findIndex((word, index) => {
    const name = basename(word);
    return index > 0 && (isLoader(name) || isRunner(name));
  });
  if (at < 0) return allOf([]);
  const inner = { ...command, words: command.words.slice(at) };
  const name = basename(inner.words[0] ?? "");
  return withoutDoubts(runnerLoads(name, inner) ?? interpreterLoads(name, inner) ?? allOf([]));
}
