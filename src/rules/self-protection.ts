import { isCommandField, isPathField } from "./input-facts.js";
import { changesFolders, runsCode, isReading } from "./programs.js";
import { ProtectedPaths, type PathUse } from "./protected-paths.js";
import type { Tested } from "./restriction.js";
import { bringsText, type SimpleCommand, type Word } from "../shell/index.js";
import { writtenFiles } from "./shell-facts.js";
import { excerpt, showCommand } from "./show-command.js";
import { isReadingTool, isShellTool } from "./tool-names.js";

/** Fields that say where a command runs, and not what it changes. */
const FOLDER_FIELD = /^(?:directory|dir|folder)$/i;

/** Separators between a path and what stands before it in one word. */
const PIECES = /[=:,@]/;
const MOST_PIECES = 16;

/** Why the call may change a protected file, as a sentence for the user; null where it does not. */
export function findProtected(tested: Tested): string | null {
  const { facts, world } = tested;
  const isHarmless = isReadingTool(facts.tool) && !facts.isShell;
  if (isHarmless || world.protectedPaths.length === 0) return null;
  const paths = new ProtectedPaths(world);
  const found = findInFields(tested, paths) ?? findInCommands(tested, paths);
  return found === null ? null : `${found}: Snaphook's own files change only with your yes`;
}

function findInFields({ facts, world }: Tested, paths: ProtectedPaths): string | null {
  const folders = [world.cwd, world.projectDir];
  const found = facts.texts.find(({ field, text }) => {
    if (facts.isShell && isCommandField(field)) return false;
    const isPath = isPathField(field);
    // A text with lines in it is no path, unless its field is for one.
    if (!isPath && text.trim().includes("\n")) return false;
    const isWhere = facts.isShell && (isShellTool(facts.tool) || FOLDER_FIELD.test(field));
    return paths.isEndangered(text, { folders, reachesBelow: isPath && !isWhere, isPath });
  });
  return found === undefined ? null : `${facts.tool} may change ${excerpt(found.text)}`;
}

function findInCommands({ shell, world }: Tested, paths: ProtectedPaths): string | null {
  const folders = Array.from(new Set([...shell.where.folders, world.projectDir]));
  const watch: Watch = { paths, folders, areFoldersKnown: shell.where.areKnown };
  const isMentioned = shell.raw.some((raw) => paths.isMentioned(raw));
  if (isMentioned && shell.unparsed !== null)
    return `the command cannot be read in full (${shell.unparsed}) and names a protected file`;
  const found = shell.commands.find((command) => endangers(command, isMentioned, watch));
  return found === undefined ? null : `${showCommand(found)} may change a protected file`;
}

interface Watch {
  readonly paths: ProtectedPaths;
  readonly folders: readonly string[];
  readonly areFoldersKnown: boolean;
}

function endangers(command: SimpleCommand, isMentioned: boolean, watch: Watch): boolean {
  const { words, ownWords, assignments, redirections } = command;
  const isHit = (word: Word, reachesBelow: boolean): boolean =>
    isWordEndangered(word, reachesBelow, watch);
  if (writtenFiles(command).some((file) => isHit(file, false))) return true;
  if (assignments.some(({ value }) => isHit(value, false))) return true;
  if (words.length === 0 || isReading(command)) return false;
  const own = words.slice(1, ownWords);
  if (own.some((word) => isHit(word, changesFolders(command)))) return true;
  const texts = [...words, ...redirections.filter(bringsText).map(({ target }) => target)];
  if (runsCode(command)) return texts.some(({ text }) => watch.paths.isMentioned(text));
  // What it is given is not known, and the line speaks of a protected file somewhere.
  return isMentioned && texts.some(({ known }) => !known);
}

function isWordEndangered({ text }: Word, reachesBelow: boolean, watch: Watch): boolean {
  const { paths, folders, areFoldersKnown } = watch;
  const use: PathUse = { folders, reachesBelow, isPath: false };
  return piecesOf(text).some(
    (piece) =>
      paths.isEndangered(piece, use) ||
      (!areFoldersKnown && paths.isEndangeredSomewhere(piece, reachesBelow)),
  );
}

/** The word, and the parts of it that may be paths: `of=PATH`, `--output=PATH`, `-oPATH`, `host:PATH`. */
function piecesOf(text: string): readonly string[] {
  const glued = /^-[A-Za-z](.+)/s.exec(text)?.[1];
  const whole = glued === undefined ? [text] : [text, glued];
  const afterFirst = text.slice(text.indexOf("=") + 1);
  return Array.from(new Set([...whole, afterFirst, ...text.split(PIECES, MOST_PIECES)]));
}
