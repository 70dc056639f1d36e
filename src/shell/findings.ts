import type { SimpleCommand } from "./parsed-command.js";
import { VariableUses } from "./variable-uses.js";

/** Deeper nesting is not read: nobody writes it, and it must not exhaust the stack. */
export const DEEPEST = 50;

/** What reading one text has brought so far. */
export class Findings {
  readonly commands: SimpleCommand[] = [];
  readonly loose: string[] = [];
  /** The first reason why the list of commands may lack something. */
  unparsed: string | null = null;
  unseen: string | null = null;
  /** How many characters were found that a shell reads once more. */
  readAgain = 0;

  hasFunctions = false;
  refusesArithmetic = false;
  pipeline = 0;
  isPiped = false;
  /** Variables whose one value in the line is known, from their assignment on. */
  readonly values = new Map<string, string>();
  /** Variables that are assigned where nothing can leave it out. */
  readonly certain = new Map<string, string>();
  readonly uses = new VariableUses();

  constructor(
    public depth: number,
    /** Variables that get one value in the whole line. */
    readonly assignedOnce: ReadonlyMap<string, string> = new Map(),
    /** Whether variables in arithmetic are followed; where not, they are a doubt. */
    readonly followsVariables = true,
  ) {}

  doubt(why: string | null): void {
    this.unparsed ??= why;
  }

  /** A command is read, and may start what is not. */
  suspect(why: string | null): void {
    this.unseen ??= why;
  }

  /** A function is defined: what is printed in it may go anywhere, and its parameters are what its callers give. */
  noteFunction(): void {
    this.hasFunctions = true;
    this.uses.assign("@", false, false);
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
