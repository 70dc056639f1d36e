import type { ConfigProblem, HookAction, Settings } from "../config/index.js";
import type { WireRun } from "../interpret/index.js";
import type { Ruling } from "../rules/index.js";
import type { Reading } from "../route/index.js";
import type { PlannedHook } from "./planned-hook.js";

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
  /** It is recorded with what it would have done, and has no effect. */
  readonly observe?: true;
  readonly why: string;
  readonly skipped?: "matcher" | "if" | "trust" | "disabled";
  readonly run?: WireRun;
  readonly ms?: number;
}

/** What is said of a hook before it is known how it ended. */
export function reportOf({ hook, matches, why, skipped }: PlannedHook): HookReport {
  const { id, name, source, action } = hook;
  const { file, line } = source;
  return {
    id,
    name,
    hookType: action.type,
    file,
    line,
    ran: matches,
    ...(hook.async === true && matches && { async: true as const }),
    ...(hook.observe === true && { observe: true as const }),
    why,
    ...(skipped !== undefined && { skipped }),
  };
}

/** Files of hooks that nobody has agreed to, as far as is known: named, not read. */
export function unreadFiles({ files }: Settings, trouble: string | null): HookReport[] {
  return files
    .filter(({ state }) => state === "untrusted")
    .map(({ layer, path, host }) => ({
      id: host === undefined ? layer : `${layer}/${host}`,
      name: path,
      file: path,
      line: null,
      ran: false,
      why: trouble ?? "nobody has approved the hooks of this project",
      skipped: "trust",
    }));
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
