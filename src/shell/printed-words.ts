import { GLOB, UNKNOWN, writesFile, type SimpleCommand } from "./parsed-command.js";
import { programName } from "./program-name.js";
import { takesStartingOption } from "./starters.js";

/** Programs that make a text out of another one. */
const DECODING = new Set(["base64", "base32", "xxd", "rev"]);
const CHANGING = new Set(["tr", "sed", "awk", "gawk", "mawk", "cut", "perl", "python3"]);
const PRINTING = new Set(["echo", "printf"]);
/** A format that prints each of its words on a line of its own. */
const ONE_EACH = /^(?:%[sdq](?:\\n|\\0|\n))?$|^[^%\\]*(?:\\n)?$/;

/** Whether commands that run together print a text that none of their words shows. */
export function makesText(commands: readonly SimpleCommand[]): boolean {
  return commands.some((command, at) => {
    const name = nameOf(command);
    if (DECODING.has(name)) return true;
    const [, first, second] = command.words;
    const format = first?.text === "--" ? second : first;
    if (name === "printf") return !ONE_EACH.test(format?.text ?? "");
    const before = commands[at - 1];
    const isGiven = command.redirections.some(({ operator }) => operator === "<<<");
    const isPrinted = command.isPiped && before !== undefined && PRINTING.has(nameOf(before));
    return CHANGING.has(name) && (isGiven || isPrinted);
  });
}

function nameOf({ words: [program] }: SimpleCommand): string {
  return program === undefined ? "" : programName(program);
}

/** A name for a file that a program would take for an option, where a pattern finds it. */
const NAMED_LIKE_OPTION = /^(?:.*\/)?-[^/]/s;

/** Whether the line gives a file the name of an option: `touch -- --checkpoint-action=…`, `> ./--pre=x`. */
function namesOptions({ words, redirections }: SimpleCommand): boolean {
  const dashes = words.findIndex(({ text }) => text === "--");
  const after = dashes < 0 ? [] : words.slice(dashes + 1);
  const paths = words.filter(({ text }) => !text.startsWith("-") && text.includes("/-"));
  const files = redirections.filter(writesFile).map(({ target }) => target);
  return [...after, ...paths, ...files].some(({ text }) => NAMED_LIKE_OPTION.test(text));
}

/** Why a word that the line makes itself may be an option that starts a program; null where none can be. */
export function doubtPrinted(commands: readonly SimpleCommand[]): string | null {
  if (commands.some(findsFirst) && commands.some(namesOptions))
    return "a pattern may find an option that starts a program";
  const open = new Set(commands.filter(isOpen).map(({ pipeline }) => pipeline));
  return Array.from(open).some((pipeline) =>
    makesText(commands.filter((command) => command.pipeline === pipeline)),
  )
    ? "an option that the line prints may start a program"
    : null;
}

/** Whether a pattern can find a file whose name is an option of the program. */
function findsFirst({ words: [program, ...rest] }: SimpleCommand): boolean {
  if (program === undefined || !rest.some(({ text }) => text.startsWith(GLOB))) return false;
  return takesStartingOption(programName(program));
}

function isOpen({ words: [program, ...rest] }: SimpleCommand): boolean {
  if (program === undefined || !rest.some(({ text }) => text.startsWith(UNKNOWN))) return false;
  return takesStartingOption(programName(program));
}
