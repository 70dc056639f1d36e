import type { ConfigProblem, HookAction } from "../config/index.js";
import type { Ruling } from "../rules/index.js";
import type { Reading, WireRun } from "../interpret/index.js";
import type { Hearing } from "./hearing.js";

/** What became of one hook on one event. */
export interface HookReport {
  readonly id: string;
  readonly name: string;
  /** Absent where not even the settings could be read. */
  readonly hookType?: HookAction["type"];
  readonly file: string | null;
  readonly line: number | null;
  readonly ran: boolean;
  /** It was started and is not waited for: how it ended is in the ledger. */
  readonly async?: true;
  readonly why: string;
  readonly skipped?: "matcher" | "if" | "trust" | "disabled" | "deduplicated";
  readonly run?: WireRun;
  readonly ms?: number;
}

/** What is said of a hook before it is known how it ended. */
export function reportOf({ hook, why }: Hearing): HookReport {
  const { id, name, source, action } = hook;
  const isAsync = hook.async === true ? { async: true as const } : {};
  const { file, line } = source;
  return { id, name, hookType: action.type, file, line, ran: true, ...isAsync, why };
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
