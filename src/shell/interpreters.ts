import { callsNothing, startsPlainly } from "./code.js";
import { callsOfProgram, codeOptionsOf } from "./languages.js";
import { isPlainWord } from "./plain-words.js";
import { bringsText, UNKNOWN, wordOf, type SimpleCommand, type Word } from "./parsed-command.js";
import { doubtScript, isMadeOnTheWay } from "./script-file.js";
import { isHarmlessSed } from "./sed-script.js";

/** Modules of Python that run code in their words or their input. */
const RUNNING_MODULE =
  /^(?:timeit|pdb|code|trace|c?profile|cProfile|runpy|webbrowser|doctest|idlelib|pty|asyncio|test|IPython|site)\b/;

interface CodeParts {
  readonly code: Word[];
  readonly loads: Word[];
  script: Word | null;
  operands: readonly Word[];
}

/** Why an interpreter may run a command that cannot be seen; null where its code shows that it does not. */
export function doubtInterpreter(name: string, command: SimpleCommand): string | null {
  const calls = callsOfProgram(name) ?? /(?:)/;
  const parts = partsOf(name, command);
  if (parts === null) return null;
  for (const { text, known } of parts.code) {
    if (!known && text.replaceAll(UNKNOWN, "").trim() === "")
      return `${name} gets code that is not known`;
    if (!startsPlainly(text, calls))
      return `${name} gets code that starts programs or evaluates a text`;
    if (!known) return `${name} gets code that is not known in full`;
  }
  if (!parts.loads.every((word) => isHarmlessLoad(word, calls)))
    return `${name} loads what is not known`;
  if (parts.operands.some(({ text }) => /^\s*\||\|\s*$/.test(text)))
    return `${name} starts what it gets as a file`;
  return parts.script === null ? null : doubtScript(parts.script);
}

/** A module or file that is there already, and is not itself a way to start programs. */
function isHarmlessLoad(word: Word, calls: RegExp): boolean {
  const isWay = word.text.includes("::") && calls.test(word.text);
  return isPlainWord(word) && doubtScript(word) === null && !isWay;
}

/** Whether the code that an interpreter gets surely starts nothing. */
export function isQuietCode(name: string, command: SimpleCommand): boolean {
  const calls = callsOfProgram(name) ?? /(?:)/;
  const parts = partsOf(name, command);
  return (
    parts !== null &&
    parts.script === null &&
    parts.code.every(({ text }) => callsNothing(text, calls))
  );
}

/** The files that an interpreter reads as code: its script, where it gets no code in a word, and what it loads. */
export function scriptsOf(name: string, command: SimpleCommand): readonly Word[] {
  const parts = partsOf(name, command);
  if (parts === null) return [];
  return parts.script === null ? parts.loads : [parts.script, ...parts.loads];
}

function partsOf(name: string, { words, redirections, isPiped }: SimpleCommand): CodeParts | null {
  const language = codeOptionsOf(name);
  if (language === null) return null;
  const parts: CodeParts = { code: [], loads: [], script: null, operands: [] };
  let at = 1;
  /** What follows an option, in its word or in the next. */
  const valueOf = (option: RegExp, { text }: Word): Word => {
    const glued = text.replace(option, "");
    if (glued !== "" || /^-./.test(words[at + 1]?.text ?? "")) return wordOf(glued);
    return words[++at] ?? wordOf("");
  };
  let isInteractive = false;
  /** Whether something is loaded in place of code in the first word. */
  let isInstead = false;
  // With `--test` it finds its files itself, by patterns.
  let isModule = words[1]?.text === "--test";
  for (; at < words.length; at++) {
    const word = words[at] ?? wordOf("");
    if (word.text === "-" || !/^[-+]/.test(word.text)) break;
    if (word.text === "--") {
      at++;
      break;
    }
    isInteractive ||= language.interactive?.test(word.text) === true;
    if (language.evaluates?.test(word.text) === true) parts.code.push(wordOf("eval"));
    if (language.code?.test(word.text) === true) parts.code.push(valueOf(language.code, word));
    else if (language.loads?.test(word.text) === true) {
      parts.loads.push(valueOf(language.loads, word));
      isModule ||= /^-\w*m/.test(word.text);
      isInstead ||= language.loadsBesides?.test(word.text) !== true;
    } else if (language.valued?.test(word.text) === true) at++;
  }
  const first = words[at];
  const isRead = parts.code.length > 0 || isModule || (language.isFirstCode && isInstead);
  parts.operands = words.slice(at);
  if (isInteractive) {
    const input = inputOf(redirections, isPiped);
    // What is typed into a debugger is in a language of its own.
    parts.code.push(
      ...input,
      ...(input.length > 0 && name.startsWith("perl") ? [wordOf("eval")] : []),
    );
  }
  if (isModule && parts.loads.some(({ text }) => RUNNING_MODULE.test(text)))
    parts.code.push(...parts.operands, wordOf("eval"));
  else if (isRead === true) return parts;
  else if (first !== undefined && first.text !== "-" && language.isFirstCode === true)
    parts.code.push(first);
  else if (
    first !== undefined &&
    (/^(?:deno|bun)$/.test(name) ? /^(?:eval|exec|repl|x|task)$/ : /^inspect$/).test(first.text)
  )
    parts.code.push(wordOf("eval"));
  else if (
    /^(?:deno|bun)$/.test(name) &&
    first?.text === "run" &&
    words.slice(at).some(({ text }) => text === "-")
  )
    parts.code.push(...inputOf(redirections, isPiped));
  else if (first !== undefined && first.text !== "-" && !isInput(first)) parts.script = first;
  else parts.code.push(...inputOf(redirections, isPiped));
  return parts;
}

/** The texts that come by the input; not those of a file. */
function inputOf(redirections: SimpleCommand["redirections"], isPiped: boolean): readonly Word[] {
  const texts = redirections.filter(bringsText).map(({ target }) => target);
  const isMade = redirections.some(isMadeOnTheWay);
  return isMade || (texts.length === 0 && isPiped) ? [...texts, wordOf(UNKNOWN)] : texts;
}

function isInput({ text }: Word): boolean {
  return doubtScript(wordOf(text)) !== null && /stdin$|fd\/0$/.test(text);
}

/** The scripts that sed gets, one after the other; null where one of them is in a file. */
function sedScript(words: readonly Word[]): Word | null {
  const scripts: Word[] = [];
  let operand: Word | null = null;
  for (let at = 1; at < words.length; at++) {
    const { text } = words[at] ?? wordOf("");
    const [, glued] = /^(?:-[nErsuz]*e|--e\w*(?==|$)=?)(.*)$/s.exec(text) ?? [];
    if (/^(?:-[nErsuz]*f|--fi)/.test(text)) return null;
    if (glued !== undefined)
      scripts.push(glued === "" ? (words[++at] ?? wordOf("")) : wordOf(glued));
    else if (!text.startsWith("-")) operand ??= words[at] ?? null;
  }
  const all = scripts.length > 0 ? scripts : [operand ?? wordOf("")];
  return wordOf(all.map(({ text }) => text).join("\n"));
}

/** Whether sed gets its script in a word, and that runs and writes nothing. */
export function isQuietSed(command: SimpleCommand): boolean {
  return sedScript(command.words) !== null && doubtSed(command) === null;
}

/** Why sed may run a command; null where its script shows that it does not. */
export function doubtSed({ words }: SimpleCommand): string | null {
  const script = sedScript(words);
  if (script === null)
    return words.every((word) => isPlainWord(word) && doubtScript(word) === null)
      ? null
      : "a script of sed that is not known";
  if (script.text.replaceAll(UNKNOWN, "").trim() === "" && !script.known)
    return "a script of sed that is not known";
  return isHarmlessSed(script.text) ? null : "a script of sed that may run commands or write files";
}
