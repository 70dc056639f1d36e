import type { Access } from "./tool-names.js";
import { FILE_PROGRAMS, type FileProgram } from "./file-programs.js";
import {
  GLOB,
  programName,
  UNKNOWN,
  wordOf,
  writesFile,
  type SimpleCommand,
  type Word,
} from "../shell/index.js";

/** A file that a command names, and what the command does with it. */
export interface FileUse {
  readonly file: Word;
  readonly access: Access;
  /** `creates`: it is made, and left alone where it is there. `marks`: what is in it stays as it is. `removes`: with all in it. */
  readonly effect?: "creates" | "marks" | "removes";
  /** Whether `xargs`, `find` or a search fills in what is not known of it. */
  readonly isFound?: boolean;
}

const HARMLESS_FILE = new RegExp(
  `^(?:-|/dev/(?:null|stdin|stdout|stderr|tty|fd/(?:\\d+|63${UNKNOWN})))?$`,
);
const NUMBER = new RegExp(`^(?:[+-]?\\d+[A-Za-z]*|${UNKNOWN})$`);
/** With a scheme before it, it is no file of this machine. */
const FILE_URL = /^file:\/\//i;
/** What curl takes for several URLs. */
const CHOICE = /\[[^\][]*\]|\{[^{}]*\}/g;
const URL = /^(?!file:)[a-z][a-z0-9+.-]*:\/\//i;

/** The files that a command reads and writes by its redirections and, if its program is in the table, by its words. */
export function fileUsesOf(command: SimpleCommand): readonly FileUse[] {
  return namedFiles(command).filter(isContentUse);
}

/** Whether what is in a file matters to the use: not where it is none of this machine, or only marked. */
export function isContentUse({ file, effect }: FileUse): boolean {
  return effect !== "marks" && !HARMLESS_FILE.test(file.text) && !isUrl(file.text);
}

/** Whether a text begins as a URL of another machine. */
export function isUrl(text: string): boolean {
  return URL.test(text);
}

/** Everything that a command names as a file, devices and URLs too. */
export function namedFiles({ words, redirections }: SimpleCommand): readonly FileUse[] {
  const uses: FileUse[] = [];
  for (const redirection of redirections) {
    const { operator, target: file } = redirection;
    if (operator === "<" || operator === "<>") uses.push({ file, access: "read" });
    if (writesFile(redirection)) uses.push({ file, access: "write" });
  }
  const name = words[0] === undefined ? "" : programName(words[0]);
  const program = FILE_PROGRAMS.get(name);
  for (const file of writtenUnnamed(name, words)) uses.push({ file, access: "write" });
  if (program !== undefined) uses.push(...new FileWords(program, words.slice(1)).uses());
  return uses.map((use) =>
    FILE_URL.test(use.file.text)
      ? { ...use, file: wordOf(use.file.text.replace(FILE_URL, "").replaceAll(CHOICE, GLOB)) }
      : use,
  );
}

/** What a package manager writes because that is its name: `npm pkg set`, `npm version 2.0.0`, `npm init`. */
function writtenUnnamed(name: string, words: readonly Word[]): readonly Word[] {
  if (!/^(?:npm|pnpm|yarn|bun)$/.test(name)) return [];
  const texts = words.map(({ text }) => text);
  const isSet = texts.includes("pkg") && texts.some((text) => /^(?:set|delete|fix)$/.test(text));
  const own = texts.some(
    (text, at) =>
      /^(?:init|innit|set-script)$/.test(text) || (text === "version" && at < texts.length - 1),
  );
  return isSet || own ? [wordOf("package.json")] : [];
}

/** Sorts the words of a program that is in the table into operands and values of options. */
class FileWords {
  readonly #uses: FileUse[] = [];
  readonly #operands: Word[] = [];
  readonly #folders: Word[] = [];
  #changes = false;
  #hasScript = false;

  constructor(
    readonly program: FileProgram,
    readonly words: readonly Word[],
  ) {}

  uses(): readonly FileUse[] {
    let areOptions = true;
    for (let at = 0; at < this.words.length; at++) {
      const word = this.words[at];
      if (word === undefined) break;
      if (areOptions && word.text === "--") areOptions = false;
      else if (areOptions && /^-./.test(word.text)) at += this.#readOption(word.text, at + 1);
      else this.#operands.push(word);
    }
    this.#useOperands();
    return this.#uses;
  }

  /** How many of the next words belong to the option. */
  #readOption(text: string, next: number): number {
    const { scriptOption, changingOption } = this.program;
    this.#changes ||= changingOption?.test(text) === true;
    this.#hasScript ||= scriptOption?.test(text) === true;
    return text.startsWith("--") ? this.#readLong(text, next) : this.#readLetters(text, next);
  }

  #readLong(text: string, next: number): number {
    const at = text.indexOf("=");
    const glued = at < 0 ? undefined : wordOf(text.slice(at + 1));
    const taken = this.#takeValue(at < 0 ? text : text.slice(0, at), glued, next);
    if (taken === null) this.#add(glued, "read");
    return taken ?? 0;
  }

  #readLetters(text: string, next: number): number {
    for (let at = 1; at < text.length; at++) {
      const glued = at + 1 < text.length ? wordOf(text.slice(at + 1)) : undefined;
      const taken = this.#takeValue(`-${text[at]}`, glued, next);
      if (taken !== null) return taken;
      // An option that is not in the table may have all of the rest as its value.
      if (at === 1) this.#add(glued, "read");
    }
    return 0;
  }

  /** Uses an option's value, and says how many words it took; null where the option is not known to have one. */
  #takeValue(option: string, glued: Word | undefined, next: number): number | null {
    const { values, numbers, inputs, outputs, folders, patterns, lists } = this.program;
    const value = glued ?? this.words[next];
    const taken = glued === undefined ? 1 : 0;
    if (numbers?.includes(option) === true) return NUMBER.test(value?.text ?? "") ? taken : 0;
    if (inputs?.includes(option) === true) this.#add(value, "read");
    else if (outputs?.includes(option) === true) this.#add(value, "write");
    else if (patterns?.includes(option) === true) this.#addFound(value);
    else if (lists?.includes(option) === true) {
      this.#uses.push({ file: wordOf(UNKNOWN), access: "read", isFound: true });
      if (option === "-@") return null;
      this.#add(value, "read");
    } else if (folders?.includes(option) === true) this.#folders.push(...(value ? [value] : []));
    else if (values?.includes(option) !== true) return null;
    return taken;
  }

  #add(file: Word | undefined, ...accesses: readonly Access[]): void {
    if (file !== undefined) this.#uses.push(...accesses.map((access) => ({ file, access })));
  }

  /** What a pattern of its own finds; `!` leaves files out. */
  #addFound(pattern: Word | undefined): void {
    if (pattern === undefined || pattern.text.startsWith("!")) return;
    const open = pattern.text.replace(/^\*\*\//, "").replaceAll(/\[[^\][]*\]|[*?]+/g, GLOB);
    // Unlike a shell's, it finds names that begin with a dot: `*env`, `*.env`.
    const hidden = open.startsWith(GLOB) ? [open.includes(".") ? open.slice(1) : `.${open}`] : [];
    for (const text of [open, ...hidden])
      this.#uses.push({ file: wordOf(text), access: "read", isFound: true });
  }

  #write(files: readonly Word[], effect: FileUse["effect"] & string): void {
    for (const file of files) this.#uses.push({ file, access: "write", effect });
  }

  #useOperands(): void {
    const { operands, scriptOption } = this.program;
    const isScriptFirst = scriptOption !== undefined && !this.#hasScript;
    const files = this.#operands.slice(isScriptFirst ? 1 : 0);
    switch (operands) {
      case "read":
      case "write":
        for (const file of files)
          if (this.#changes) this.#add(file, "read", "write");
          else this.#add(file, operands);
        return;
      case "remove":
        return this.#write(files, "removes");
      case "create":
        return this.#write(files, "creates");
      case "mark":
        return this.#write(files, "marks");
      case "change":
        for (const file of files) this.#add(file, "read", "write");
        return;
      case "filter":
        this.#add(files[0], "read");
        for (const file of files.slice(1)) this.#add(file, "write");
        return;
      case "copy":
      case "move":
        return this.#useCopied(files, operands === "move");
      case "named":
        for (const { text } of this.words) this.#useNamed(text);
        return this.#useSaved(files);
    }
  }

  /** The last operand, or the folder of an option, is where the others go: to it, or to their names in it. */
  #useCopied(files: readonly Word[], isMoved: boolean): void {
    const hasFolder = this.#folders.length > 0;
    const last = files.length > 1 ? files.at(-1) : wordOf(".");
    const targets = hasFolder || last === undefined ? this.#folders : [last];
    const sources = hasFolder || files.length < 2 ? files : files.slice(0, -1);
    for (const source of sources) {
      this.#add(source, "read");
      if (isMoved) this.#write([source], "removes");
      const name = source.text.replace(/\/+$/, "").replace(/^.*\//s, "");
      for (const { text } of targets) this.#add(wordOf(`${text}/${name}`), "write");
    }
    // With a slash behind it, it is a folder: only what lies in it is written.
    if (!hasFolder)
      for (const target of targets) if (!target.text.endsWith("/")) this.#add(target, "write");
  }

  /** A URL without another name for it: what it names is saved under its last name. */
  #useSaved(operands: readonly Word[]): void {
    const { savingOption } = this.program;
    const hasName = this.#uses.some(({ access }) => access === "write");
    if (savingOption === undefined || hasName) return;
    if (!this.words.some(({ text }) => savingOption.test(text))) return;
    for (const { text } of operands) {
      const [, name] = /^[a-z]+:\/\/[^/]*\/(?:[^?#]*\/)?([^/?#]+)/i.exec(text) ?? [];
      if (name !== undefined) this.#add(wordOf(name), "write");
    }
  }

  /** `if=FILE`, `of=FILE`, `@FILE`, `name=@FILE`. */
  #useNamed(text: string): void {
    if (FILE_URL.test(text)) this.#add(wordOf(text), "read");
    const [, name, value] = /^(if=|of=|(?:[^=]*=|-[A-Za-z]+)?@)(.+)/s.exec(text) ?? [];
    if (value !== undefined) this.#add(wordOf(value), name === "of=" ? "write" : "read");
  }
}
