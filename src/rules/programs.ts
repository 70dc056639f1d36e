import {
  bringsText,
  GIT_SUBCOMMANDS,
  hasStartingOption,
  isInterpreter,
  programName,
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
    "umount truncate dd del rd move copy xcopy robocopy",
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

/** Options that let a program that reads, or a package manager that runs a script, write a file or start something else. */
export function actingOptions({ words }: SimpleCommand): readonly string[] {
  const [program, ...rest] = words;
  const name = program === undefined ? "" : programName(program);
  const isManager = PACKAGE_MANAGERS.has(name);
  if (!isManager && !READING.has(name)) return [];
  const isActing = ({ text }: Word): boolean =>
    isManager
      ? hasStartingOption(name, [wordOf(name), wordOf(text)])
      : ACTING_OPTION.test(text) || (name === "git" && PAGER_OPTION.test(text));
  const end = isManager ? rest.findIndex(({ text }) => text === "--") : -1;
  return (end < 0 ? rest : rest.slice(0, end)).filter(isActing).map(({ text }) => text);
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

export function changesFolders({ words: [program] }: SimpleCommand): boolean {
  return program !== undefined && CHANGING_FOLDERS.has(programName(program));
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
