import type { Plain } from "./plain.js";
import type { Redactor } from "./redact.js";
import type { LedgerTrouble } from "./trouble.js";

/** Where a ledger is and how it is written. */
export interface LedgerOptions {
  /** Its folder is made with mode 0700, the file with 0600. Links and other users' files are refused. */
  readonly file: string;
  /** Waits for the disk after each record that is a gate. Default: false. */
  readonly sync?: boolean;
  /** Default: `defaultRedactor`. It gets the record as it was appended. */
  readonly redact?: Redactor;
  /** Called once for each kind of trouble, and again after something worked in between. */
  readonly onTrouble?: (trouble: LedgerTrouble) => void;
  /** Gets each record as it is about to be written, also where writing then fails; long texts are not cut yet. */
  readonly onRecord?: (record: PlainRecord) => void;
}

/** A record without its secrets, all of it plain data, and when it happened. */
export interface PlainRecord {
  /** The time that its line has: ISO 8601, UTC. */
  readonly time: string;
  readonly [field: string]: Plain;
}

/** One thing that happened. Fields that JSON cannot hold are left out or become markers. */
export interface LedgerRecord {
  readonly type: string;
  readonly eventId: string;
  readonly [field: string]: unknown;
}

export interface AppendOptions {
  /** Someone acts on what is recorded: it is looked whether the file is still there. */
  readonly gate?: boolean;
  /** Waits for the disk where it is a gate, also in a ledger that was opened without `sync`. */
  readonly sync?: boolean;
}

/** An append-only file of records. */
export interface Ledger {
  /** Whether the record was written; where not, `onTrouble` was called with why. Never throws. */
  append(record: LedgerRecord, options?: AppendOptions): boolean;
  /** The same for several that belong together: one write, and all of them are there or none counts as written. */
  appendAll(records: readonly LedgerRecord[], options?: AppendOptions): boolean;
  /**
   * A record that later ones refer to by a key. It is written unless it was the last one that was written to this file with
   * `appendOnce`, by this process or another.
   */
  appendOnce(key: string, record: LedgerRecord): boolean;
  /** The absolute path of the file. */
  readonly path: string;
  /** Ends the chain, so that a cut tail can be distinguished from a writer that was stopped. */
  close(): void;
}
