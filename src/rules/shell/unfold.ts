import { UNKNOWN, wordOf, type SimpleCommand, type Word } from "./parsed-command.js";
import { programName } from "./program-name.js";
import { doubtScript, isShell, unfoldShell } from "./unfold-shell.js";
import type { Unfolded } from "./unfolded.js";
import { readWrapperOptions, type WrapperOptions } from "./wrapper-options.js";
import { WRAPPERS, type Wrapper } from "./wrappers.js";

const ALIAS = "an alias changes what later commands mean";

/** What a command starts besides itself. */
export function unfold(command: SimpleCommand): Unfolded {
  const { words } = command;
  const nothing: Unfolded = { started: [], code: [], ownWords: words.length, doubt: null };
  const [first, ...rest] = words;
  if (first === undefined) return nothing;
  const name = programName(first);
  if (isShell(name)) return { ...nothing, ...unfoldShell(name, command) };
  switch (name) {
    case "eval":
      return { ...nothing, code: rest.length === 0 ? [] : [joined(rest)] };
    case "trap":
      return { ...nothing, code: rest.filter(({ text }) => !text.startsWith("-")).slice(0, 1) };
    case "alias":
      return { ...nothing, ...unfoldAlias(rest) };
    case "source":
    case ".":
      return { ...nothing, doubt: doubtScript(rest[0]) };
    case "su":
    case "runuser":
    case "script":
      return { ...nothing, code: codeAfterOption(words) };
    case "find":
      return { ...nothing, ...unfoldFind(command) };
    default: {
      const wrapper = WRAPPERS.get(name);
      return wrapper === undefined
        ? nothing
        : { ...nothing, ...unfoldWrapper(name, wrapper, command) };
    }
  }
}

function unfoldWrapper(
  name: string,
  wrapper: Wrapper,
  { words, redirections }: SimpleCommand,
): Partial<Unfolded> {
  const options = readWrapperOptions(wrapper, words);
  const { programAt, given, assignments, doubt } = options;
  const rest = words.slice(programAt);
  if (name === "git") return unfoldGit(words, options);
  const code = codeOf(wrapper, options, rest);
  if (code !== null) return { code: [code], doubt };
  const isIdle = Array.from(wrapper.idleFlags ?? "").some((letter) => given.has(letter));
  if (isIdle || rest.length === 0) return { doubt };
  if (name === "watch") return { code: [joined(rest)], ownWords: programAt, doubt };
  const started = name === "xargs" ? wordsOfXargs(rest, given) : rest;
  return {
    started: [{ words: started, assignments, redirections, ownWords: started.length }],
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
  return rest[0]?.text === `-${codeOption}` ? joined(rest.slice(1)) : null;
}

/** Options before the subcommand must not hide it: `git -C x push` is also `git push`. */
function unfoldGit(words: readonly Word[], { programAt }: WrapperOptions): Partial<Unfolded> {
  const own = words.slice(0, programAt);
  const doubt = own.some(({ text }) => /^(?:-c)?alias\./i.test(text)) ? ALIAS : null;
  if (programAt === 1) return { doubt };
  const plain = [wordOf("git"), ...words.slice(programAt)];
  const started = { words: plain, assignments: [], redirections: [], ownWords: plain.length };
  return { started: [started], ownWords: programAt, doubt };
}

/** What comes from the input is not known: it is added at the end, or replaces a text. */
function wordsOfXargs(words: readonly Word[], given: WrapperOptions["given"]): readonly Word[] {
  const replaced = ["I", "J", "i", "replace"].map((option) => given.get(option));
  const text = replaced.find((value) => value !== undefined);
  if (text === undefined) return [...words, wordOf(UNKNOWN)];
  return words.map((word) => wordOf(word.text.replaceAll(text === "" ? "{}" : text, UNKNOWN)));
}

function unfoldFind({ words, redirections }: SimpleCommand): Partial<Unfolded> {
  const started: SimpleCommand[] = [];
  let inner: Word[] | null = null;
  for (const { text } of words) {
    const isEnd = text === ";" || (text === "+" && inner?.at(-1)?.text === UNKNOWN);
    if (inner === null) {
      if (/^-(?:exec|ok)(?:dir)?$/.test(text)) inner = [];
    } else if (isEnd) {
      started.push({ words: inner, assignments: [], redirections, ownWords: inner.length });
      inner = null;
    } else inner.push(wordOf(text.replaceAll("{}", UNKNOWN)));
  }
  return { started, doubt: inner === null ? null : "a find whose command does not end" };
}

function unfoldAlias(words: readonly Word[]): Partial<Unfolded> {
  const defined = words.filter(({ text }) => text.includes("="));
  const code = defined.map(({ text }) => wordOf(text.slice(text.indexOf("=") + 1)));
  return { code, doubt: code.length === 0 ? null : ALIAS };
}

/** `-c line`, `-cline`, `--command line`, `--command=line`. */
function codeAfterOption(words: readonly Word[]): readonly Word[] {
  return words.flatMap(({ text }, at) => {
    if (/^(?:-\w*c|--command)$/.test(text)) return words.slice(at + 1, at + 2);
    const glued = /^(?:-c|--command=)(.+)$/s.exec(text);
    return glued === null ? [] : [wordOf(glued[1] ?? "")];
  });
}

function joined(words: readonly Word[]): Word {
  return wordOf(words.map(({ text }) => text).join(" "));
}
