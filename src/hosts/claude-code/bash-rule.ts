import { starMatches } from "../../match/index.js";
import {
  bringsText,
  hideVariables,
  readCommands,
  runsArguments,
  showVariables,
  UNKNOWN,
  wordText,
  type SimpleCommand,
  type Word,
} from "../../shell/index.js";
import type { Client } from "./client.js";

/** Variables that the client takes for plain text. */
const knownVariables: ReadonlySet<string> = new Set([
  "HOME",
  "PWD",
  "OLDPWD",
  "USER",
  "LOGNAME",
  "SHELL",
  "PATH",
  "TMPDIR",
]);

/** The only wrapper that the client looks through, and only where it has no options. */
const SEEN_THROUGH = "xargs ";

/**
 * Whether a Bash rule fits a line: where one of its commands does, as it is written, or where the client cannot know.
 * A rule for a program alone (`git *`) looks at programs; any longer one gives up at everything only the shell knows.
 */
export function bashFits(pattern: string, line: string, client: Client): boolean {
  const hidden = hideVariables(line, (name) => knownVariables.has(name));
  const { commands, unparsed } = readCommands(hidden);
  if (unparsed !== null) return true;
  const program = /^([^\s*]*)(?: |:)\*$/.exec(pattern)?.[1];
  const isOpen = program === undefined ? hasGap : mayRunAnything;
  if (commands.some(isOpen) || commands.some((command) => textFits(pattern, textOf(command))))
    return true;
  return (
    client.seesLastSubstitutionOnly &&
    /\$\(|`/.test(line) &&
    commands.some(({ words }) => words.slice(0, -1).some(isGap))
  );
}

/** Whether a rule's pattern fits one command: `a *` and `a:*` also fit `a` alone. */
export function textFits(pattern: string, text: string): boolean {
  const prefix = /^([^*]*)(?: |:)\*$/.exec(pattern)?.[1];
  if (prefix === undefined) return starMatches(pattern.replace(/:\*$/, " *"), text);
  const seen = text.startsWith(SEEN_THROUGH) ? [text, text.slice(SEEN_THROUGH.length)] : [text];
  return seen.some((one) => one === prefix || one.startsWith(`${prefix} `));
}

function textOf({ words }: SimpleCommand): string {
  return showVariables(words.map(({ text }) => wordText(text)).join(" "));
}

/** Whether a word holds what only the shell will know. */
function isGap({ text }: Word): boolean {
  return text.includes(UNKNOWN);
}

/** Whether it is not known which program runs, or what one that runs its arguments is given, or which file is opened. */
function mayRunAnything({ words: [program, ...rest], redirections }: SimpleCommand): boolean {
  if (redirections.some((one) => !bringsText(one) && isGap(one.target))) return true;
  if (program === undefined) return false;
  return isGap(program) || (runsArguments(program.text) && rest.some(isGap));
}

function hasGap({ words, assignments, redirections }: SimpleCommand): boolean {
  return (
    words.some(isGap) ||
    assignments.some(({ value }) => isGap(value)) ||
    redirections.some(({ operator, target }) => operator === "<<" || isGap(target))
  );
}
