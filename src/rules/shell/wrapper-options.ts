import { wordOf, wordText, type Assignment, type Word } from "./parsed-command.js";
import type { Wrapper } from "./wrappers.js";

/** What the words of a wrapper say before the program that it starts. */
export interface WrapperOptions {
  /** Where the program's word is; the number of words where there is none. */
  readonly programAt: number;
  readonly assignments: readonly Assignment[];
  /** The options as they were given: one letter each, or the long name. */
  readonly given: ReadonlyMap<string, string>;
  /** Why `programAt` may be wrong. */
  readonly doubt: string | null;
}

/** Reads the options of a wrapper, from the word after its name. */
export function readWrapperOptions(wrapper: Wrapper, words: readonly Word[]): WrapperOptions {
  const reader = new OptionReader(wrapper, words);
  reader.read();
  return reader;
}

class OptionReader implements WrapperOptions {
  programAt = 1;
  readonly assignments: Assignment[] = [];
  readonly given = new Map<string, string>();
  doubt: string | null = null;

  constructor(
    readonly wrapper: Wrapper,
    readonly words: readonly Word[],
  ) {}

  read(): void {
    while (this.#readOne());
    for (let operand = 0; operand < (this.wrapper.operands ?? 0); operand++) this.#takeOperand();
    this.programAt = Math.min(this.programAt, this.words.length);
  }

  #readOne(): boolean {
    const word = this.words[this.programAt];
    if (word === undefined) return false;
    const assignment = /^([A-Za-z_]\w*)=(.*)/s.exec(word.text);
    if (this.wrapper.assigns === true && assignment !== null) {
      this.assignments.push({ name: assignment[1] ?? "", value: wordOf(assignment[2] ?? "") });
      this.programAt++;
      return true;
    }
    if (!word.text.startsWith("-") || word.text === "-") return false;
    this.programAt++;
    if (word.text === "--") return false;
    if (word.text.startsWith("--")) this.#readLong(word.text.slice(2));
    else this.#readLetters(word.text.slice(1));
    return true;
  }

  #readLong(option: string): void {
    const [, name = "", , value] = /^([^=]*)(=(.*))?$/s.exec(option) ?? [];
    if (value !== undefined) this.given.set(name, value);
    else if (this.wrapper.longValued?.includes(name) === true) this.#takeValue(name);
    else {
      this.given.set(name, "");
      if (this.wrapper.longFlags?.includes(name) !== true) this.#doubt(`--${name}`);
    }
  }

  #readLetters(letters: string): void {
    const { flags = "", valued = "", codeOption, idleFlags = "" } = this.wrapper;
    for (const [at, letter] of Array.from(letters).entries()) {
      if (valued.includes(letter) || codeOption === letter) {
        const value = letters.slice(at + letter.length);
        if (value === "") this.#takeValue(letter);
        else this.given.set(letter, value);
        return;
      }
      this.given.set(letter, "");
      if (!flags.includes(letter) && !idleFlags.includes(letter)) this.#doubt(`-${letter}`);
    }
  }

  #takeValue(name: string): void {
    this.given.set(name, this.#takeOperand());
  }

  /** A word that is not known may be several words, or none. */
  #takeOperand(): string {
    const word = this.words[this.programAt++];
    if (word?.known === false) this.doubt ??= "it is not known which word is the program";
    return word?.text ?? "";
  }

  #doubt(option: string): void {
    this.doubt ??= `the option ${wordText(option)} is not known here`;
  }
}
