import type { ConfigProblem, HookAction } from "../config/index.js";
import type { Ruling } from "../rules/index.js";
import type { Reading, WireRun } from "../interpret/index.js";

/** What became of one hook on one event. */
export interface HookReport {
  readonly id: string;
  readonly name: string;
  /** Absent where not even the settings could be read. */
  readonly hookType?: HookAction["type"];
  readonly file: string | null;
  readonly line: number | null;
  readonly ran: boolean;
  readonly why: string;
  readonly skipped?: "matcher" | "if" | "trust" | "disabled" | "deduplicated";
  readonly run?: WireRun;
  readonly ms?: number;
}

/** Everything that came of an event. */
export interface Fired {
  readonly eventId: string;
  readonly event: string;
  readonly dialect: string;
  readonly reading: Reading;
  readonly hooks: readonly HookReport[];
  /** What the permission rules say to the call as it would be made; null where the event asks for none. */
  readonly ruling: Ruling | null;
  /** What is wrong with the settings, each with file and line: a guard may be missing because of it. */
  readonly problems: readonly ConfigProblem[];
}
