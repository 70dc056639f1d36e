import type { ProblemCode, Severity } from "../problem/index.js";
import type { Edit, FileEdit } from "./edits.js";
import type { Span } from "./script/syntax.js";

/** Who reads a text, in words: "nothing", "the text", … */
export interface Sees {
  readonly user: string;
  readonly model: string;
}

/** Who sees what in some hosts. */
export interface SeenIn {
  /** Those in which it is the same. */
  readonly hosts: readonly string[];
  /** Null where they have no such event. */
  readonly sees: Sees | null;
  /** After the fix, where that is known. */
  readonly after?: Sees;
}

/** What a run of the hook in a sandbox has shown of a finding. */
export interface Proof {
  readonly result: "proven" | "withdrawn" | "unsettled";
  /** What was seen, or why it could not be settled. */
  readonly why: string;
  readonly host: string;
  readonly hook: string;
  /** The run; absent where there was none that settles it. */
  readonly payload?: unknown;
  readonly exit?: number;
  readonly stdout?: string;
  readonly stderr?: string;
  /** What the host does then. */
  readonly outcome?: string;
  readonly toModel?: readonly string[];
  readonly toUser?: readonly string[];
}

/** What to do about a finding, and what of it lint can do itself. */
interface Advice {
  /** `safe`: the hook then does what was plainly meant, and nothing else changes. `unsafe`: probably. */
  readonly safety: "safe" | "unsafe";
  readonly description: string;
}

/** As a rule has it. */
export interface RawFix extends Advice {
  /** Of the script's text. */
  readonly edits?: readonly Edit[] | undefined;
  /** Values of the entry in the settings; `matcher` is that of its group. */
  readonly entry?: EntryValues | undefined;
  /** A file that is made executable. */
  readonly executable?: string | undefined;
}

export type EntryValues = Readonly<Record<string, string | number | boolean>>;

/** With its place. What has neither edits nor a file to make executable is to be done by hand. */
export interface Fix extends Advice {
  readonly file?: string;
  readonly edits?: readonly FileEdit[];
  readonly executable?: true;
}

/** What a rule has found at one place. */
export interface RawFinding {
  /** In the script; absent where it is about the entry in the settings. */
  readonly at?: Span;
  readonly message: string;
  /** By default that of the rule. */
  readonly severity?: Severity;
  readonly sees?: Sees;
  /** Who would read it after the fix. */
  readonly after?: Sees;
  readonly fix?: RawFix;
}

/** A finding with its place, as `--json` has it. */
export interface Finding extends Omit<RawFinding, "at" | "severity" | "fix"> {
  readonly code: ProblemCode;
  readonly severity: Severity;
  readonly confidence: "read" | "proven";
  readonly file: string;
  /** From 1; null where it is not known. */
  readonly line: number | null;
  readonly column?: number;
  readonly endColumn?: number;
  /** The line itself, and the columns (from 0) that are meant. */
  readonly frame?: { readonly text: string; readonly from: number; readonly to: number };
  /** The hooks that it holds for, by their names. */
  readonly hooks: readonly string[];
  readonly hosts: readonly string[];
  readonly events: readonly string[];
  /** Who sees what, in each host that uses the script, or in every host. */
  readonly seen?: readonly SeenIn[];
  readonly proof?: Proof;
  readonly fix?: Fix;
}
