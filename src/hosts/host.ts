import type { HookRun } from "../decode/index.js";
import type { Match } from "../match/index.js";
import type { Payload } from "../payload/index.js";
import type { Reading } from "../route/index.js";

/** How well it is known what a host does. */
export type Basis = "observed" | "executed" | "documented";

/** One event of a foreign host, and how every matching hook ended. */
export interface HostRequest {
  /** The host's own name for it. */
  readonly event: string;
  readonly payload: Payload;
  /** In configuration order. */
  readonly runs: readonly HookRun[];
  /** Indexes of `runs` in the order in which they ended. */
  readonly finish: readonly number[];
}

/**
 * What the host does, each text without the host's own words around it. Where a hook tried to restrict and the host goes
 * ahead anyway, there is a Problem that says so.
 */
export type Undiagnosed = Omit<Reading, "diagnosed">;

/** A hook as the host's configuration has it, and an event that it may match. */
export interface HostHook {
  readonly event: string;
  readonly matcher?: string | undefined;
  /** One permission rule, where the host has such. */
  readonly if?: string | undefined;
  readonly toolName?: string | undefined;
  readonly toolInput?: unknown;
  /** What the matcher is tested against on events without a tool. */
  readonly subject?: string | undefined;
}

/** One event of a host, for readers of the matrix and for whoever translates. */
export interface HostEvent {
  /** What Snaphook calls it; null where it has no such event. */
  readonly canonical: string | null;
  /** The payload field that a matcher is tested against; null where the host ignores matchers. */
  readonly subject: string | null;
  /** What exit code 2 does there, in a few words. */
  readonly exitTwo: string;
  /** What plain text on stdout with exit code 0 does there. */
  readonly text: string;
  /** Fields of an answer that count there, by path. */
  readonly fields: readonly string[];
}

/** What is known of a host in one version, but for how it reads an answer. */
export interface HostTable {
  readonly name: string;
  readonly version: string;
  /** Begins with the name that its makers give it, and a colon. */
  readonly summary: string;
  readonly basis: Basis;
  readonly events: Readonly<Record<string, HostEvent>>;
  /** Seconds, where a hook gives none. */
  readonly defaultTimeout: number;
  /** Where it writes a text that neither the model nor the user gets; absent where that is nowhere, or not known. */
  readonly log?: string;
  /** The setting of a hook by which its failure blocks, as it is written; absent where there is none. */
  readonly failClosed?: string;
  /**
   * A process that the hook has started keeps the hook's output open: whether the hook `ends` for the host when it exits,
   * or the host `waits` for the output, up to the deadline. Absent where that is not known.
   */
  readonly heldPipes?: "ends" | "waits";
  /**
   * How many times in a row hooks can keep the agent from stopping before the host lets it stop; `none` where it never
   * does. Absent where that is not known.
   */
  readonly stopLimit?: number | "none";
}

/**
 * How a foreign host, in one version, reads hooks: its tables, and the reading itself. It mirrors the host,
 * faults included.
 */
export interface Host extends HostTable {
  read(request: HostRequest): Undiagnosed;
}

/** Whether a host, in one version, runs a hook, and why or why not: `matches` in the host's `matcher.ts`. */
export type HostMatcher = (hook: HostHook, version: string) => Match;
