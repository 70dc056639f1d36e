import { hash } from "node:crypto";
import type { ConfigProblem } from "../config/index.js";
import { askStore, canonicalJson, tellStore } from "../trust/index.js";
import { problem } from "./project-trust.js";

/** A tool with the input that it would run with. */
export interface ToolCall {
  readonly tool: string;
  readonly input: unknown;
}

/**
 * Keeps what the user has said yes to in one session; a `Set` is one. Calls are told by a digest of tool and input.
 * Each method may answer at once or by a promise. To throw, to reject, to give no answer within five seconds or one
 * that is no boolean is no yes, and the user is told why.
 */
export interface GrantStore {
  has(call: string): boolean | PromiseLike<boolean>;
  add(call: string): unknown;
}

interface Granted {
  readonly value: boolean;
  readonly problems: readonly ConfigProblem[];
}

const nothing: Granted = { value: false, problems: [] };

/** What the user has said yes to, in this session: exactly these inputs and no other. */
export class Grants {
  /** Why the store could not be asked the last time. */
  private lastProblems: readonly ConfigProblem[] = [];

  constructor(private readonly store: GrantStore = new Set()) {}

  get problems(): readonly ConfigProblem[] {
    return this.lastProblems;
  }

  /** Rejects where it cannot be stored. */
  grant(call: ToolCall): Promise<void> {
    return tellStore(() => this.store.add(digestOf(call)));
  }

  /** Whether the user has said yes to exactly this call, and why that is not known. */
  async holds(call: ToolCall): Promise<Granted> {
    const { store } = this;
    // The usual case: nothing was granted, and no digest need be made.
    if (store instanceof Set && store.size === 0) return nothing;
    const { value, fault } = await askStore(
      () => store.has(digestOf(call)),
      (given) => (typeof given === "boolean" ? null : "gave neither true nor false"),
    );
    this.lastProblems = fault === null ? [] : [problem("grants-unusable", "", fault)];
    return { value: value === true, problems: this.lastProblems };
  }
}

function digestOf({ tool, input }: ToolCall): string {
  return hash("sha256", canonicalJson([tool, input ?? null]), "hex");
}
