import { readAnsiQuote } from "./ansi-quote.js";
import { readArithmetic } from "./arithmetic.js";
import type { Findings } from "./findings.js";
import { isNewFile, isSearch } from "./file-sources.js";
import { isNumberSource } from "./number-sources.js";
import { wordOf, type Word } from "./parsed-command.js";
import type { SourceText } from "./source-text.js";
import { markBare } from "./variables.js";
import { WordBuilder, type RawWord } from "./word-builder.js";

/** How a word gets the commands inside it read. */
export interface Inside {
  /** Commands up to the `)` that belongs to them, from this place on. */
  readonly upToParenthesis: () => void;
  /** Commands in a text of their own. */
  readonly ofText: (text: string) => void;
}

const ENDS_WORD = new Set([" ", "\t", "\n", ";", "&", "|", "(", ")", "<", ">"]);
/** Many at once, because most words have nothing else in them. */
const PLAIN_CHARACTERS = /[\w./:@%+=-]+/y;
const QUOTED_CHARACTERS = /[^"\\$`]+/y;
/** What stands before the text in an expansion. */
const OPERATOR = /^\w*:?[-+=?]/;
const NAME_START = /[A-Za-z_]/;
const NAME_PART = /\w/;
const SPECIAL_PARAMETER = /[0-9@*#?$!-]/;
/** How the file of a process substitution is called; its number may be another. */
const PROCESS_FILE = "/dev/fd/63";
const TILDE_NAME = /[\w.+-]/;

/** Expansions that neither assign nor evaluate: a name, and at most a default, a cut or a replacement. */
const HARMLESS_EXPANSION =
  /#?(?:[A-Za-z_]\w*|[0-9]+|[@*?$!#-])(?:\[(?:[0-9]+|[@*])\])?(?=\}|:?[-+?]|[#%/^,]|:[0-9]+(?::[0-9]+)?\})/y;

const PLAIN_EXPANSION = /([A-Za-z_]\w*|[0-9])\}/y;
const LENGTH = /#(?:[A-Za-z_]\w*(?:\[[@*]\])?|[@*])?\}/y;
/** A value that stays one word, and the same, where the shell splits words and looks for files. */
const STAYS_WHOLE = /^[\w@%+=:,./-]+$/;
/** Parameters that are always numbers. */
const NUMBER_PARAMETER = /[#?$!]/;

/** Reads single words: quoting is undone, expansions become unknown, the commands in them are read. */
export class WordReader {
  constructor(
    readonly source: SourceText,
    readonly findings: Findings,
    readonly inside: Inside,
  ) {}

  /** The word that begins here; null where none does. */
  readWord(): RawWord | null {
    const { source } = this;
    const word = new WordBuilder();
    const first = source.peek();
    const start = source.at;
    if (first === "~") this.#readTilde(word);
    else if (first === "=" && NAME_START.test(source.ahead() ?? "")) {
      // Some shells put the program's path in place of `=program`.
      source.take();
      word.addUnknown();
    }
    while (this.#readPiece(word));
    return source.at === start ? null : word.finish();
  }

  /** The whole source as the text of a here-document, where only expansions count. */
  readHereText(): Word {
    const word = new WordBuilder();
    for (;;) {
      const plain = this.source.match(QUOTED_CHARACTERS)?.[0];
      if (plain !== undefined) word.addQuoted(plain);
      const character = this.source.take();
      if (character === undefined) return wordOf(word.finish().text);
      if (character === "\\") this.#readEscape(word, "$`\\");
      else this.#readExpanding(character, word, true);
    }
  }

  #readTilde(word: WordBuilder): void {
    this.source.take();
    word.addTilde(this.#takeWhile(TILDE_NAME));
  }

  #readPiece(word: WordBuilder): boolean {
    const { source } = this;
    const character = source.peek();
    if (character === undefined) return false;
    if (ENDS_WORD.has(character) && !this.#startsProcess(character)) return false;
    const plain = source.match(PLAIN_CHARACTERS)?.[0];
    if (plain !== undefined) {
      word.addPlain(plain);
      return true;
    }
    source.take();
    if (character === "<" || character === ">") this.#readSubstitution(word);
    else if (character === "\\") word.addQuoted(source.takeRaw() ?? "\\");
    else if (character === "'") word.addQuoted(this.#within(source.takeThrough("'"), "'"));
    else if (character === '"') this.#readDoubleQuoted(word);
    else if (character === "$" && source.peek() === "'") {
      source.take();
      this.#readAnsiQuoted(word);
    } else if (character === "$" && source.peek() === '"') {
      source.take();
      this.#readDoubleQuoted(word);
    } else if (character === "$" || character === "`") this.#readExpanding(character, word, false);
    else word.addBare(markBare(character));
    return true;
  }

  /** `<(` and `>(`: a command whose input or output is a file. */
  #startsProcess(character: string): boolean {
    return (character === "<" || character === ">") && this.source.ahead() === "(";
  }

  #readSubstitution(word: WordBuilder): void {
    this.source.take();
    this.inside.upToParenthesis();
    word.addQuoted(PROCESS_FILE);
    word.addUnknown();
  }

  /** A quoted text that was found, or the rest where its end is missing. */
  #within(text: string | null, quote: string): string {
    if (text === null) {
      this.findings.doubt(`a ${quote} without its end`);
      this.source.skipAll();
    }
    return text ?? "";
  }

  #readAnsiQuoted(word: WordBuilder): void {
    const { source } = this;
    const start = source.at;
    word.addQuoted(this.#within(readAnsiQuote(source), "'"));
    if (source.text.slice(start, source.at).includes("\\'"))
      this.findings.doubt("shells differ on \\' inside $' '");
  }

  #readDoubleQuoted(word: WordBuilder): void {
    word.addQuoted("");
    for (;;) {
      const plain = this.source.match(QUOTED_CHARACTERS)?.[0];
      if (plain !== undefined) word.addQuoted(plain);
      const character = this.source.take();
      if (character === '"') return;
      if (character === undefined) return this.findings.doubt('a " without its end');
      if (character === "\\") this.#readEscape(word, '$`"\\');
      else this.#readExpanding(character, word, true);
    }
  }

  /** Where only some characters can be escaped, the backslash stays before the others. */
  #readEscape(word: WordBuilder, escapable: string): void {
    const character = this.source.takeRaw() ?? "";
    word.addQuoted(escapable.includes(character) ? character : `\\${character}`);
  }

  #readExpanding(character: string, word: WordBuilder, quoted: boolean): void {
    if (character === "$") this.readDollar(word, quoted);
    else if (character === "`") this.#readBackquoted(word, quoted);
    else word.addQuoted(character);
  }

  /** From after a `$`. */
  readDollar(word: WordBuilder, quoted: boolean): void {
    const { source } = this;
    const next = source.peek() ?? "";
    if (next === "(") {
      source.take();
      this.#readCommandsOrNumbers(word);
    } else if (next === "{") {
      source.take();
      this.#readBraces(word, quoted);
    } else if (next === "[") {
      this.findings.doubt("arithmetic can run commands");
      word.addUnknown();
    } else if (NAME_START.test(next)) {
      this.#addVariable(this.#takeWhile(NAME_PART), word, quoted);
    } else if (SPECIAL_PARAMETER.test(next)) {
      source.take();
      if (NUMBER_PARAMETER.test(next)) word.addNumber();
      else word.addVariable(next);
    } else {
      word.addQuoted("$");
    }
  }

  /** From after `$(`. */
  #readCommandsOrNumbers(word: WordBuilder): void {
    const { source, findings } = this;
    if (source.peek() === "(" && readArithmetic(this, "expansion")) return word.addNumber();
    const [start, before] = [source.at, findings.commands.length];
    this.inside.upToParenthesis();
    const text = source.text.slice(start, source.at);
    const commands = findings.commands.slice(before);
    if (isNumberSource(text, commands)) word.addNumber();
    else if (isNewFile(source.text, commands)) word.addNewFile();
    else if (isSearch(commands)) word.addFound();
    else word.addUnknown();
  }

  #addVariable(name: string, word: WordBuilder, quoted: boolean): void {
    const value = this.findings.values.get(name);
    if (value !== undefined && (quoted || STAYS_WHOLE.test(value))) word.addQuoted(value);
    else word.addVariable(name);
  }

  /** `${…}`, from after the brace. */
  #readBraces(word: WordBuilder, quoted: boolean): void {
    const { source, findings } = this;
    const name = source.match(PLAIN_EXPANSION)?.[1];
    if (name !== undefined) return this.#addVariable(name, word, quoted);
    if (source.match(LENGTH) !== null) return word.addNumber();
    if (!source.looksLike(HARMLESS_EXPANSION))
      findings.doubt("an expansion that can assign or run commands");
    if (!findings.deeper(() => this.#skipToBrace(quoted))) source.skipAll();
    word.addUnknown();
  }

  #skipToBrace(quoted: boolean): void {
    const { source } = this;
    const dropped = new WordBuilder();
    for (;;) {
      const character = source.peek();
      if (character === undefined) return this.findings.doubt("a ${ without its }");
      if (quoted && (character === "'" || character === '"'))
        this.findings.doubt("shells differ on a quote inside ${ }");
      if (character === "}" || quoted) {
        source.take();
        if (character === "}")
          return void this.findings.loose.push(dropped.finish().text.replace(OPERATOR, ""));
        if (character === "\\") source.takeRaw();
        else this.#readExpanding(character, dropped, true);
      } else if (!this.#readPiece(dropped)) dropped.addQuoted(source.take() ?? "");
    }
  }

  #readBackquoted(word: WordBuilder, quoted: boolean): void {
    let text = "";
    for (;;) {
      const character = this.source.takeRaw();
      if (character === "`") break;
      if (character === undefined) return this.findings.doubt("a ` without its end");
      if (character !== "\\") text += character;
      else {
        const escaped = this.source.takeRaw() ?? "";
        if (quoted && escaped === '"') this.findings.doubt('shells differ on \\" inside ` `');
        text += "$`\\".includes(escaped) ? escaped : `\\${escaped}`;
      }
    }
    this.inside.ofText(text);
    word.addUnknown();
  }

  #takeWhile(part: RegExp): string {
    let taken = "";
    for (;;) {
      const character = this.source.peek();
      if (character === undefined || !part.test(character)) return taken;
      taken += character;
      this.source.take();
    }
  }
}
