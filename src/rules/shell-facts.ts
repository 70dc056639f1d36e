import type { FileUse } from "./file-uses.js";
import type { InputFacts } from "./input-facts.js";
import { commandsWithValues, filesOfLine } from "./line-files.js";
import { lineText, type LineText } from "./line-text.js";
import { absolute, normalise } from "./paths.js";
import { parseCommand, writesFile, type SimpleCommand, type Word } from "../shell/index.js";
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
  /** The files that the commands read and write, as far as it is known. Found when it is needed. */
  readonly fileUses: readonly FileUse[];
}

/** Files that take what is written and keep nothing. */
const HARMLESS_TARGETS = new Set(["/dev/null", "/dev/stdout", "/dev/stderr"]);

export function shellFactsOf({ commands: raw, paths }: InputFacts, world: CallWorld): ShellFacts {
  const parsed = raw.map(parseCommand);
  const commands = parsed.flatMap((one) => one.commands);
  const unparsed = parsed.find((one) => one.unparsed !== null)?.unparsed ?? null;
  // A path next to a command is the folder in which it runs.
  const given = (raw.length === 0 ? [] : paths).map((path) =>
    normalise(absolute(path, world.cwd, world.home)),
  );
  const started = [world.cwd, ...given];
  const written = workingFolders(commands, started, world);
  const withValues = (): readonly SimpleCommand[] =>
    raw.flatMap((one, at) => commandsWithValues(one, parsed[at]?.commands ?? []));
  const where = written.areKnown ? written : workingFolders(withValues(), started, world);
  const unseen = parsed.find((one) => one.unseen !== null)?.unseen ?? null;
  const loose = parsed.flatMap((one) => one.loose);
  const hasFunctions = parsed.some((one) => one.hasFunctions);
  let fileUses: readonly FileUse[] | null = null;
  return {
    lines: raw.map(lineText),
    commands,
    unparsed,
    unseen,
    loose,
    hasFunctions,
    where,
    get fileUses() {
      fileUses ??= raw.flatMap((one, at) => filesOfLine(one, parsed[at]?.commands ?? []));
      return fileUses;
    },
  };
}

/** The files that the command's redirections may write. */
export function writtenFiles({ redirections }: SimpleCommand): readonly Word[] {
  return redirections
    .filter(
      (redirection) => writesFile(redirection) && !HARMLESS_TARGETS.has(redirection.target.text),
    )
    .map(({ target }) => target);
}
