import type { CommandPattern } from "./command-pattern.js";
import { joinParts } from "./line-text.js";
import type { ShellFacts } from "./shell-facts.js";
import { showCommand } from "./show-command.js";
import { bringsText, isInert, isShell, programName, type SimpleCommand } from "../shell/index.js";

/**
 * Where a restriction's first words occur in the line besides the commands that were found: in an argument of a program that
 * may start it, in an assignment, in a text. Null where they do not, or only where programs do nothing but read them.
 */
export function findMention(pattern: CommandPattern, shell: ShellFacts): string | null {
  let test = tests.get(pattern);
  if (test === undefined) tests.set(pattern, (test = testOf(pattern)));
  if (test === null || !shell.lines.some(({ spoken }) => spoken.some(test.isLikely))) return null;
  const loose = shell.loose.find(test.fits);
  // Without the name in front of it, as in `${PASSWORD:-x}`, a text may be a secret: it is not quoted.
  if (loose !== undefined) return "its first word occurs in a text of the line that is no command";
  const found = shell.commands.find((command) => {
    if (command.assignments.some(({ value }) => test.fits(value.text))) return true;
    if (isRenaming(command) && command.words.slice(1).some(({ text }) => test.isNameOf(text)))
      return true;
    return !isUnderstood(command, shell) && test.fits(textOf(command));
  });
  return found === undefined
    ? null
    : `its first word occurs in ${showCommand(found, shell.commands)}`;
}

const tests = new WeakMap<CommandPattern, MentionTest | null>();

interface MentionTest {
  /** A quick look at the whole line. */
  readonly isLikely: (spoken: string) => boolean;
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
  const named = words.slice(0, open < 0 ? words.length : open).map(joinParts);
  const first = named[0]?.replace(/^.*\//, "");
  if (first === undefined || first === "") return null;
  const expressions = [first, ...named.slice(1)].map((word, at) => {
    const glued = at === 0 ? "(?:-[a-z])?" : "";
    const escaped = word.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&");
    return `(?<![\\w.-])${glued}${escaped}(?![\\w-]|\\.\\w)`;
  });
  const expression = new RegExp(expressions.join("[^]*?"));
  return {
    isLikely: (spoken) => spoken.includes(first),
    isNameOf: (path) => joinParts(path.slice(path.lastIndexOf("/") + 1)) === first,
    fits: (text) => expression.test(text.toLowerCase()) || expression.test(joinParts(text)),
  };
}

/** Whether what is in a command's words is only read, by it and by those that get what it prints. */
function isUnderstood(command: SimpleCommand, { commands, hasFunctions }: ShellFacts): boolean {
  if (!isInert(command)) return false;
  const active = activePipelines(commands);
  return hasFunctions ? active.size === 0 : !active.has(command.pipeline);
}

const pipelines = new WeakMap<readonly SimpleCommand[], ReadonlySet<number>>();

/** The pipelines in which something may be started; what is started itself counts, and not who starts it. */
function activePipelines(commands: readonly SimpleCommand[]): ReadonlySet<number> {
  let active = pipelines.get(commands);
  if (active === undefined) {
    const found = commands.filter(
      (one) => one.ownWords >= one.words.length && !isInert(one) && !isEmpty(one),
    );
    active = new Set(found.map(({ pipeline }) => pipeline));
    pipelines.set(commands, active);
  }
  return active;
}

/** Nothing but a redirection. */
function isEmpty({ words, assignments }: SimpleCommand): boolean {
  return words.length + assignments.length === 0;
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
