import { wordOf, wordText, type Assignment, type Word } from "./parsed-command.js";
import type { Wrapper } from "./wrappers.js";

/** What the words of a wrapper say before the program that it starts. */
export interface WrapperOptions {
  /** Where the program's word is; the number of words where there is none. */
  readonly programAt: number;
  readonly assignments: readonly Assignment[];
  /** The options as they were given: one letter each, or the long name. */
  readonly given: ReadonlyMap<string, string>;
  /** False where a word before the program is not known: it may turn out to be several, and the program among them. */
  readonly isProgramKnown: boolean;
  /** An option that is not known here, so that `programAt` may be wrong. */
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
  isProgramKnown = true;
  doubt: string | null = null;

  constructor(
    readonly wrapper: Wrapper,
    readonly words: readonly Word[],
  ) {}

  read(): void {
    while (this.#readOne());
    this.programAt = Math.min(this.programAt + (this.wrapper.operands ?? 0), this.words.length);
    this.isProgramKnown = this.words.slice(1, this.programAt).every(({ known }) => known);
  }

  #readOne(): boolean {
    const word = this.words[this.programAt];
    if (word === undefined) return false;
    const assignment = /^([^=\s-][^=]*)=(.*)/s.exec(word.text);
    if (this.wrapper.assigns === true && assignment !== null) {
      this.assignments.push({ name: assignment[1] ?? "", value: wordOf(assignment[2] ?? "") });
      this.programAt++;
      return true;
    }
    if (!word.text.startsWith("-")) return false;
    // `env -` is `env -i`.
    if (word.text === "-" && this.wrapper.codeOption !== "S") return false;
    this.programAt++;
    if (word.text === "--") return false;
    if (word.text.startsWith("--")) this.#readLong(word.text.slice(2));
    else this.#readLetters(word.text.slice(1));
    return true;
  }

  /** Where a long option is cut short, it may be any of them; so only whole names are known. */
  #readLong(option: string): void {
    const { longFlags = [], longValued = [] } = this.wrapper;
    const at = option.indexOf("=");
    const name = at < 0 ? option : option.slice(0, at);
    if (at < 0 && longValued.includes(name)) return this.#takeValue(name);
    this.given.set(name, at < 0 ? "" : option.slice(at + 1));
    if (!longFlags.includes(name) && !longValued.includes(name)) this.#doubt(`--${name}`);
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
    this.given.set(name, this.words[this.programAt++]?.text ?? "");
  }

  #doubt(option: string): void {
    this.doubt ??= `the option ${wordText(option)} is not known here`;
  }
}
