import { doubtGit } from "./git-commands.js";
import { doubtInterpreter, doubtSed } from "./interpreters.js";
import { isInert } from "./inert.js";
import { codeOptionsOf, isLanguage } from "./languages.js";
import { GLOB, UNKNOWN, wordOf, type SimpleCommand, type Word } from "./parsed-command.js";
import { programName } from "./program-name.js";
import { doubtScript } from "./script-file.js";
import { doubtStarter, isStarter } from "./starters.js";
import { isShell, unfoldShell } from "./unfold-shell.js";
import type { Unfolded } from "./unfolded.js";
import { readWrapperOptions, type WrapperOptions } from "./wrapper-options.js";
import { RUNUSER, WRAPPERS, type Wrapper } from "./wrappers.js";

const ALIAS = "an alias changes what later commands mean";
const GLOB_PROGRAM = "it is not known which program a pattern finds";
const PUT_TOGETHER_PROGRAM = "it is not known which program a name means that is put together";
const MADE_PROGRAM = "it is not known which program a descriptor or a process leads to";
const EXPANDED = "a program that is not known may give to a shell what it is given";
/** Their words are read in another way, or are no texts for others. */
const READ_OTHERWISE =
  /^(?:eval|trap|su|script|runuser|g?make|export|declare|typeset|local|readonly|alias|set|read)$/;
/** `c$@y`, `c""y`, `$(x)`, and the like: what a shell would put together. */
const PUT_TOGETHER = /\w(?:""|''|\$[@*\w{])|\$\(|`/;
const SHELL_ALONE = "a shell that reads commands from its input";
const ENV_ESCAPE = "env reads a backslash in its own way";

/** What a command starts besides itself. */
export function unfold(command: SimpleCommand): Unfolded {
  const unfolded = takeApart(command);
  return { ...unfolded, unseen: unfolded.unseen ?? findUnseen(command) };
}

function findUnseen(command: SimpleCommand): string | null {
  const [program] = command.words;
  if (program === undefined) return null;
  if (program.text.includes(GLOB)) return GLOB_PROGRAM;
  if (program.text.includes("/") && doubtScript(program) !== null) return MADE_PROGRAM;
  // `e$1val`; a name of which nothing is known is compared with what the rules say.
  if (!program.known && /\w/.test(program.text)) return PUT_TOGETHER_PROGRAM;
  const name = programName(program);
  if (isLanguage(name)) return doubtInterpreter(name, command);
  if (name === "sed") return doubtSed(command);
  return doubtStarter(name, command) ?? (expandsName(name, command) ? EXPANDED : null);
}

/** Whether a program that is not known is given a text in which a shell would put a name together. */
function expandsName(name: string, command: SimpleCommand): boolean {
  return (
    !isShell(name) &&
    !WRAPPERS.has(name) &&
    !isStarter(name) &&
    !ELSEWHERE.test(name) &&
    !READ_OTHERWISE.test(name) &&
    command.words.slice(1).some(({ text, known }) => known && PUT_TOGETHER.test(text)) &&
    !isInert(command)
  );
}

function takeApart(command: SimpleCommand): Unfolded {
  const { words } = command;
  const nothing: Unfolded = {
    started: [],
    code: [],
    ownWords: words.length,
    doubt: null,
    unseen: null,
  };
  const [first, ...rest] = words;
  if (first === undefined) return nothing;
  const operands = rest[0]?.text === "--" ? rest.slice(1) : rest;
  const name = programName(first);
  if (isShell(name)) return { ...nothing, ...unfoldShell(name, command) };
  switch (name) {
    case "eval":
      return { ...nothing, code: [joined(operands)] };
    case "trap":
      return { ...nothing, code: rest.filter(({ text }) => !text.startsWith("-")).slice(0, 1) };
    case "alias":
      return { ...nothing, ...unfoldAlias(rest) };
    case "source":
    case ".":
      return { ...nothing, doubt: doubtScript(operands[0]) };
    case "su":
    case "script":
      return { ...nothing, ...unfoldSu(name, command) };
    case "runuser":
      return { ...nothing, ...unfoldRunuser(command) };
    case "find":
      return { ...nothing, ...unfoldFind(command) };
    default: {
      const wrapper = WRAPPERS.get(name);
      return wrapper === undefined
        ? { ...nothing, ...unfoldRunner(name, command) }
        : { ...nothing, ...unfoldWrapper(name, wrapper, command) };
    }
  }
}

/** What they start is started on another machine, or in a container. */
const ELSEWHERE =
  /^(?:docker|podman|nerdctl|kubectl|oc|ssh|mosh|lxc|vagrant|heroku|adb|limactl|multipass)$/;

/** A program that is not known here, and in its words a shell or an interpreter with code: `poetry run sh -c …`. */
function unfoldRunner(name: string, command: SimpleCommand): Partial<Unfolded> {
  const { words } = command;
  if (words.length < 4 || ELSEWHERE.test(name) || isStarter(name)) return {};
  const at = words.findIndex((word, place) => place > 0 && takesCode(word, words[place + 1]));
  if (at < 0 || isInert(command)) return {};
  const started = words.slice(at);
  return {
    started: [{ ...command, words: started, assignments: [], ownWords: started.length }],
    ownWords: at,
  };
}

function takesCode({ text, known }: Word, option: Word | undefined): boolean {
  if (!known || option === undefined || !/^-\w/.test(option.text)) return false;
  const name = programName(wordOf(text));
  return isShell(name)
    ? /^-\w*c$/.test(option.text)
    : codeOptionsOf(name)?.code?.test(option.text) === true;
}

function unfoldWrapper(name: string, wrapper: Wrapper, command: SimpleCommand): Partial<Unfolded> {
  const { words } = command;
  const options = readWrapperOptions(wrapper, words);
  const { programAt, given, assignments, isProgramKnown } = options;
  const doubt =
    options.doubt ?? (isProgramKnown ? null : "it is not known which word is the program");
  const rest = words.slice(programAt);
  if (name === "git") return unfoldGit(command, options);
  const code = codeOf(wrapper, options, rest);
  const isEscaped = name === "env" && code?.text.includes("\\") === true;
  if (code !== null) return { code: [code], doubt: isEscaped ? ENV_ESCAPE : doubt };
  const isIdle = Array.from(wrapper.idleFlags ?? "").some((letter) => given.has(letter));
  const isShellStarted = wrapper.shellFlags?.some((option) => given.has(option)) === true;
  const isAlone = rest.length === 0 && (wrapper.startsShell === true || isShellStarted);
  // A shell expands once more what it is given.
  const isExpanded = isShellStarted && rest.some(({ text }) => /[$`]/.test(text));
  if (isAlone || isExpanded) return { doubt: doubt ?? SHELL_ALONE };
  if (isIdle || rest.length === 0) return { doubt };
  if (name === "watch") return { code: [joined(rest)], ownWords: programAt, doubt };
  const started = name === "xargs" ? wordsOfXargs(rest, given) : rest;
  return {
    started: [{ ...command, words: started, assignments, ownWords: started.length }],
    ownWords: programAt,
    doubt,
  };
}

/** The line for a shell that an option of the wrapper holds; null where there is none. */
function codeOf(
  { codeOption, longCodeOption }: Wrapper,
  { given }: WrapperOptions,
  rest: readonly Word[],
): Word | null {
  if (codeOption === undefined || longCodeOption === undefined) return null;
  const text = given.get(codeOption) ?? given.get(longCodeOption);
  if (text !== undefined) return joined([wordOf(text), ...rest]);
  const isAfter = rest[0]?.text === `-${codeOption}` || rest[0]?.text === `--${longCodeOption}`;
  return isAfter ? joined(rest.slice(1)) : null;
}

/**
 * Options before the subcommand must not hide it: `git -C x push` is also `git push`. A value that is not known may hold
 * the subcommand.
 */
function unfoldGit(command: SimpleCommand, options: WrapperOptions): Partial<Unfolded> {
  const { words } = command;
  const { programAt, isProgramKnown } = options;
  const own = words.slice(0, programAt);
  const isAlias = own.some(({ text }) => /^(?:-c)?alias\./i.test(text));
  const doubt = isAlias ? ALIAS : options.doubt;
  const unseen = doubtGit(own, words.slice(programAt));
  if (programAt === 1) return { unseen };
  const gap = isProgramKnown ? [] : [wordOf(UNKNOWN)];
  const plain = [wordOf("git"), ...gap, ...words.slice(programAt)];
  const started = {
    ...command,
    words: plain,
    assignments: [],
    redirections: [],
    ownWords: plain.length,
  };
  return { started: [started], ownWords: programAt, doubt, unseen };
}

/** `su` and `script` without a line start a shell that reads its input. */
function unfoldSu(name: string, { words }: SimpleCommand): Partial<Unfolded> {
  const code = codeAfterOption(words);
  const isIdle = words.some(({ text }) => /^--(?:version|help)$/.test(text));
  const isShellNamed = name === "su" && words.some(({ text }) => /^(?:-\w*s|--sh)/.test(text));
  const doubt = isShellNamed ? "it is not known which shell is started" : null;
  return { code, doubt: code.length === 0 && !isIdle ? SHELL_ALONE : doubt };
}

/** With `-u` it starts a program, and without it is `su`. */
function unfoldRunuser(command: SimpleCommand): Partial<Unfolded> {
  const { given, doubt } = readWrapperOptions(RUNUSER, command.words);
  if (given.has("u") || given.has("user")) return unfoldWrapper("runuser", RUNUSER, command);
  const asSu = unfoldSu("su", command);
  return { ...asSu, doubt: doubt ?? asSu.doubt ?? null };
}

/** What comes from the input is not known: it is added at the end, or replaces a text. */
function wordsOfXargs(words: readonly Word[], given: WrapperOptions["given"]): readonly Word[] {
  const replaced = ["I", "J", "i", "replace"].map((option) => given.get(option));
  const text = replaced.find((value) => value !== undefined);
  if (text === undefined) return [...words, wordOf(UNKNOWN)];
  return words.map((word) => wordOf(word.text.replaceAll(text === "" ? "{}" : text, UNKNOWN)));
}

function unfoldFind(command: SimpleCommand): Partial<Unfolded> {
  const { words } = command;
  const started: SimpleCommand[] = [];
  let inner: Word[] | null = null;
  for (const word of words) {
    const { text } = word;
    const isEnd = text === ";" || (text === "+" && inner?.at(-1)?.text === "{}");
    if (inner === null) {
      if (/^-(?:exec|ok)(?:dir)?$/.test(text)) inner = [];
      else if (text === ";" && !words.every(({ known }) => known))
        return { doubt: "a find whose command begins with a word that is not known" };
    } else if (isEnd) {
      started.push(...commandsOfFind(inner, foundBy(words), command));
      inner = null;
    } else inner.push(word);
  }
  return { started, doubt: inner === null ? null : "a find whose command does not end" };
}

/** The command with each of the things that `{}` may stand for. */
function commandsOfFind(
  inner: readonly Word[],
  found: readonly string[],
  command: SimpleCommand,
): readonly SimpleCommand[] {
  return found.map((text) => {
    const words = inner.map((word) => wordOf(word.text.replaceAll("{}", text)));
    return { ...command, words, assignments: [], ownWords: words.length };
  });
}

/** Something below the folders in which find looks; anything where that is the one in which it runs. */
function foundBy(words: readonly Word[]): readonly string[] {
  const end = words.findIndex(({ text }, at) => at > 0 && /^[-(!]/.test(text));
  const folders = words.slice(1, end < 0 ? undefined : end);
  const isOpen =
    folders.length === 0 || folders.some(({ text, known }) => !known || /^[./]*$/.test(text));
  return isOpen ? [UNKNOWN] : folders.map(({ text }) => `${text.replace(/\/+$/, "")}/${UNKNOWN}`);
}

function unfoldAlias(words: readonly Word[]): Partial<Unfolded> {
  const defined = words.filter(({ text }) => text.includes("="));
  const code = defined.map(({ text }) => wordOf(text.slice(text.indexOf("=") + 1)));
  return { code, doubt: code.length === 0 ? null : ALIAS };
}

const CODE_OPTIONS = ["--command", "--session-command"];

/** `-c line`, `-cline`, `-lcline`, `--command line`, `--command=line`; a long option may be cut short. */
function codeAfterOption(words: readonly Word[]): readonly Word[] {
  return words.flatMap(({ text }, at) => {
    const [, option = "", value = ""] = /^(-\w*?c|--\w[\w-]*=?)(.*)/s.exec(text) ?? [];
    const name = option.replace("=", "");
    const isLong = name.startsWith("--");
    if (name === "" || (isLong && !CODE_OPTIONS.some((long) => long.startsWith(name)))) return [];
    return value === "" ? words.slice(at + 1, at + 2) : [wordOf(value)];
  });
}

function joined(words: readonly Word[]): Word {
  return wordOf(words.map(({ text }) => text).join(" "));
}
