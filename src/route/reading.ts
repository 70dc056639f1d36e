import type { Outcome, Permission, Rewrite, Voice } from "../decide/index.js";
import type { PlainObject, PlainValue } from "../decode/index.js";
import type { Problem } from "../problem/index.js";
import type { Action, Operation } from "./operations.js";
import type { Text } from "./text.js";

/** Everything that follows from the runs of one event's hooks. */
export interface Reading {
  readonly outcome: Outcome;
  readonly permission: Permission;
  /** The tool input as rewritten; null where nobody rewrote it. */
  readonly input: PlainObject | null;
  /** The prompt as rewritten; null where nobody rewrote it. */
  readonly prompt: string | null;
  /** The tool's output as rewritten; undefined where nobody rewrote it. */
  readonly toolOutput?: PlainValue;
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
