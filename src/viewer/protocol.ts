import type { Stats, TimePart } from "../ledger-query/index.js";
import type { EventRow, LaneText, RecordedEvent } from "../recorded/index.js";
import type { Problem } from "../problem/index.js";
import type { InputLine } from "../questions/index.js";

/** What page and server say to each other: each request by its name, with what is sent and what comes back. */
export interface Requests {
  readonly state: { readonly body: object; readonly answer: ViewState };
  readonly names: { readonly body: object; readonly answer: Names };
  readonly search: {
    /** Positions count from the oldest, so that they stay when more comes; without `from`, the newest. */
    readonly body: { readonly search: string; readonly from?: number; readonly count: number };
    readonly answer: SearchPage;
  };
  readonly stats: {
    readonly body: { readonly search: string };
    /** Null where nothing is recorded yet. */
    readonly answer: { readonly stats: Stats | null };
  };
  readonly time: {
    readonly body: { readonly search: string; readonly parts: number; readonly hook?: string };
    readonly answer: { readonly parts: readonly TimePart[] };
  };
  readonly event: { readonly body: { readonly id: string }; readonly answer: ShownEvent };
  /** An answer to a question. It must repeat the hash of the call that was shown. */
  readonly answer: {
    readonly body: {
      readonly agent: string;
      readonly id: string;
      readonly hash: string;
      readonly decision: "allow" | "deny";
      readonly reason: string;
    };
    /** Why it did not count; null where it did. */
    readonly answer: { readonly why: string | null };
  };
}
export type RequestName = keyof Requests;

/** What the page shows around everything else. */
export interface ViewState {
  /** Counts up with each change of the ledger. */
  readonly version: number;
  /** The name of the ledger's file, without its folder. */
  readonly ledger: string;
  /** It is the user's own; questions and approvals are shown only then. */
  readonly isOwn: boolean;
  readonly events: number;
  readonly damaged: number;
}

/** What can be typed after a filter. */
export interface Names {
  readonly sessions: readonly string[];
  readonly events: readonly string[];
  readonly tools: readonly string[];
  readonly hooks: readonly string[];
  readonly problems: readonly string[];
}

export interface SearchPage {
  readonly version: number;
  readonly total: number;
  /** The position of the first row. */
  readonly from: number;
  readonly rows: readonly EventRow[];
}

/** One event with all that is shown of it. */
export interface ShownEvent {
  readonly row: EventRow;
  readonly event: RecordedEvent;
  readonly lanes: Readonly<Record<"user" | "model" | "log" | "nobody", readonly LaneText[]>>;
  /** By the id of the hook: problems at their place in its stdout, and the others. */
  readonly placed: Readonly<Record<string, PlacedOutput>>;
  /** What every host would make of what one hook printed; empty where none printed anything. */
  readonly hosts: readonly HostsOfHook[];
  /** What is wrong with its records. */
  readonly damage: readonly string[];
}

export interface PlacedOutput {
  readonly placed: readonly { readonly offset: number; readonly problem: Problem }[];
  readonly others: readonly Problem[];
}

export interface HostsOfHook {
  readonly hook: string;
  readonly hosts: readonly {
    readonly host: string;
    readonly effect: string;
    /** A restriction does not hold there. */
    readonly lost: boolean;
    readonly note: string;
  }[];
}

/** A question that waits in an agent, with its input as lines that are safe to show. */
export interface ShownQuestion {
  readonly agent: string;
  readonly id: string;
  readonly hash: string;
  readonly session: string;
  /** The name of the folder that the agent works in. */
  readonly project: string;
  readonly toolName: string;
  readonly lines: readonly InputLine[];
  /** A hook has changed the input: the marks are about that. */
  readonly isRewritten: boolean;
  readonly reasons: readonly { readonly from: string; readonly text: string }[];
}

/** A line of the stream of changes. */
export type LiveLine =
  | { readonly type: "changed"; readonly state: ViewState }
  | { readonly type: "questions"; readonly questions: readonly ShownQuestion[] };

/** What comes back where a request is not answered. */
export interface Refusal {
  readonly error: string;
}

/** The header that has the token, and the key of it in the address, which the page takes away at once. */
export const TOKEN_HEADER = "x-snaphook-token";
export const TOKEN_KEY = "token=";
