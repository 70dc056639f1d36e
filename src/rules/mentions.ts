import type { CommandPattern } from "./command-pattern.js";
import type { ShellFacts } from "./shell-facts.js";
import { excerpt, showCommand } from "./show-command.js";
import {
  bringsText,
  decodeEscapes,
  isInert,
  isShell,
  programName,
  type SimpleCommand,
} from "../shell/index.js";

/**
 * Where a restriction's first words occur in the line besides the commands that were found: in an argument of a program that
 * may start it, in an assignment, in a text. Null where they do not, or only where programs do nothing but read them.
 */
export function findMention(pattern: CommandPattern, shell: ShellFacts): string | null {
  const test = testOf(pattern);
  if (test === null || !shell.raw.some((raw) => test.isLikely(raw))) return null;
  const loose = shell.loose.find(test.fits);
  if (loose !== undefined) return `its first word occurs in ${excerpt(loose)}`;
  const found = shell.commands.find((command) => {
    if (command.assignments.some(({ value }) => test.fits(value.text))) return true;
    if (isRenaming(command) && command.words.slice(1).some(({ text }) => test.isNameOf(text)))
      return true;
    return !isUnderstood(command, shell) && test.fits(textOf(command));
  });
  return found === undefined ? null : `its first word occurs in ${showCommand(found)}`;
}

interface MentionTest {
  /** A quick look at the whole line. */
  readonly isLikely: (text: string) => boolean;
  readonly fits: (text: string) => boolean;
  /** Whether a path is that of a program with this name. */
  readonly isNameOf: (path: string) => boolean;
}

/** Programs that give a file another name. */
const RENAMING = new Set(["cp", "mv", "ln", "install", "link"]);

function isRenaming({ words: [program] }: SimpleCommand): boolean {
  return program !== undefined && RENAMING.has(programName(program));
}

/** The words with which the pattern begins; null where it begins with a star. */
function testOf({ forms: [form = ""] }: CommandPattern): MentionTest | null {
  const words = form.split(" ");
  const open = words.findIndex((word) => word.includes("*"));
  const named = words.slice(0, open < 0 ? words.length : open).map(fold);
  const first = named[0]?.replace(/^.*\//, "");
  if (first === undefined || first === "") return null;
  const expressions = [first, ...named.slice(1)].map((word, at) => {
    const glued = at === 0 ? "(?:-[a-z])?" : "";
    const escaped = word.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&");
    return `(?<![\\w.-])${glued}${escaped}(?![\\w-]|\\.\\w)`;
  });
  const expression = new RegExp(expressions.join("[^]*?"));
  return {
    isLikely: (text) => text.toLowerCase().includes(first) || fold(text).includes(first),
    isNameOf: (path) => fold(path.slice(path.lastIndexOf("/") + 1)) === first,
    fits: (text) => expression.test(text.toLowerCase()) || expression.test(fold(text)),
  };
}

/** A text without quotes and escapes, and with its parts joined, as a language that reads it would. */
function fold(text: string): string {
  return decodeEscapes(text)
    .replaceAll(/["']\s*[+.]?\s*["']|["'\\]/g, "")
    .toLowerCase();
}

/** Whether what is in a command's words is only read, by it and by those that get what it prints. */
function isUnderstood(command: SimpleCommand, { commands, hasFunctions }: ShellFacts): boolean {
  if (!isInert(command)) return false;
  return commands.every(
    (other) =>
      other === command ||
      (!hasFunctions && other.pipeline !== command.pipeline) ||
      other.ownWords < other.words.length ||
      isInert(other),
  );
}

/** What a command says besides its program and what it starts. */
function textOf({ words, ownWords, redirections }: SimpleCommand): string {
  const [program] = words;
  const isOfShell = program !== undefined && isShell(programName(program));
  const own = words.slice(1, ownWords);
  const parameters = isOfShell ? words.slice(ownWords + 1) : [];
  const texts = isOfShell ? [] : redirections.filter(bringsText).map(({ target }) => target);
  return [...own, ...parameters, ...texts].map(({ text }) => text).join(" ");
}
