import { bringsText, type SimpleCommand, type Word } from "./parsed-command.js";
import { doubtScript } from "./script-file.js";
import type { Unfolded } from "./unfolded.js";

const SHELLS = new Set([
  "sh",
  "bash",
  "dash",
  "zsh",
  "ksh",
  "mksh",
  "ash",
  "rbash",
  "ksh93",
  "rksh",
  "lksh",
]);
/** Shells whose language is another one. Reading it as POSIX finds most commands, but not surely all. */
const OTHER_SHELLS = new Set(["fish", "csh", "tcsh", "nu", "pwsh", "powershell"]);
const STRANGE_OPTIONS = "the options of a shell are not known";

export function isShell(name: string): boolean {
  return SHELLS.has(name) || OTHER_SHELLS.has(name);
}

/** What a shell runs: the line after `-c`, its input, or a script. */
export function unfoldShell(name: string, command: SimpleCommand): Partial<Unfolded> {
  const unfolded = unfoldOptions(command);
  if (!OTHER_SHELLS.has(name) || isScriptFirst(command.words[1])) return unfolded;
  return { ...unfolded, doubt: `the language of ${name}` };
}

/** A script by its name, before any option, is a program like any other. */
function isScriptFirst(word: Word | undefined): boolean {
  return (
    word?.known === true &&
    /^[\w./-]+\.(?:ps1|fish|csh|tcsh|nu)$/.test(word.text) &&
    !word.text.startsWith("-")
  );
}

function unfoldOptions({ words, redirections }: SimpleCommand): Partial<Unfolded> {
  const options = readOptions(words);
  if (options === "idle") return {};
  const unfolded = unfoldOperand(options, words, redirections);
  return options.isSure ? unfolded : { ...unfolded, doubt: STRANGE_OPTIONS };
}

function unfoldOperand(
  { operandAt, hasCode, readsInput }: ShellOptions,
  words: readonly Word[],
  redirections: SimpleCommand["redirections"],
): Partial<Unfolded> {
  const operand = words[operandAt];
  if (hasCode) return operand === undefined ? {} : { code: [operand], ownWords: operandAt };
  if (operand !== undefined && !readsInput) {
    // Its input is also its script where that is what the script's name means.
    const texts = redirections.filter(bringsText).map(({ target }) => target);
    const doubt = doubtScript(operand);
    return doubt === null ? {} : { code: texts, doubt };
  }
  const code = redirections.filter(bringsText).map(({ target }) => target);
  return { code, doubt: code.length === 0 ? "a shell that reads commands from its input" : null };
}

/** The file that a shell reads as its script. */
export function scriptOfShell(words: readonly Word[]): Word | undefined {
  const options = readOptions(words);
  if (options === "idle" || options.hasCode || options.readsInput) return undefined;
  return words[options.operandAt];
}

interface ShellOptions {
  readonly operandAt: number;
  readonly hasCode: boolean;
  readonly readsInput: boolean;
  /** Whether the operand is surely where it seems to be. */
  readonly isSure: boolean;
}

function readOptions(words: readonly Word[]): ShellOptions | "idle" {
  let hasCode = false;
  let readsInput = false;
  let isSure = true;
  let hasStartFile = false;
  let isInteractive = false;
  let at = 1;
  for (; at < words.length; at++) {
    const { text, known } = words[at] ?? { text: "", known: true };
    if (!/^[-+]/.test(text)) break;
    isSure &&= known;
    if (isSure && (text === "--version" || text === "--help")) return "idle";
    if (text === "--" || text === "-") {
      at++;
      break;
    }
    if (/^--?(?:rcfile|init-file|emulate)$/.test(text)) {
      hasStartFile ||= !text.endsWith("emulate");
      at++;
    } else if (!text.startsWith("--")) {
      // A name for each `o` follows the whole word, and with it everything else moves.
      isSure &&= !/o./i.test(text);
      hasCode ||= /^-.*c/i.test(text);
      readsInput ||= /^-.*s/.test(text);
      isInteractive ||= /^-.*i/.test(text);
      // The name of an option follows.
      if (/o$/i.test(text)) at++;
    }
  }
  // An interactive shell reads its start-up file.
  isSure &&= !hasStartFile || (hasCode && !isInteractive);
  return { operandAt: at, hasCode, readsInput, isSure };
}
