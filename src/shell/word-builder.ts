import { GLOB, UNKNOWN, wordOf, type Word } from "./parsed-command.js";

/** A word with what the grammar must know beyond its value. */
export interface RawWord extends Word {
  /** How many characters at its start were written without any quoting. */
  readonly bare: number;
  /** Whether no part of it was quoted or expanded, so that it can belong to the grammar. */
  readonly isPlain: boolean;
  /** Whether it begins like an element of an array: `name[`. */
  readonly subscripted: boolean;
  /** Where the last thing in it begins that a search for files prints; -1 where there is none. */
  readonly foundAt: number;
  /** Up to here it holds other things than numbers and variables. */
  readonly otherUpTo: number;
  /** Variables that are expanded in it as they are. */
  readonly variables: readonly string[];
}

/** Whether a word is a number from a place on, as far as the shell makes it one. */
export function isNumber({ otherUpTo, variables }: RawWord, from = 0): boolean {
  return otherUpTo <= from && variables.length === 0;
}

/** The value of a word from a place on, without what only the grammar needs. */
export function valueFrom({ text, foundAt }: RawWord, from: number): Word {
  const value = wordOf(text.slice(from));
  return foundAt === from && text.length === from + 1 ? { ...value, isFound: true } : value;
}

const NAME = /^[A-Za-z_]\w*$/;
const DIGITS = /^[0-9+-]*$/;
const RANGE = /^(?:\w+=)?\{-?\d+\.\.-?\d+(?:\.\.-?\d+)?\}$/;

/** Collects a word piece by piece. */
export class WordBuilder {
  #text = "";
  #bare = Number.POSITIVE_INFINITY;
  /** Where a bracket or brace began that may turn out to be a pattern. */
  #bracketAt = -1;
  #braceAt = -1;
  /** From here on nothing is known: a class or a list of alternatives begins. */
  #cutAt = Number.POSITIVE_INFINITY;
  #lastBare = "";
  #otherUpTo = 0;
  readonly #variables: string[] = [];
  #foundAt = -1;

  /** An unquoted character that may be part of a pattern. */
  addBare(character: string): void {
    const at = this.#text.length;
    if (character === "[" && this.#bracketAt < 0) this.#bracketAt = at;
    else if (character === "]" && this.#bracketAt >= 0) this.#cut(this.#bracketAt);
    else if (character === "{" && this.#braceAt < 0) this.#braceAt = at;
    else if (this.#braceAt >= 0 && (character === "," || this.#lastBare + character === ".."))
      this.#cut(this.#braceAt);
    this.#lastBare = character;
    if (character === "*" || character === "?") this.#addHole(GLOB);
    else this.#text += character;
    if (!DIGITS.test(character)) this.#otherUpTo = this.#text.length;
  }

  /** Characters that mean nothing but themselves. */
  addPlain(text: string): void {
    if (this.#braceAt >= 0) for (const character of text) this.addBare(character);
    else {
      this.#text += text;
      this.#lastBare = "";
      let digits = 0;
      while (digits < text.length && DIGITS.test(text.at(-1 - digits) ?? "")) digits++;
      if (digits < text.length) this.#otherUpTo = this.#text.length - digits;
    }
  }

  addQuoted(text: string): void {
    this.#endBare();
    this.#text += text;
    if (!DIGITS.test(text)) this.#otherUpTo = this.#text.length;
  }

  addUnknown(): void {
    this.#addHole(UNKNOWN);
    this.#otherUpTo = this.#text.length;
  }

  /** What a search for files prints. */
  addFound(): void {
    this.#foundAt = this.#text.length;
    this.addUnknown();
  }

  /** A new file, or folder, among those that are for some time only. */
  addNewFile(): void {
    this.addQuoted("/tmp/");
    this.#addHole(GLOB);
    this.#otherUpTo = this.#text.length;
  }

  /** What is not known, but surely is a number. */
  addNumber(): void {
    this.#addHole(UNKNOWN);
  }

  addVariable(name: string): void {
    this.#addHole(UNKNOWN);
    this.#variables.push(name);
  }

  /** `~/` is the home folder and stays; `~name` is somebody's and is not known. */
  addTilde(name: string): void {
    if (name === "") this.#text += "~";
    else this.addUnknown();
  }

  finish(): RawWord {
    const cut = this.#cutAt < this.#text.length;
    const text = cut ? this.#text.slice(0, this.#cutAt) + UNKNOWN : this.#text;
    const isPlain = this.#bare === Number.POSITIVE_INFINITY;
    const isRange = this.#braceAt >= 0 && isPlain && RANGE.test(this.#text);
    const { known } = wordOf(text);
    return {
      text,
      known,
      bare: this.#bare,
      isPlain,
      subscripted:
        this.#bracketAt > 0 &&
        this.#bracketAt <= this.#bare &&
        NAME.test(this.#text.slice(0, this.#bracketAt)),
      foundAt: this.#foundAt,
      otherUpTo: isRange ? 0 : this.#otherUpTo,
      variables: this.#variables,
    };
  }

  #addHole(hole: string): void {
    this.#endBare();
    this.#text += hole;
  }

  #endBare(): void {
    this.#bare = Math.min(this.#bare, this.#text.length);
    this.#lastBare = "";
  }

  #cut(at: number): void {
    this.#cutAt = Math.min(this.#cutAt, at);
  }
}
