import type { Hook } from "../config/index.js";
import type { Approvals, ApprovalStore, KnownHook } from "./approval-store.js";
import type { HookDifference } from "./difference.js";
import type { Fingerprint } from "./fingerprint.js";

/** What was learned of approvals since a session began. */
export interface TrustMemory {
  /** Fingerprints that were approved in this session. */
  readonly approvedNow: Set<string>;
  /** What the store held when it could last be used. */
  usableApprovals: Approvals | null;
}

export interface TrustOptions {
  readonly projectDir: string;
  /** Snaphook's own folder. */
  readonly home: string;
  /** By default a file in Snaphook's own folder. */
  readonly approvals?: ApprovalStore | undefined;
  /** The user's home folder; by default the system's word. */
  readonly userHome?: string | undefined;
  /** With which hooks run; a function is called when they are first needed. */
  readonly variables?: Readonly<Record<string, string>> | (() => Readonly<Record<string, string>>);
  readonly searchPath?: string;
  /** Everything of the project counts as approved, for one call. The lock file still binds. */
  readonly once?: boolean;
  /** Kept up to date; whoever takes over in the same session is given it. */
  readonly memory?: TrustMemory;
}

/**
 * - `approved`: it is what someone has agreed to; `once`: it runs for this call only;
 * - `new`: nobody has looked at it; `changed`: it is not what was approved;
 * - `unseen`: it is what was approved in an earlier session, but which files it runs is not known;
 * - `drifted`: it is not what snaphook.lock says; `unknown`: the store or the lock file cannot be used;
 * - `own`: of the user, the administrator or the program, who need nobody's approval.
 */
export type TrustState =
  | "approved"
  | "once"
  | "new"
  | "changed"
  | "unseen"
  | "drifted"
  | "unknown"
  | "own";

/** One hook, whether it may run, and why or why not. */
export interface HookTrust {
  readonly hook: Hook;
  readonly state: TrustState;
  readonly runs: boolean;
  readonly why: string;
  readonly fingerprint: Fingerprint;
  /** What was approved, or pinned, and is no more. */
  readonly changes: readonly HookDifference[];
  /**
   * What someone has approved to follow where this guard gives no answer, and it is a guard that cannot run
   * any more. Whoever changes a guard must not gain by it.
   */
  readonly guards: "ask" | "block" | null;
  /**
   * Given back by whoever approves it: where it is not known which files it runs (`fingerprint.notKnown`), that is
   * accepted for this hook as it is. Without it such a hook is asked about in each session.
   */
  readonly acceptsUnknownFiles?: boolean;
}

/** A hook that was approved and cannot run any more. */
export interface Gone {
  readonly known: KnownHook;
  /** It is there, and turned off. */
  readonly isOff: boolean;
}
