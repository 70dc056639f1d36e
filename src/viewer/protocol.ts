import type { Stats, TimePart } from "../ledger-query/index.js";
import type { EventRow, LaneText, RecordedEvent } from "../recorded/index.js";
import type { Problem } from "../problem/index.js";
import type { InputLine, Over } from "../questions/index.js";

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
  /** What is known of the fleet. */
  readonly fleet: { readonly body: object; readonly answer: ShownFleetStatus };
  readonly fleetAnswer: { readonly body: FleetAnswer; readonly answer: FleetAnswered };
  /** The hooks of the project. Nothing of it is read before this is asked for. */
  readonly trust: { readonly body: object; readonly answer: ShownTrust };
  readonly approve: { readonly body: Approval; readonly answer: TrustChange };
  readonly revoke: { readonly body: ShownVersion; readonly answer: TrustChange };
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

/** A call that somebody is asked about, with its input as lines that are safe to show. */
export interface AskedCall {
  readonly toolName: string;
  readonly session: string;
  /** The folder that the agent works in; of an agent on this machine only its name. */
  readonly project: string;
  readonly lines: readonly InputLine[];
  /** A hook has changed the input: the marks are about that. */
  readonly isRewritten: boolean;
  readonly reasons: readonly { readonly from: string; readonly text: string }[];
}

/** A question that waits in an agent of this machine. */
export interface ShownQuestion extends AskedCall {
  readonly agent: string;
  readonly id: string;
  readonly hash: string;
}

/** The fleet that the page answers questions of. */
export interface ShownFleet {
  /** The name that answers are signed with. */
  readonly answerer: string;
  /** Why the database cannot be reached; null where it can. */
  readonly fault: string | null;
  /** How many wait, also those that are not shown. */
  readonly waiting: number;
  readonly questions: readonly ShownFleetQuestion[];
}

/** A question in the database of the fleet. */
export interface ShownFleetQuestion {
  readonly id: string;
  /** When its time is up, by the clock of this machine, in ISO 8601. */
  readonly until: string;
  /** The role of the database that asked. */
  readonly role: string;
  /** Who has allowed it so far. */
  readonly allowedBy: readonly string[];
  /** What it says; where it cannot be shown and so not be answered here, why. */
  readonly says: FleetQuestionText | { readonly fault: string };
}

export interface FleetQuestionText extends AskedCall {
  /** Of all its bytes: an answer repeats it. */
  readonly sha256: string;
  readonly machine: string;
  /** The agent. */
  readonly host: string;
  /** How many must allow it. */
  readonly persons: number;
  /** What whoever allows it must type, or null. */
  readonly protectedName: string | null;
}

/** An answer to a question of the fleet. It must repeat the hash of the question that was shown. */
export interface FleetAnswer {
  readonly id: string;
  readonly sha256: string;
  readonly decision: "allow" | "deny";
  /** With a denial: words for the model, or empty. */
  readonly reason: string;
  /** With a yes: what was typed as the name of a protected target, or empty. */
  readonly typed: string;
}

export interface FleetAnswered {
  readonly counts: boolean;
  /** What came of it. */
  readonly text: string;
}

/** Machines of the fleet, as each of them says. */
export interface ShownFleetStatus {
  /** How many questions wait. */
  readonly questions: number;
  readonly machines: readonly {
    readonly id: string;
    readonly name: string;
    /** Of Snaphook. */
    readonly version: string;
    /** Revisions of the policy. */
    readonly enforced: number | null;
    readonly observed: number | null;
    readonly lastSeen: string;
    /** What is wrong with it, in sentences. */
    readonly wrong: readonly string[];
  }[];
}

/** One version of a hook, as it was shown. */
export interface ShownVersion {
  readonly id: string;
  readonly fingerprint: string;
}

export interface Approval extends ShownVersion {
  /** Which files it runs is not known, and that is accepted. */
  readonly acceptsUnknownFiles: boolean;
}

export interface TrustChange {
  /** Why nothing was changed; null where it was. */
  readonly why: string | null;
  /** As it is now. */
  readonly trust: ShownTrust;
}

/** The hooks of the project in which the command was started, and what was approved of them. */
export interface ShownTrust {
  /** The name of its folder. */
  readonly project: string;
  /** What is wrong with the files that the hooks are in, or with what was approved; safe to show. */
  readonly faults: readonly string[];
  readonly hooks: readonly ReviewedHook[];
  /** Approved once, and not there any more or turned off since. */
  readonly gone: readonly (ShownVersion & { readonly name: string; readonly isOff: boolean })[];
}

/** A hook with all that someone must see before agreeing to it. */
export interface ReviewedHook extends ShownVersion {
  readonly name: string;
  /** The file and the line of its entry. */
  readonly place: string;
  readonly state: string;
  readonly runs: boolean;
  readonly why: string;
  /** As JSON. */
  readonly entry: string;
  /** What was approved, or pinned, and is no more. */
  readonly changes: readonly {
    readonly what: string;
    readonly before: string | null;
    readonly after: string | null;
  }[];
  /** Why it is not known which files it runs. */
  readonly notKnown: readonly string[];
  /** Words that are known only when it runs. */
  readonly unknown: readonly string[];
  readonly files: readonly ReviewedFile[];
  /** What is approved of it, also where that is another version. */
  readonly approved: ShownVersion | null;
}

/** A file that a hook runs. */
export interface ReviewedFile {
  readonly path: string;
  /** Where its links lead. */
  readonly real: string;
  readonly sha256: string;
  /** What cannot be seen of it; empty where nothing is wrong. */
  readonly note: string;
  /** The lines are the difference from what was approved, and not all of it. */
  readonly isDifference: boolean;
  readonly lines: readonly InputLine[];
}

/** A line of the stream of changes. */
export type LiveLine =
  | { readonly type: "changed"; readonly state: ViewState }
  | { readonly type: "questions"; readonly questions: readonly ShownQuestion[] }
  /** A question was answered, and not by way of this server. */
  | ({ readonly type: "over" } & Over)
  | { readonly type: "fleet"; readonly fleet: ShownFleet }
  /** What came of a question of the fleet, where this server did not answer it. */
  | { readonly type: "fleet-news"; readonly text: string };

/** What comes back where a request is not answered. */
export interface Refusal {
  readonly error: string;
}

/** The header that has the token, and the key of it in the address, which the page takes away at once. */
export const TOKEN_HEADER = "x-snaphook-token";
export const TOKEN_KEY = "token=";
