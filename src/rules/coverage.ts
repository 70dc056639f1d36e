import { starMatches } from "../match/index.js";
import {
  fitsWordByWord,
  readCommandPattern,
  writtenWords,
  type CommandPattern,
} from "./command-pattern.js";
import { permitPaths, permissionOf } from "./permission.js";
import type { Tested } from "./restriction.js";
import { isAboutTool, type Rule } from "./rule.js";
import { GLOB, UNKNOWN, type SimpleCommand, type Word } from "../shell/index.js";
import { writtenFiles } from "./shell-facts.js";
import { showCommand } from "./show-command.js";

/** Which allow rules permit a command together, or the part that none of them covers. */
export type Coverage =
  | { readonly covered: true; readonly by: ReadonlySet<Rule> }
  | { readonly covered: false; readonly why: string };

/** Builtins that change what later commands do or mean. */
const POISONING = new Set(
  (
    "export declare typeset local readonly alias unalias source . eval set shopt setopt trap unset enable hash bind read " +
    "mapfile readarray getopts let"
  ).split(" "),
);

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
  for (const command of commands) {
    const file = writtenFiles(command).find((one) => !maySaveTo(one, allows, tested));
    if (file !== undefined)
      return {
        covered: false,
        why: `no allow rule for Write covers the file of ${showCommand(command)}`,
      };
    if (command.words.length + command.assignments.length === 0) continue;
    const found = parts.find(({ pattern }) => covers(pattern, command));
    if (found === undefined)
      return { covered: false, why: `no allow rule covers ${showCommand(command)}` };
    by.add(found.rule);
  }
  return by.size === 0 ? { covered: false, why: "there is no command" } : { covered: true, by };
}

function covers(pattern: CommandPattern, command: SimpleCommand): boolean {
  const { words, assignments } = command;
  const program = words[0];
  if (program?.known === false || /\s/.test(program?.text ?? "")) return false;
  const written = writtenWords(command);
  const poisons = POISONING.has(program?.text ?? "") || isPrintToVariable(words);
  const named = assignments.length + (poisons ? 1 : 0);
  if (named > 0) return fitsWordByWord(pattern, written, named);
  const text = written.join(" ").replaceAll(GLOB, UNKNOWN);
  return pattern.forms.some((form) => starMatches(form, text));
}

/** `printf -v name` assigns. */
function isPrintToVariable([program, option]: readonly Word[]): boolean {
  return program?.text === "printf" && option?.text.startsWith("-v") === true;
}

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
