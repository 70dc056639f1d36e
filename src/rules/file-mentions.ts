import { findCodeChanges } from "./code-changes.js";
import { FILE_PROGRAMS } from "./file-programs.js";
import type { FileUse } from "./file-uses.js";
import { runsCode } from "./programs.js";
import type { Access } from "./tool-names.js";
import {
  bringsText,
  GLOB,
  joinTexts,
  programName,
  UNKNOWN,
  wordOf,
  type SimpleCommand,
  type Word,
} from "../shell/index.js";

/** Programs that leave alone what is in the files that they are given. */
const NAMING = new Set(
  `echo printf print test [ [[ ls stat file du df cd pushd basename dirname realpath readlink which type command export unset
  declare local readonly alias true false : gh npm pnpm yarn pip pip3 apt apt-get brew kill pgrep ps sleep date read set`.split(
    /\s+/,
  ),
);
/** What git does with the names of files but not with what is in them. */
const NAMING_GIT =
  /^(?:add|commit|status|check-ignore|check-attr|ls-files|rm|reset|rev-parse|tag|branch|push|fetch|log)$/;
/** Editors and languages in which a word may be a script with names of files in it. */
const SCRIPTED = /^(?:g?sed|[gmn]?awk|perl|ruby|vim?|nvim|ex|ed|emacs)$/;
/** With these, what find looks for is used and not only listed. */
const USING = /^-(?:exec|ok|delete|fprint|fls)/;

/** The files that a command may read or write though its words are not known to name files: code, other programs. */
export function mentionedFiles(
  command: SimpleCommand,
  access: Access,
  isAlone: boolean,
): readonly FileUse[] {
  const [program, ...rest] = command.words;
  const name = program === undefined ? "" : programName(program);
  if (program === undefined || NAMING.has(name)) return [];
  if (name === "git" && rest.some(({ text }) => NAMING_GIT.test(text)))
    return usesOf(rest.filter(({ text }) => text.startsWith("--outp")).flatMap(namesOf), access);
  if (name === "find") {
    const isUsed = !isAlone || rest.some(({ text }) => USING.test(text));
    return isUsed ? usesOf(rest.flatMap(searchedBy), access) : [];
  }
  const isCode = runsCode(command) || SCRIPTED.test(name);
  if (!isCode) return FILE_PROGRAMS.has(name) ? [] : usesOf(rest.flatMap(namesOf), access);
  const texts = [...rest, ...command.redirections.filter(bringsText).map(({ target }) => target)];
  const isActing = ({ text }: Word): boolean =>
    access === "read" || SCRIPTED.test(name) || findCodeChanges(text, name) !== null;
  const named = texts.filter(isActing).flatMap(namesInCode);
  // Its operands are known to be files.
  const operands = new Set(FILE_PROGRAMS.has(name) ? rest.map(({ text }) => text) : []);
  return usesOf(
    named.filter((one) => !operands.has(one)),
    access,
  );
}

function usesOf(names: readonly string[], access: Access): readonly FileUse[] {
  return Array.from(new Set(names), wordOf)
    .filter(({ text }) => /\w/.test(text) && !text.includes(UNKNOWN))
    .map((file) => ({ file, access }));
}

/** `FILE`, `-oFILE`, `--option=FILE`, `@FILE`, `:FILE`. */
function namesOf({ text }: Word): readonly string[] {
  return [text, text.replace(/^-\w/, ""), text.replace(/^[^=@:]*[=@:]/, "")];
}

/** A pattern of find's own for hidden names, and a file that it writes. */
function searchedBy({ text }: Word, at: number, words: readonly Word[]): readonly string[] {
  const option = words[at - 1]?.text ?? "";
  if (/^-(?:fprint|fls)/.test(option)) return [text];
  return /^-i?name$/.test(option) && text.startsWith(".") ? [text.replaceAll(/[*?]/g, GLOB)] : [];
}

/** Whatever in code looks like a path. In sed and vim it follows a letter: `r.env`. */
function namesInCode({ text }: Word): readonly string[] {
  const pieces = `${text}\n${joinTexts(text)}`.split(/[^\w./~@%+-]+/);
  return pieces.flatMap((piece) => [piece, piece.replace(/^[rRwW](?=\.)/, "")]);
}

/** Whether a line gives a folder another name, so that a path in it is known by its last name alone. */
export function movesFolders({ words: [program, ...rest] }: SimpleCommand): boolean {
  const name = program === undefined ? "" : programName(program);
  if (name === "cp") return rest.some(({ text }) => /^(?:-\w*[aRr]|--(?:rec|arc))/.test(text));
  return /^(?:ln|mount|mv|rsync)$/.test(name);
}
