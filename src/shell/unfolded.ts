import type { SimpleCommand, Word } from "./parsed-command.js";

/** What a command starts besides itself. */
export interface Unfolded {
  readonly started: readonly SimpleCommand[];
  /** Texts that a shell will read as commands. */
  readonly code: readonly Word[];
  /** How many of its words are about itself. */
  readonly ownWords: number;
  /** Why something may be missing. */
  readonly doubt: string | null;
  /** Why it may start something that its words do not show. */
  readonly unseen: string | null;
}
