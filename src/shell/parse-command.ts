import { CommandReader } from "./command-reader.js";
import { DECLARING, doubtBuiltin } from "./evaluating-builtins.js";
import { DEEPEST, Findings } from "./findings.js";
import { doubtAssignment } from "./obeyed-variables.js";
import {
  UNKNOWN,
  wordOf,
  type ParsedCommand,
  type SimpleCommand,
  type Word,
} from "./parsed-command.js";
import { doubtPrinted } from "./printed-words.js";
import { programName } from "./program-name.js";
import { unfold } from "./unfold.js";
import { VariableUses } from "./variable-uses.js";
import { readWritten } from "./written-scripts.js";

/** Longer commands are not read. */
const LONGEST = 100_000;

/** `eval` of `eval` of a long text must not take long. */
const MOST_READ_AGAIN = 200_000;

/** Characters that shells drop, or that stop a text before its end. */
// oxlint-disable-next-line no-control-regex
const CONFUSING = /[\u0000\u0001\r]/;

/** Variables that have another value than the one that they are given. */
const SPECIAL =
  /^(?:_|IFS|RANDOM|SRANDOM|SECONDS|LINENO|EPOCH\w*|BASH\w*|PWD|OLDPWD|REPLY|OPT(?:ARG|IND|ERR)|E?UID|PPID|GROUPS|DIRSTACK|FUNCNAME|PIPESTATUS|HIST\w*|SHELLOPTS|COMP_\w+|COLUMNS|LINES|HOSTNAME|HOSTTYPE|MACHTYPE|OSTYPE|status|path)$/;

/**
 * Lists every simple command that a line for a POSIX shell may run, wherever it is nested, and what wrappers such as
 * `sudo` and `sh -c` start. It may list too much, and never lacks one without saying so in `unparsed`.
 */
export function parseCommand(command: string): ParsedCommand {
  const first = read(command, new Findings(0));
  const once = command.includes("$") ? assignedOnce(first, command) : new Map<string, string>();
  const written = once.size === 0 ? first : read(command, new Findings(0, once));
  return resultOf(parse(command, written));
}

function resultOf({ commands, loose, hasFunctions, unparsed, unseen }: Findings): ParsedCommand {
  return { commands, loose, hasFunctions, unparsed, unseen };
}

function parse(command: string, written: Findings): Findings {
  const all = new Findings(0);
  addAll(written, 0, all);
  const scripts = readWritten(all.commands);
  all.suspect(scripts.doubt);
  all.suspect(doubtPrinted(all.commands));
  readCode(scripts.code, 0, { pipeline: -1, isPiped: false }, all);
  all.doubt(all.uses.doubt);
  // Where `$'` is no quote, a text that is read twice has a variable in that place.
  if (all.readAgain > 0 && /\$["']/.test(command)) all.doubt("shells differ on $' and $\"");
  return all;
}

/** Builtins that let another command set variables. */
const SETTING_OTHERS = /^(?:command|builtin|eval|source|\.|trap|noglob|nocorrect|exec|time)$/;

/** Variables that get one value in the whole line, which is known, and where nothing can leave the assignment out. */
function assignedOnce(
  { certain, commands, uses }: Findings,
  command: string,
): ReadonlyMap<string, string> {
  if (certain.size === 0) return certain;
  const set = new VariableUses();
  set.add(uses);
  for (const one of commands) {
    const name = one.words[0]?.text ?? "";
    if (SETTING_OTHERS.test(name)) return new Map();
    doubtBuiltin(name, one, set);
  }
  // With other separators an unquoted value falls apart.
  if (set.assigned.has("IFS")) return new Map();
  return new Map(
    Array.from(certain).filter(
      ([name, value]) =>
        value !== UNKNOWN &&
        set.assigned.get(name) === 1 &&
        !SPECIAL.test(name) &&
        (command.includes(`$${name}`) || command.includes(`$\{${name}`)),
    ),
  );
}

/**
 * The simple commands of a line as they are written, wherever they are nested; what one of them starts is part of its
 * words and no command of its own.
 */
export function readCommands(command: string): ParsedCommand {
  return resultOf(read(command, new Findings(0, new Map(), false)));
}

function read(command: string, findings: Findings): Findings {
  if (command.length > LONGEST) {
    findings.doubt(`it is longer than ${LONGEST} characters`);
    return findings;
  }
  if (CONFUSING.test(command))
    findings.doubt("it contains a control character that shells differ on");
  new CommandReader(command, findings).readAll();
  return findings;
}

function addAll(found: Findings, depth: number, all: Findings): void {
  all.doubt(found.unparsed);
  all.suspect(found.unseen);
  for (const text of found.loose) all.loose.push(text);
  all.uses.add(found.uses);
  all.hasFunctions ||= found.hasFunctions;
  for (const command of found.commands) {
    const [time, ...words] = command.words;
    const isTimed = command.ownWords < command.words.length && time !== undefined;
    if (isTimed)
      all.commands.push({
        ...command,
        words: [time],
        assignments: [],
        redirections: [],
        ownWords: 1,
      });
    addWithStarted(isTimed ? { ...command, words } : command, depth, all);
  }
}

function addWithStarted(command: SimpleCommand, depth: number, all: Findings): void {
  const { started, code, ownWords, doubt, unseen } = unfold(command);
  all.commands.push({ ...command, ownWords });
  all.doubt(doubt);
  all.suspect(unseen);
  for (const assignment of assignmentsOf(command)) all.suspect(doubtAssignment(assignment));
  const [program] = command.words;
  if (program !== undefined) all.doubt(doubtBuiltin(programName(program), command, all.uses));
  if (started.length + code.length === 0) return;
  if (depth >= DEEPEST) return all.doubt(`it is nested deeper than ${DEEPEST}`);
  for (const inner of started) addWithStarted(inner, depth + 1, all);
  readCode(code, depth, command, all);
}

/** What a command assigns, also by the words of `export` and its like. */
function assignmentsOf({ words, assignments }: SimpleCommand): SimpleCommand["assignments"] {
  const isDeclaring = words[0] !== undefined && DECLARING.has(words[0].text);
  const declared = (isDeclaring ? words.slice(1) : []).flatMap(({ text }) => {
    const [, name, value] = /^([A-Za-z_][\w%]*)=(.*)$/s.exec(text) ?? [];
    return name === undefined ? [] : [{ name, value: wordOf(value ?? "") }];
  });
  return [...assignments, ...declared];
}

/** Reads texts that a shell will read as commands. */
function readCode(
  code: readonly Word[],
  depth: number,
  { pipeline, isPiped }: Pick<SimpleCommand, "pipeline" | "isPiped">,
  all: Findings,
): void {
  for (const { text, known } of code) {
    all.readAgain += text.length;
    if (all.readAgain > MOST_READ_AGAIN)
      return all.doubt("the texts for shells in it are too long");
    if (!known) all.doubt("a shell gets a text that is not known");
    const findings = new Findings(depth + 1);
    // It gets parameters from outside.
    findings.uses.assign("@", false, false);
    new CommandReader(text, findings).readAll();
    for (const [at, one] of findings.commands.entries())
      findings.commands[at] = { ...one, pipeline, isPiped: isPiped || one.isPiped };
    addAll(findings, depth + 1, all);
  }
}
