import { starMatches } from "../match/index.js";
import {
  fitsWordByWord,
  readCommandPattern,
  writtenWords,
  type CommandPattern,
} from "./command-pattern.js";
import { isHelper } from "./helpers.js";
import { permitPaths, permissionOf } from "./permission.js";
import { evaluatesWords, isPoisoning } from "./poisoning.js";
import { actingWords } from "./programs.js";
import type { Tested } from "./restriction.js";
import { isAboutTool, type Rule } from "./rule.js";
import { GLOB, makesText, UNKNOWN, wordOf, type SimpleCommand, type Word } from "../shell/index.js";
import { writtenFiles } from "./shell-facts.js";
import { showCommand } from "./show-command.js";

/** Which allow rules permit a command together, or the part that none of them covers. */
export type Coverage =
  | { readonly covered: true; readonly by: ReadonlySet<Rule> }
  | { readonly covered: false; readonly why: string };

interface PartRule {
  readonly rule: Rule;
  readonly pattern: CommandPattern;
}

/** A shell's call is permitted only if every part of it is. */
export function coverShell(tested: Tested, allows: readonly Rule[]): Coverage {
  const parts: PartRule[] = [];
  for (const rule of allows.filter((one) => isAboutTool(one, tested.facts.tool))) {
    const permission = permissionOf(rule.argument, tested);
    if (permission.type === "all") return { covered: true, by: new Set([rule]) };
    if (permission.type === "parts")
      parts.push({ rule, pattern: readCommandPattern(permission.pattern, false) });
  }
  const { unparsed, commands } = tested.shell;
  if (unparsed !== null)
    return { covered: false, why: `the command cannot be read in full: ${unparsed}` };
  return coverCommands(commands, parts, allows, tested);
}

function coverCommands(
  commands: readonly SimpleCommand[],
  parts: readonly PartRule[],
  allows: readonly Rule[],
  tested: Tested,
): Coverage {
  const by = new Set<Rule>();
  let helper: SimpleCommand | null = null;
  const isMoved = movesByHelper(commands, parts, tested);
  for (const command of commands) {
    const file = writtenFiles(command).find((one) => !maySaveTo(one, allows, tested));
    if (file !== undefined)
      return {
        covered: false,
        why: `no allow rule for Write covers the file of ${showCommand(command, commands)}`,
      };
    if (command.words.length + command.assignments.length === 0) continue;
    const found = parts.find(
      ({ pattern }) =>
        covers(pattern, command) &&
        !(isMoved && namesRelativePath(pattern)) &&
        !isGivenOption(pattern, command, tested),
    );
    if (found !== undefined) by.add(found.rule);
    else if (isHelper(command, tested)) helper ??= command;
    else return { covered: false, why: `no allow rule covers ${showCommand(command, commands)}` };
  }
  if (by.size > 0) return { covered: true, by };
  const why =
    helper === null
      ? "there is no command"
      : `no allow rule covers ${showCommand(helper, commands)}`;
  return { covered: false, why };
}

/** Whether the line goes to another folder without a rule that says so. */
function movesByHelper(
  commands: readonly SimpleCommand[],
  parts: readonly PartRule[],
  { shell, world }: Tested,
): boolean {
  const isElsewhere = shell.where.folders.some((folder) => folder !== world.cwd);
  return (
    isElsewhere &&
    commands.some(
      (command) =>
        command.words[0]?.text === "cd" && !parts.some(({ pattern }) => covers(pattern, command)),
    )
  );
}

/** In another folder, `./run.sh` is another file than the one that the rule's author meant. */
function namesRelativePath({ forms }: CommandPattern): boolean {
  return forms.some(({ text }) => /(?:^| )(?![/~-])[^ ]*\//.test(text));
}

function covers(pattern: CommandPattern, command: SimpleCommand): boolean {
  const { words, assignments } = command;
  const program = words[0];
  if (program?.known === false || /\s/.test(program?.text ?? "")) return false;
  if (evaluatesWords(command)) return false;
  if (!areNamed(pattern, command)) return false;
  const written = writtenWords(command);
  const named = assignments.length + (isPoisoning(command) ? 1 : 0);
  if (named > 0) return fitsWordByWord(pattern, written, named);
  const text = written.join(" ").replaceAll(GLOB, UNKNOWN);
  return pattern.forms.some((form) => starMatches(form.text, text));
}

/** What writes or starts something must be named: `git log *` is meant for reading. */
function areNamed({ forms }: CommandPattern, command: SimpleCommand): boolean {
  const isNamed = (option: string): boolean =>
    forms.some(({ text }) => /^\S+ \*$/.test(text) || text.includes(option));
  return actingWords(command).every((text) => isNamed(text.replace(/=.*/s, "")));
}

/** Whether a word that is not known may be an option that writes or starts something: the line has one somewhere. */
function isGivenOption(pattern: CommandPattern, command: SimpleCommand, tested: Tested): boolean {
  const [program, ...rest] = command.words;
  const isOpen = rest.some(({ text }) => text.startsWith(UNKNOWN) || text.startsWith(GLOB));
  if (program === undefined || !isOpen) return false;
  const together = tested.shell.commands.filter(
    (one) => one !== command && one.pipeline === command.pipeline,
  );
  const isProgramAlone = pattern.forms.some(({ text }) => /^\S+ \*$/.test(text));
  if (!isProgramAlone && makesText(together)) return true;
  const pieces = tested.shell.lines.flatMap(({ raw }) => raw.split(NO_OPTION));
  return Array.from(new Set(pieces)).some((text) => {
    if (!OPTION.test(text)) return false;
    const words = [program, wordOf(text)];
    return !areNamed(pattern, { ...command, words, ownWords: words.length });
  });
}

const NO_OPTION = /[\s"'`{},$()|;&<>]+/;
const OPTION = /^-|=/;

/** A redirection is a call of Write. */
function maySaveTo(file: Word, allows: readonly Rule[], { world, shell }: Tested): boolean {
  const { folders, areKnown } = shell.where;
  if (!file.known) return false;
  return allows.some((rule) => {
    const { argument } = rule;
    if (!isAboutTool(rule, "Write")) return false;
    if (argument.type === "none") return true;
    if (argument.type !== "main" || !areKnown) return false;
    return folders.every(
      (folder) => permitPaths(argument.text, [file.text], world, folder).type === "all",
    );
  });
}
