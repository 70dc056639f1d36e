import { starMatches } from "../match/index.js";
import type { CommandPattern } from "./command-pattern.js";
import { joinParts, speak, type LineText } from "./line-text.js";
import type { ShellFacts } from "./shell-facts.js";
import { showCommand } from "./show-command.js";
import {
  bringsText,
  isInert,
  isShell,
  programName,
  remember,
  UNKNOWN,
  type SimpleCommand,
} from "../shell/index.js";

/**
 * Where a restriction's first words occur in the line besides the commands that were found: in an argument of a program that
 * may start it, in an assignment, in a text. Null where they do not, or only where programs do nothing but read them.
 */
export function findMention(pattern: CommandPattern, shell: ShellFacts): string | null {
  const test = testOf(pattern);
  if (test === null) return null;
  const { loose, commands, open } = speechOf(shell);
  const gapped = open.find(({ name }) => starMatches(name, test.name));
  if (gapped !== undefined)
    return `its first word may occur in ${showCommand(gapped.command, shell.commands)}`;
  if (!shell.lines.some(({ spoken }) => spoken.some(test.isLikely))) return null;
  // Without the name in front of it, as in `${PASSWORD:-x}`, a text may be a secret: it is not quoted.
  if (loose.some(test.fits))
    return "its first word occurs in a text of the line that is no command";
  const found = commands.find(
    ({ names, texts }) => texts.some(test.fits) || names.some(test.isName),
  );
  return found === undefined
    ? null
    : `its first word occurs in ${showCommand(found.command, shell.commands)}`;
}

/** A text in the forms in which a name may be in it. */
type Spoken = LineText["spoken"];

/** What a line says besides the commands that were found. */
interface Speech {
  readonly loose: readonly Spoken[];
  readonly commands: readonly {
    readonly command: SimpleCommand;
    /** Its assignments and, where it may start what it is given, its other words. */
    readonly texts: readonly Spoken[];
    /** Files that it gives another name, without their folders. */
    readonly names: readonly string[];
  }[];
  /** Names in them with a star for what is not known. */
  readonly open: readonly { readonly command: SimpleCommand; readonly name: string }[];
}

/** Found once for all rules. */
const speechOf = remember((shell: ShellFacts): Speech => {
  const active = activePipelines(shell.commands);
  // What is printed in a function may go to any command.
  const isUnderstood = (command: SimpleCommand): boolean =>
    isInert(command) && !(shell.hasFunctions ? active.size > 0 : active.has(command.pipeline));
  const commands = shell.commands.map((command) => {
    const values = command.assignments.map(({ value }) => value.text);
    const files = isRenaming(command) ? command.words.slice(1) : [];
    return {
      command,
      texts: [...values, ...(isUnderstood(command) ? [] : [textOf(command)])].map(speak),
      names: files.map(({ text }) => joinParts(text.slice(text.lastIndexOf("/") + 1))),
    };
  });
  const open = shell.commands
    .filter((one) => !isInert(one))
    .flatMap((command) => openNames(textOf(command)).map((name) => ({ command, name })));
  return { loose: shell.loose.map(speak), commands, open };
});

/** Names of which two letters next to a gap are known: more would be found in every variable. */
function openNames(text: string): readonly string[] {
  if (!text.includes(UNKNOWN)) return [];
  return text
    .split(/[^\w.\0-]+/)
    .filter((name) => name.includes(UNKNOWN) && name.replaceAll(GAPS, "").length > 1)
    .map((name) => name.replace(/^-[A-Za-z](?=\w)/, "").replaceAll(GAPS, "*"));
}

const GAPS = /\0+/g;

interface MentionTest {
  readonly name: string;
  /** A quick look at the whole line. */
  readonly isLikely: (form: string) => boolean;
  readonly fits: (text: Spoken) => boolean;
  readonly isName: (name: string) => boolean;
}

/** Programs that give a file another name. */
const RENAMING = new Set(["cp", "mv", "ln", "install", "link"]);

function isRenaming({ words: [program] }: SimpleCommand): boolean {
  return program !== undefined && RENAMING.has(programName(program));
}

/** The words with which the pattern begins; null where it begins with a star. */
const testOf = remember(({ forms: [form] }: CommandPattern): MentionTest | null => {
  const words = form?.text.split(" ") ?? [];
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
  const isLikely = (text: string): boolean => text.includes(first);
  return {
    name: first,
    isLikely,
    isName: (name) => name === first,
    fits: (forms) => forms.some((text) => isLikely(text) && expression.test(text)),
  };
});

/** The pipelines in which something may be started; what is started itself counts, and not who starts it. */
function activePipelines(commands: readonly SimpleCommand[]): ReadonlySet<number> {
  const found = commands.filter(
    (one) => one.ownWords >= one.words.length && !isInert(one) && !isEmpty(one),
  );
  return new Set(found.map(({ pipeline }) => pipeline));
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
