import { findCodeChanges, isHiding } from "./code-changes.js";
import { isCommandField, isPathField } from "./input-facts.js";
import { isUrl } from "./file-uses.js";
import { changesFolders, changeStartedBy, runsCode, isReading } from "./programs.js";
import { ProtectedPaths, type PathUse } from "./protected-paths.js";
import type { Tested } from "./restriction.js";
import {
  bringsText,
  GLOB,
  LANGUAGE_NAMES,
  programName,
  startsPrograms,
  UNKNOWN,
  type SimpleCommand,
  type Word,
} from "../shell/index.js";
import { withoutStars } from "./shell-facts.js";
import { excerpt, showCommand } from "./show-command.js";
import { isReadingTool, isShellTool } from "./tool-names.js";
import { findTreeWrite } from "./tree-writers.js";

/** Fields that say where a command runs, and not what it changes. */
const FOLDER_FIELD = /^(?:directory|dir|folder)$/i;

/** Separators between a path and what comes before it in one word. */
const PIECES = /[=:,@]/;
const MOST_PIECES = 16;

/** Why the call may change a protected file, as a sentence for the user; null where it does not. */
export function findProtected(tested: Tested): string | null {
  const { facts, world } = tested;
  if (isReadingTool(facts.tool) && !facts.isShell) return null;
  const paths = new ProtectedPaths(world);
  const found = findInFields(tested, paths) ?? findInCommands(tested, paths);
  if (found === null || world.protectedPaths().length === 0) return null;
  return `${found}: Snaphook's own files change only with your yes`;
}

function findInFields({ facts, world }: Tested, paths: ProtectedPaths): string | null {
  const folders = [world.cwd, world.projectDir];
  const found = facts.texts.find(({ field, text }) => {
    if (facts.isShell && isCommandField(field)) return false;
    const isPath = isPathField(field);
    // A text with lines in it is no path, unless its field is for one.
    if (!isPath && text.trim().includes("\n")) return false;
    const isWhere = facts.isShell && (isShellTool(facts.tool) || FOLDER_FIELD.test(field));
    const reachesBelow = isPath && !isWhere;
    return paths.isEndangered(text, {
      folders,
      reachesBelow,
      isPath,
      isChanged: isPath && !isWhere,
    });
  });
  return found === undefined ? null : `${facts.tool} may change ${excerpt(found.text)}`;
}

function findInCommands({ shell, world }: Tested, paths: ProtectedPaths): string | null {
  const folders = Array.from(new Set([...shell.where.folders, world.projectDir]));
  const here = shell.commands.flatMap(inputsOf);
  const { where, findsHidden } = shell;
  const watch: Watch = {
    paths,
    folders,
    here,
    endangeredBy: new Map(),
    known: new Map(),
    areFoldersKnown: where.areKnown,
    findsHidden,
  };
  const isMentioned = (): boolean => shell.lines.some(({ raw }) => paths.isMentioned(raw));
  const isHinted = (): boolean =>
    shell.lines.some(({ raw }) => paths.isHinted(raw) || isHiding(raw));
  const doubt = shell.unparsed ?? (shell.unseen !== null && isHinted() ? shell.unseen : null);
  if (doubt !== null) return `the command cannot be read in full (${doubt})`;
  const changed = shell.changes.find(({ file, command }) =>
    isWordEndangered(file, { isChanged: true, reachesBelow: changesFolders(command) }, watch),
  );
  const found =
    changed?.command ?? shell.commands.find((command) => endangers(command, isMentioned, watch));
  return found === undefined
    ? null
    : `${showCommand(found, shell.commands)} may change a protected file`;
}

interface Watch {
  readonly paths: ProtectedPaths;
  readonly folders: readonly string[];
  /** Texts that the line brings itself: one of them may be the script that it runs. */
  readonly here: readonly Word[];
  /** Whether one of them may change a protected file, by the program that reads it: looked at once for all that do. */
  readonly endangeredBy: Map<string, boolean>;
  readonly areFoldersKnown: boolean;
  readonly findsHidden: boolean;
  /** What was found of words: many are in a line more than once. */
  readonly known: Map<string, boolean>;
}

function endangers(command: SimpleCommand, isMentioned: () => boolean, watch: Watch): boolean {
  const { words, ownWords, assignments } = command;
  const { paths, folders } = watch;
  const isHit = (word: Word, use: Partial<PathUse>): boolean => isWordEndangered(word, use, watch);
  if (assignments.some(({ value }) => isHit(value, {}))) return true;
  const [program] = words;
  if (program === undefined || isReading(command)) return false;
  if (programName(program).includes(UNKNOWN) || programName(program).includes(GLOB)) return true;
  const tree = findTreeWrite(command);
  if (tree !== null && paths.isTreeEndangered(tree, folders)) return true;
  const started = changeStartedBy(command);
  // A pattern in it may find what is protected.
  if (started !== null && (paths.isHinted(started) || /[*?[{]/.test(started))) return true;
  const reachesBelow = changesFolders(command);
  if (words.slice(1, ownWords).some((word) => isHit(word, { reachesBelow }))) return true;
  return runsCode(command)
    ? words.some(({ text }) => isCodeEndangered(text, programName(program), watch)) ||
        isBroughtEndangered(programName(program), watch)
    : // What it is given is not known, and the line speaks of a protected file somewhere.
      [...words, ...inputsOf(command)].some(({ known }) => !known) && isMentioned();
}

/** Texts that a command brings on its input. */
function inputsOf({ redirections }: SimpleCommand): readonly Word[] {
  return redirections.filter(bringsText).map(({ target }) => target);
}

function isBroughtEndangered(program: string, watch: Watch): boolean {
  const known = watch.endangeredBy.get(program);
  if (known !== undefined) return known;
  // In Tcl every word may be a command, also one that it puts together.
  const isOpen = LANGUAGE_NAMES.tcl.test(program);
  const isEndangered = watch.here.some(
    ({ text }) =>
      isCodeEndangered(text, program, watch) || (isOpen && startsPrograms(text, program)),
  );
  watch.endangeredBy.set(program, isEndangered);
  return isEndangered;
}

/** Programs whose own commands start others and write files. */
const HAS_COMMANDS = /^(?:ed|ex|vim?|nvim|emacs|sqlite3|psql|gdb)$/;
/** Longer code is not looked through. */
const LONGEST_CODE = 20_000;

/** Whether code in a language of its own may change a protected file: by a name in it, or one that it puts together. */
function isCodeEndangered(code: string, program: string, { paths, folders }: Watch): boolean {
  if (paths.isMentioned(code) || code.length > LONGEST_CODE) return true;
  // The rules of a makefile are commands.
  const starts = program === "make" || startsPrograms(code, program);
  if (HAS_COMMANDS.test(program) && paths.namesHostFile(code)) return true;
  if (starts && paths.isHinted(code)) return true;
  const changes = findCodeChanges(code, program);
  if (changes === null) return false;
  const { literals, reachesBelow, isHidden } = changes;
  const use: PathUse = { folders, reachesBelow, isPath: false, isChanged: true };
  return (
    isHidden ||
    paths.canBeJoined(literals) ||
    literals.some((text) => paths.isEndangered(text.replaceAll(/[*?]/g, GLOB), use))
  );
}

function isWordEndangered(
  word: Word,
  { reachesBelow = false, isChanged = false }: Partial<PathUse>,
  { paths, folders, areFoldersKnown, findsHidden, known }: Watch,
): boolean {
  const { text } = findsHidden ? withoutStars(word) : word;
  const key = `${reachesBelow}${isChanged}${text}`;
  let found = known.get(key);
  if (found === undefined) {
    const part: PathUse = { folders, reachesBelow, isPath: false, isChanged: false };
    const whole = isChanged ? { ...part, isChanged } : part;
    found = piecesOf(text).some(
      (piece, at) =>
        // Only a whole word can be nothing but unknown: the parts of one are cut by guess.
        paths.isEndangered(piece, at === 0 ? whole : part) ||
        (!areFoldersKnown && paths.isEndangeredSomewhere(piece, reachesBelow)),
    );
    known.set(key, found);
  }
  return found;
}

/** The word, and the parts of it that may be paths: `of=PATH`, `--output=PATH`, `-oPATH`, `host:PATH`. */
function piecesOf(text: string): readonly string[] {
  if ((!text.startsWith("-") && !PIECES.test(text)) || isUrl(text)) return [text];
  const glued = /^-[A-Za-z](.+)/s.exec(text)?.[1];
  const whole = glued === undefined ? [text] : [text, glued];
  const afterFirst = text.slice(text.indexOf("=") + 1);
  return Array.from(new Set([...whole, afterFirst, ...text.split(PIECES, MOST_PIECES)]));
}
