import { findCodeChanges } from "./code-changes.js";
import { FILE_PROGRAMS } from "./file-programs.js";
import type { FileUse } from "./file-uses.js";
import { runsCode } from "./programs.js";
import type { Access } from "./tool-names.js";
import {
  bringsText,
  GLOB,
  isInert,
  joinTexts,
  programName,
  startsInInput,
  UNKNOWN,
  wordOf,
  type SimpleCommand,
  type Word,
} from "../shell/index.js";

/** Programs that leave alone what is in the files that they are given. */
const NAMING = new Set(
  `echo printf print test [ [[ ls stat file du df cd pushd basename dirname realpath readlink which type command export unset
  declare local readonly alias true false : kill pgrep ps sleep date read set`.split(/\s+/),
);
/** Their options whose value is a file that they read. */
const READING_OPTION: Readonly<Record<string, RegExp>> = {
  date: /^-\w*f|^--fi/,
  file: /^-\w*[fm]|^--(?:fi|ma)/,
  du: /^--files/,
};
/** What git does with the names of files but not with what is in them. */
const NAMING_GIT =
  /^(?:add|commit|status|check-ignore|check-attr|ls-files|rm|reset|rev-parse|tag|branch|push|fetch|log)$/;
/** Options of these whose value is a file that they read or write. */
const GIT_FILE_OPTION = /^(?:-\w*F|-[tX]|--(?:file|templ|pathspec-f|exclude-f|outp|contents))/;
/** Editors and languages in which a word may be a script with names of files in it. */
const SCRIPTED = /^(?:g?sed|[gmn]?awk|perl|ruby|vim?|nvim|ex|ed|emacs)$/;
/** Languages of which it is known what changes files. */
const CHANGES_KNOWN = /^(?:python|pypy|ipython|node|bun|deno|tsx|ts-node|php|lua)/;
/** Programs that read code and include files by their names. */
const INCLUDING = /^(?:g?cc|[gc]\+\+|cpp|clang(?:\+\+)?|soelim|cpio)$/;
/** With these, what find looks for is used and not only listed. */
const USING = /^-(?:exec|ok|delete|fprint|fls|files0)/;

/** The files that a command may read or write though its words are not known to name files: code, other programs. */
export function mentionedFiles(
  command: SimpleCommand,
  access: Access,
  isAlone: boolean,
): readonly FileUse[] {
  const isStarting = command.words.length > 0;
  // What a variable of its own names, a program may read or write: `BASH_ENV=FILE`, `GIT_TRACE=FILE`.
  const given = command.assignments
    .filter(({ name }) => isStarting || name === "HISTFILE")
    .map(({ value }) => value);
  const named = given.flatMap((value) => [...namesOf(value), ...namesInCode(value)]);
  return usesOf([...named, ...namesInWords(command, access, isAlone)], access);
}

function namesInWords(command: SimpleCommand, access: Access, isAlone: boolean): readonly string[] {
  const [program, ...rest] = command.words;
  const name = program === undefined ? "" : programName(program);
  if (program === undefined) return [];
  if (NAMING.has(name)) return valuesOf(rest, READING_OPTION[name]);
  if (name === "git") {
    const [subcommand, ...words] = subcommandOf(command);
    const isRemoved =
      access === "write" &&
      subcommand?.text === "rm" &&
      !words.some(({ text }) => text === "--cached");
    if (NAMING_GIT.test(subcommand?.text ?? "") && !isRemoved)
      return valuesOf(words, GIT_FILE_OPTION);
  }
  if (name === "find") {
    const isUsed = !isAlone || rest.some(({ text }) => USING.test(text));
    // What it begins with goes too.
    const removed = access === "write" && rest.some(({ text }) => text === "-delete") ? rest : [];
    return isUsed ? [...rest.flatMap(searchedBy), ...removed.flatMap(namesOf)] : [];
  }
  if (/^fd(?:find)?$/.test(name)) return searchedByFd(rest);
  const table = FILE_PROGRAMS.get(name);
  const isCode = runsCode(command) || SCRIPTED.test(name);
  if (!isCode && table !== undefined)
    return access === "write" && table.writesMore === true ? rest.flatMap(namesOf) : [];
  const texts = command.redirections.filter(bringsText).map(({ target }) => target);
  const own = command.words.slice(1, command.ownWords);
  if (!isCode) {
    const isRead = startsInInput(name) !== null || INCLUDING.test(name);
    const code = isInert(command) ? [] : own;
    return [...rest.flatMap(namesOf), ...[...code, ...(isRead ? texts : [])].flatMap(namesInCode)];
  }
  const isActing = ({ text }: Word): boolean =>
    access === "read" || !CHANGES_KNOWN.test(name) || findCodeChanges(text, name) !== null;
  const named = [...rest, ...texts].filter(isActing).flatMap(namesInCode);
  // Its operands are known to be files.
  const operands = new Set(table === undefined ? [] : rest.map(({ text }) => text));
  return named.filter((one) => !operands.has(one));
}

function subcommandOf({ words, ownWords }: SimpleCommand): readonly Word[] {
  return words.slice(ownWords < words.length ? ownWords : 1);
}

/** What is in such an option, and in the word after it. */
function valuesOf(words: readonly Word[], option: RegExp | undefined): readonly string[] {
  if (option === undefined) return [];
  return words.flatMap(({ text }, at) =>
    option.test(text) ? words.slice(at, at + 2).flatMap(namesOf) : [],
  );
}

const NAMES = new RegExp(`\\w|^\\.${GLOB}`);

function usesOf(names: readonly string[], access: Access): readonly FileUse[] {
  return Array.from(new Set(names), wordOf)
    .filter(({ text }) => NAMES.test(text) && text.lastIndexOf(UNKNOWN) < 1)
    .map((file) => ({ file, access }));
}

/** `FILE`, `-oFILE`, `-cfFILE`, `--option=FILE`, `@FILE`, `:FILE`, `FILE,option`. */
function namesOf({ text }: Word): readonly string[] {
  const glued = text.startsWith("-") ? [text.replace(/^-\w/, ""), text.replace(/^-\w+/, "")] : [];
  return [text, ...glued, text.replace(/^[^=@:]*[=@:]/, ""), ...text.split(/[=@:,]/)];
}

/** What find looks for by a pattern of its own, and a file that it reads or writes. */
function searchedBy({ text }: Word, at: number, words: readonly Word[]): readonly string[] {
  const option = words[at - 1]?.text ?? "";
  if (/^-(?:fprint|fls|files0)/.test(option)) return [text];
  // What is left out is not used; two signs in a row mean nothing.
  const before = words.slice(Math.max(0, at - 3), at - 1).map((word) => word.text);
  const signs = before.filter((one) => /^(?:!|-not)$/.test(one)).length;
  if (signs === 1 && /^(?:!|-not)$/.test(before.at(-1) ?? "")) return [];
  const isExpression = /^-i?regex$/.test(option);
  if (!isExpression && !/^-(?:i?name|i?path|i?wholename)$/.test(option)) return [];
  const plain = isExpression
    ? text.replaceAll(/\.[*+]?|[*+?$^]/g, "*").replaceAll("\\*", ".")
    : text;
  const last = plain.slice(plain.lastIndexOf("/") + 1);
  const name = last.replaceAll(/\[[^\][]*\]|[*?]+/g, GLOB);
  // Unlike a shell's, its patterns find names that begin with a dot.
  if (name === GLOB) return [];
  return name.startsWith(GLOB) ? [name, `.${name}`] : [name];
}

/** What fd runs a program on, also where it looks at names that begin with a dot: its patterns fit any part of a name. */
function searchedByFd(words: readonly Word[]): readonly string[] {
  const at = words.findIndex(({ text }) => /^(?:-[A-Za-z]*[xX]$|--exec)/.test(text));
  if (at < 0 || !words.some(({ text }) => /^-[A-Za-z]*[Hu]|^--(?:hid|unr)/.test(text))) return [];
  return words
    .slice(0, at)
    .filter(({ text }) => !text.startsWith("-"))
    .flatMap(({ text }) => {
      const part = text.replaceAll(/\.[*+]?|[*+?$^\\]/g, GLOB);
      return [`${GLOB}${part}${GLOB}`, `.${GLOB}${part}${GLOB}`];
    });
}

/** A pattern in code that finds files: `glob(".e*")`, `include .e*`. It begins where its letters do: from each of them it would take the square of a long word. */
const PATTERN_IN_CODE = /(?<![\w./~-])[\w./~-]{2,}[*?][\w.*?-]*/g;
/** What has less before its wildcard is in every expression. */
const TWO_LETTERS = /^[^*?]*[.\w-]{2}[*?]/;

/** Whatever in code looks like a path. In sed and vim it follows a letter: `r.env`, `1w.env`. */
function namesInCode({ text }: Word): readonly string[] {
  const pieces = [
    // A word in which the shell's own pattern finds files.
    ...(text.includes(GLOB) ? [text] : []),
    ...`${text}\n${joinTexts(text)}`.split(/[^\w./~@%+-]+/),
    ...Array.from(text.matchAll(PATTERN_IN_CODE), ([found]) => found)
      .filter((found) => TWO_LETTERS.test(found))
      .map((found) => found.replaceAll(/[*?]+/g, GLOB)),
  ];
  return pieces.flatMap((piece) => [piece, piece.replace(/^\d*[rRwW](?=[./~])/, "")]);
}

/** Whether a line gives a folder another name, so that a path in it is known by its last name alone. */
export function movesFolders({ words: [program, ...rest] }: SimpleCommand): boolean {
  const name = program === undefined ? "" : programName(program);
  if (name === "cp") return rest.some(({ text }) => /^(?:-\w*[aRr]|--(?:rec|arc))/.test(text));
  return /^(?:ln|mount|mv|rsync)$/.test(name);
}
