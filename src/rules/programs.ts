import { FILE_PROGRAMS } from "./file-programs.js";
import {
  bringsText,
  codeOptionsOf,
  GIT_SUBCOMMANDS,
  hasStartingOption,
  isInert,
  isInterpreter,
  isStarter,
  programName,
  startsByGit,
  startsInInput,
  wordOf,
  type SimpleCommand,
  type Word,
} from "../shell/index.js";

function names(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}

/** Programs that leave files alone, whatever they are given. */
const READING = names(
  "cat ls head tail grep egrep fgrep rg wc stat file diff cmp echo printf pwd cd pushd popd test [ [[ true false : basename " +
    "dirname realpath readlink cut tr nl tac od hexdump md5sum sha1sum sha256sum cksum du df which type jq find git",
);

/** Options with which one of them runs a program or writes a file after all. */
const ACTING_OPTION =
  /^(?:--pre(?:$|[=-])|--outp|--compile|-delete$|-fprint|-fls|--ext-diff|--open)/;

/** `git grep -O` starts a program with the files that it finds. */
const PAGER_OPTION = /^-[A-Za-z]*O/;

/** Options of git itself that can name a program to start. */
const GIT_SETTING = /^(?:-c|--config-env|--exec-path)/;

const PACKAGE_MANAGERS = names("npm npx pnpm yarn");

/** Folders whose programs are what their names say. */
const SYSTEM_FOLDER = /^(?:\/usr|\/usr\/local|\/opt\/homebrew)?\/bin\/$/;

/** Programs that remove, replace or move whole folders: for them, a folder above a protected file matters too. */
const CHANGING_FOLDERS = names(
  "rm rmdir unlink shred trash mv cp ln rsync install chmod chown chgrp chattr setfacl find git tar bsdtar cpio unzip 7z mount " +
    "umount truncate dd del rd move copy xcopy robocopy rename prename file-rename",
);

/** Editors and other programs that run code in one of their words. */
const EDITOR = names("sed ed ex vi vim nvim emacs sqlite3 psql gdb");

export function isReading(command: SimpleCommand): boolean {
  const [program, ...rest] = command.words;
  if (program === undefined || !isReadingProgram(program)) return false;
  if (rest.some(({ text }) => ACTING_OPTION.test(text))) return false;
  const name = programName(program);
  if (name === "git") return isReadingGit(command);
  return name !== "find" || startedByFind(rest).every(isReadingProgram);
}

/** Words that let a program write a file or start something else, which a rule about it need not mean: options, code. */
export function actingWords(command: SimpleCommand): readonly string[] {
  const [program, ...rest] = command.words;
  const name = program === undefined ? "" : programName(program);
  const changing = FILE_PROGRAMS.get(name)?.changingOption;
  const writing = rest
    .filter(
      ({ text }, at) => isWriting(name, text) && !HARMLESS_FILE.test(rest[at + 1]?.text ?? ""),
    )
    .map(({ text }) => text);
  const inPlace = rest.map(({ text }) => text).filter((text) => changing?.test(text) === true);
  if (isInterpreter(name) || name === "sed")
    return [...writing, ...inPlace, ...(isInert(command) ? [] : codeWords(name, rest))];
  const isActing = ({ text }: Word, at: number): boolean =>
    (READING.has(name) && ACTING_OPTION.test(text)) ||
    (name === "git" && (PAGER_OPTION.test(text) || startsByGit(rest, text))) ||
    // Only tar's first word may be options without a dash.
    ((name !== "tar" || at === 0 || text.startsWith("-")) &&
      hasStartingOption(name, [wordOf(name), wordOf(text)])) ||
    startsInInput(name)?.test(text) === true;
  const end = PACKAGE_MANAGERS.has(name) ? rest.findIndex(({ text }) => text === "--") : -1;
  const acting = (end < 0 ? rest : rest.slice(0, end)).filter(isActing);
  return [...writing, ...inPlace, ...acting.map(({ text }) => text)];
}

/** Options whose value is a file that is written, or more code. */
const WRITING_OPTION: ReadonlyMap<string, RegExp> = new Map([
  [
    "curl",
    /^(?:-[#0-9aBfgGiIjklLMnNpqRsSvVZ]*[oODcKJ]|--(?:out|dump|trace|stderr|cookie-j|config|libcurl|remote-|etag-s|hsts|alt-s))/,
  ],
  ["psql", /^(?:-[A-Za-z]*[oL]|--(?:out|log-f))/],
  [
    "node",
    /^(?:-r|--(?:test-rep|import|require|loader|exp\S*loader|env-f|cpu-p|heap-p|diag|report|redirect))/,
  ],
]);
/** What takes a text and keeps nothing. */
const HARMLESS_FILE = /^(?:\/dev\/(?:null|std(?:out|err))|-)$/;

function isWriting(name: string, text: string): boolean {
  return WRITING_OPTION.get(name)?.test(text) === true;
}

/** The options that bring the code of a language; where there are none, the words one of which is its code. */
function codeWords(name: string, words: readonly Word[]): readonly string[] {
  const texts = words.map(({ text }) => text);
  const options = texts.filter((text) => codeOptionsOf(name)?.code?.test(text) === true);
  const isFirst = name === "sed" || codeOptionsOf(name)?.isFirstCode === true;
  return isFirst ? texts.filter((text) => !text.startsWith("-")) : options;
}

function isReadingProgram(program: Word): boolean {
  const folder = program.text.slice(0, program.text.lastIndexOf("/") + 1);
  return (folder === "" || SYSTEM_FOLDER.test(folder)) && READING.has(programName(program));
}

function isReadingGit(command: SimpleCommand): boolean {
  const startsPager = command.words.some(({ text }) => PAGER_OPTION.test(text));
  if (startsPager || hasGitSetting(command)) return false;
  return GIT_SUBCOMMANDS.get(subcommandOf(command))?.writes === "nothing";
}

function hasGitSetting({ words, ownWords }: SimpleCommand): boolean {
  const own = words.slice(1, ownWords);
  return ownWords < words.length && own.some(({ text }) => GIT_SETTING.test(text));
}

/** With options before it, the subcommand is the first word that is not git's own. */
function subcommandOf({ words, ownWords }: SimpleCommand): string {
  return (words[ownWords] ?? words[1])?.text ?? "";
}

function startedByFind(words: readonly Word[]): readonly Word[] {
  return words.flatMap(({ text }, at) =>
    /^-(?:exec|ok)(?:dir)?$/.test(text) ? words.slice(at + 1, at + 2) : [],
  );
}

export function changesFolders({ words: [program, option] }: SimpleCommand): boolean {
  if (program === undefined) return false;
  const name = programName(program);
  return CHANGING_FOLDERS.has(name) || (name === "cmake" && option?.text === "-E");
}

/** Programs that start others on another machine. */
const REMOTE = names("ssh autossh sshpass mosh rsh slogin telnet");
const CHANGING_WORD =
  /(?:^|[^\w.-])(?:rm|rmdir|mv|cp|ln|tee|sed|perl|truncate|dd|install|rsync|chmod|shred|unlink|find|rename|remove|delete|remove_directory)(?![\w.-])|>/;

/** The text of a command that starts another one in a way that is not taken apart, if it changes files. */
export function changeStartedBy(command: SimpleCommand): string | null {
  const [program, ...rest] = command.words;
  const name = program === undefined ? "" : programName(program);
  if (REMOTE.has(name) || name === "find" || name === "tar" || command.ownWords <= 1) return null;
  const isCode = name === "make" || name === "expect" || name.startsWith("tclsh");
  const starts = isStarter(name) || hasStartingOption(name, command.words) || isCode;
  if (!starts && !(name === "cmake" && rest[0]?.text === "-E")) return null;
  const texts = isCode ? command.redirections.filter(bringsText).map(({ target }) => target) : [];
  const text = [...rest, ...texts].map((word) => word.text).join(" ");
  return CHANGING_WORD.test(text) ? text : null;
}

export function runsCode(command: SimpleCommand): boolean {
  const [program] = command.words;
  if (program === undefined) return false;
  const name = programName(program);
  return (
    isInterpreter(name) ||
    EDITOR.has(name) ||
    (name === "make" && command.redirections.some(bringsText)) ||
    (name === "git" && hasGitSetting(command))
  );
}
