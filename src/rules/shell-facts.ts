import { isContentUse, type FileUse } from "./file-uses.js";
import type { InputFacts } from "./input-facts.js";
import {
  commandsWithValues,
  filesOfLine,
  resolveLine,
  type LineFile,
  type ResolvedLine,
} from "./line-files.js";
import { lineText, type LineText } from "./line-text.js";
import { absolute, normalise } from "./paths.js";
import { setsVariables } from "./poisoning.js";
import {
  GLOB,
  isShell,
  once,
  parseCommand,
  rememberTexts,
  UNKNOWN,
  wordOf,
  writesFile,
  type SimpleCommand,
  type Word,
} from "../shell/index.js";
import { workingFolders, type WorkingFolders } from "./working-folders.js";
import type { CallWorld } from "./world.js";

/** A call of a shell, parsed once for all rules. */
export interface ShellFacts {
  /** The commands as they were given. */
  readonly lines: readonly LineText[];
  readonly commands: readonly SimpleCommand[];
  readonly unparsed: string | null;
  /** Why a command may start something that is not in the list. */
  readonly unseen: string | null;
  /** Texts of the line that are in no command. */
  readonly loose: readonly string[];
  readonly hasFunctions: boolean;
  readonly where: WorkingFolders;
  /** Whether `*` in a command may find names that begin with a dot. */
  readonly findsHidden: boolean;
  /** The files that the commands read and write, as far as it is known. Found when it is needed. */
  readonly fileUses: readonly FileUse[];
  /** What the commands surely change, by whatever name. */
  readonly changes: readonly LineFile[];
}

/** Longer lines are not kept. */
const LONGEST_KEPT = 500;
const kept = rememberTexts(parseCommand);

/** A call is judged more than once: before it, where the user is asked, and on the way to an agent's own rules. */
function parseOnce(line: string): ReturnType<typeof parseCommand> {
  return line.length <= LONGEST_KEPT ? kept(line) : parseCommand(line);
}

/** Files that take what is written and keep nothing. */
const HARMLESS_TARGETS = new Set(["/dev/null", "/dev/stdout", "/dev/stderr"]);

export function shellFactsOf({ commands: raw, paths }: InputFacts, world: CallWorld): ShellFacts {
  const parsed = raw.map(parseOnce);
  const commands = parsed.flatMap((one) => one.commands);
  const unparsed = parsed.find((one) => one.unparsed !== null)?.unparsed ?? null;
  // A path next to a command is the folder in which it runs.
  const given = (raw.length === 0 ? [] : paths).map((path) =>
    normalise(absolute(path, world.cwd, world.home)),
  );
  const started = [world.cwd, ...given];
  const written = workingFolders(commands, started, world);
  const resolved = parsed.map((one, at) => once(() => resolveLine(raw[at] ?? "", one.commands)));
  const withValues = (): readonly SimpleCommand[] =>
    resolved.flatMap((line) => commandsWithValues(line()));
  const where = written.areKnown ? written : workingFolders(withValues(), started, world);
  const unseen = parsed.find((one) => one.unseen !== null)?.unseen ?? null;
  const loose = parsed.flatMap((one) => one.loose);
  const hasFunctions = parsed.some((one) => one.hasFunctions);
  const lines = raw.map(lineText);
  const findsHidden = world.findsHidden === true || mayFindHidden(lines, commands);
  const files = once(() =>
    parsed
      .flatMap((one, at) => filesOfLine(one.commands, resolved[at] ?? noLine))
      .map((use) => (findsHidden ? { ...use, file: withoutStars(use.file) } : use)),
  );
  const fileUses = once(() => files().filter(isContentUse));
  return {
    lines,
    commands,
    unparsed,
    unseen,
    loose,
    hasFunctions,
    where,
    findsHidden,
    get fileUses() {
      return fileUses();
    },
    get changes() {
      return files().filter(({ access, effect }) => access === "write" && effect !== "creates");
    },
  };
}

const noLine = (): ResolvedLine => ({ commands: [], valuesOf: (word) => [word] });

/** What lets `*` find names that begin with a dot, in one shell or another. */
const HIDDEN_NAMES = /dotglob|glob_?dots|globignore|fignore|bashopts|bash_env/;

/** Whether a line may change what `*` finds: by its options and variables, or by a script that it reads. */
function mayFindHidden(lines: readonly LineText[], commands: readonly SimpleCommand[]): boolean {
  if (lines.some(({ unquoted }) => HIDDEN_NAMES.test(unquoted))) return true;
  return commands.some((command) => {
    const [program, ...rest] = command.words;
    const name = program?.text ?? "";
    if (/^(?:source|\.|shopt|setopt|emulate)$/.test(name)) return true;
    if (setsVariables(command)) return rest.some(({ known }) => !known);
    return isShell(name) && rest.some(({ text, known }) => !known || /^[-+]\w*O/.test(text));
  });
}

/** A word in which a file pattern may find anything. */
export function withoutStars({ text }: Word): Word {
  return wordOf(text.replaceAll(GLOB, UNKNOWN));
}

/** The files that the command's redirections may write. */
export function writtenFiles({ redirections }: SimpleCommand): readonly Word[] {
  return redirections
    .filter(
      (redirection) => writesFile(redirection) && !HARMLESS_TARGETS.has(redirection.target.text),
    )
    .map(({ target }) => target);
}
