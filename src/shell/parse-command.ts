import { CommandReader } from "./command-reader.js";
import { DEEPEST, Findings } from "./findings.js";
import type { ParsedCommand, SimpleCommand } from "./parsed-command.js";
import { unfold } from "./unfold.js";

/** Longer commands are not read. */
const LONGEST = 100_000;

/** `eval` of `eval` of a long text must not take long. */
const MOST_READ_AGAIN = 200_000;

/** Characters that shells drop, or that stop a text before its end. */
// oxlint-disable-next-line no-control-regex
const CONFUSING = /[\u0000\u0001\r]/;

/**
 * Lists every simple command that a line for a POSIX shell may run, wherever it is nested, and what wrappers such as
 * `sudo` and `sh -c` start. It may list too much, and never lacks one without saying so in `unparsed`.
 */
export function parseCommand(command: string): ParsedCommand {
  const written = readCommands(command);
  const all = new Findings(0);
  addAll(written, 0, all);
  // Where `$'` is no quote, a text that is read twice has a variable in that place.
  if (all.readAgain > 0 && /\$["']/.test(command)) all.doubt("shells differ on $' and $\"");
  return { commands: all.commands, unparsed: all.unparsed };
}

/**
 * The simple commands of a line as they are written, wherever they are nested; what one of them starts is part of its
 * words and no command of its own.
 */
export function readCommands(command: string): ParsedCommand {
  if (command.length > LONGEST)
    return { commands: [], unparsed: `it is longer than ${LONGEST} characters` };
  const findings = new Findings(0);
  if (CONFUSING.test(command))
    findings.doubt("it contains a control character that shells differ on");
  new CommandReader(command, findings).readAll();
  return findings;
}

function addAll({ commands, unparsed }: ParsedCommand, depth: number, all: Findings): void {
  all.doubt(unparsed);
  for (const command of commands) {
    const [time, ...words] = command.words;
    const isTimed = command.ownWords < command.words.length && time !== undefined;
    if (isTimed)
      all.commands.push({ words: [time], assignments: [], redirections: [], ownWords: 1 });
    addWithStarted(isTimed ? { ...command, words } : command, depth, all);
  }
}

function addWithStarted(command: SimpleCommand, depth: number, all: Findings): void {
  const { started, code, ownWords, doubt } = unfold(command);
  all.commands.push({ ...command, ownWords });
  all.doubt(doubt);
  if (started.length + code.length === 0) return;
  if (depth >= DEEPEST) return all.doubt(`it is nested deeper than ${DEEPEST}`);
  for (const inner of started) addWithStarted(inner, depth + 1, all);
  for (const { text, known } of code) {
    all.readAgain += text.length;
    if (all.readAgain > MOST_READ_AGAIN)
      return all.doubt("the texts for shells in it are too long");
    if (!known) all.doubt("a shell gets a text that is not known");
    const findings = new Findings(depth + 1);
    new CommandReader(text, findings).readAll();
    addAll(findings, depth + 1, all);
  }
}
