import type { SimpleCommand } from "./parsed-command.js";

/** Deeper nesting is not read: nobody writes it, and it must not exhaust the stack. */
export const DEEPEST = 50;

/** What reading one text has brought so far. */
export class Findings {
  readonly commands: SimpleCommand[] = [];
  /** The first reason why the list of commands may lack something. */
  unparsed: string | null = null;
  /** How many characters were found that a shell reads once more. */
  readAgain = 0;

  constructor(public depth: number) {}

  doubt(why: string | null): void {
    this.unparsed ??= why;
  }

  /** Runs `read` one level deeper; false where that is too deep. */
  deeper(read: () => void): boolean {
    if (this.depth >= DEEPEST) {
      this.doubt(`it is nested deeper than ${DEEPEST}`);
      return false;
    }
    this.depth++;
    read();
    this.depth--;
    return true;
  }
}
