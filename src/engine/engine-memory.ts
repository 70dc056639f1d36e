import type { ConfigProblem, Settings } from "../config/index.js";
import type { TrustMemory } from "../trust/index.js";

/** The settings as they were last read. */
export interface ReadSettings {
  readonly settings: Settings;
  /** What is new of the user's own hooks. */
  readonly announced: readonly ConfigProblem[];
  /** Whether the store of approvals could not be used then. */
  readonly isPartial: boolean;
}

/** What an engine has learned since its session began: all that one needs which takes over from it. Plain data. */
export interface EngineMemory extends TrustMemory {
  /** Null before the first time. */
  read: ReadSettings | null;
  /** Fingerprints that were shown for review: a refusal is not asked again. */
  readonly shown: Set<string>;
  /** How often in a row Stop hooks have kept an agent going, by session and agent. */
  readonly stopBlocks: Map<string, number>;
  /** What the user has permitted, where the host has no store of its own for it. */
  readonly grants: Set<string>;
}

export function newMemory(): EngineMemory {
  return {
    approvedNow: new Set(),
    usableApprovals: null,
    read: null,
    shown: new Set(),
    stopBlocks: new Map(),
    grants: new Set(),
  };
}
