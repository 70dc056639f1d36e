import type { Problem } from "../../problem/index.js";
import type { Paint } from "../../show/index.js";
import type { Records } from "../commands/records.js";

/** What was asked of `run`. */
export interface RunRequest {
  readonly dialect: string | undefined;
  /** The host whose files are meant; null: all that are in the folder. */
  readonly host: string | null;
  readonly trustProject: boolean;
  /** The payload is the caller's, and not a sample. */
  readonly hasPayload: boolean;
  /** Where what happens is written down; null where nothing is to be run. */
  readonly records: Records | null;
  /** Whether it is wanted to know which files the result depends on. */
  readonly watches: boolean;
  readonly signal: AbortSignal;
}

/** What came of an event in one configuration. */
export interface FiredSection {
  readonly json: object;
  readonly text: (paint: Paint) => string;
  /** What a change of which may change the result. */
  readonly files: readonly string[];
  /** Where hooks were not run because nobody has approved them: what is wrong with the settings. */
  readonly refused: readonly Problem[] | null;
}
