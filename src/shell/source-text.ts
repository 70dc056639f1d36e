/** The text of a command with a place in it. A backslash before a line end vanishes, as it does in the shell. */
export class SourceText {
  at = 0;

  constructor(readonly text: string) {}

  /** The next character, not taken; undefined at the end. */
  peek(): string | undefined {
    this.at = this.#afterContinuations(this.at);
    return this.text[this.at];
  }

  /** The one after the next. */
  ahead(): string | undefined {
    this.peek();
    return this.text[this.#afterContinuations(this.at + 1)];
  }

  take(): string | undefined {
    const character = this.peek();
    this.at++;
    return character;
  }

  /** Takes the next character if it is the wanted one. */
  takeIf(wanted: string): boolean {
    const found = this.peek() === wanted;
    if (found) this.at++;
    return found;
  }

  /** Takes one character as it is, also a backslash before a line end. */
  takeRaw(): string | undefined {
    return this.text[this.at++];
  }

  /** Takes everything up to the wanted character and that one too; null where there is none. */
  takeThrough(wanted: string): string | null {
    const end = this.text.indexOf(wanted, this.at);
    if (end < 0) return null;
    const taken = this.text.slice(this.at, end);
    this.at = end + 1;
    return taken;
  }

  /** Takes blanks and the comment after them; the line end stays. */
  skipBlanks(): void {
    while (this.takeIf(" ") || this.takeIf("\t"));
    if (this.peek() !== "#") return;
    const end = this.text.indexOf("\n", this.at);
    this.at = end < 0 ? this.text.length : end;
  }

  skipAll(): void {
    this.at = this.text.length;
  }

  /** Whether a sticky expression fits at this place. */
  looksLike(sticky: RegExp): boolean {
    sticky.lastIndex = this.at;
    return sticky.test(this.text);
  }

  /** Takes what a sticky expression fits at this place; null where it does not. */
  match(sticky: RegExp): RegExpExecArray | null {
    this.peek();
    sticky.lastIndex = this.at;
    const found = sticky.exec(this.text);
    if (found !== null) this.at = sticky.lastIndex;
    return found;
  }

  #afterContinuations(from: number): number {
    let at = from;
    while (this.text[at] === "\\" && this.text[at + 1] === "\n") at += 2;
    return at;
  }
}
