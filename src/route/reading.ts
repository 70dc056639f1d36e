import type { Outcome, Permission, Rewrite, Voice } from "../decide/index.js";
import { changesFrom, type Changes, type PlainObject } from "../decode/index.js";
import { changes } from "../dialects/index.js";
import type { Problem } from "../problem/index.js";
import type { Action, Operation } from "./operations.js";
import type { Text } from "./text.js";

/**
 * Everything that follows from the runs of one event's hooks. What was changed has a key of its own, as `toolOutput`;
 * where nobody changed it, there is no such key.
 */
export interface Reading extends Omit<Changes, "input" | "prompt"> {
  readonly outcome: Outcome;
  readonly permission: Permission;
  /** The tool input as rewritten; null where nobody rewrote it. */
  readonly input: PlainObject | null;
  /** The prompt as rewritten; null where nobody rewrote it. */
  readonly prompt: string | null;
  readonly toModel: readonly Text[];
  readonly toUser: readonly Text[];
  readonly toLog: readonly Text[];
  /** A hook failed: it did not start, timed out, was killed, ended with an error code, or gave a malformed answer. */
  readonly failed: boolean;
  /** There is a Problem of severity warning or worse. */
  readonly diagnosed: boolean;
  readonly problems: readonly Problem[];
  readonly provenance: { readonly voices: readonly Voice[]; readonly rewrites: readonly Rewrite[] };
  /** Only in dialects that list the message operations of the host side. */
  readonly action?: Action;
  readonly operations?: readonly Operation[];
}

/** Changes as a Reading has them. */
export function inReading(changed: Changes): Pick<Reading, keyof Changes> {
  return { input: null, prompt: null, ...changed };
}

/** What a Reading changes. Null is a value only where any JSON is. */
export function changesOf(reading: Pick<Reading, keyof Changes>): Changes {
  return changesFrom((name) => {
    const value = reading[name];
    return value === null && changes[name].spec.type !== "any" ? undefined : value;
  });
}
