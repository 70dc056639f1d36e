import { hash } from "node:crypto";
import type { ConfigProblem } from "../config/index.js";
import { askStore, canonicalJson, writeToStore } from "../trust/index.js";
import { problem } from "./project-trust.js";

/** A tool with the input that it would run with. */
export interface ToolCall {
  readonly tool: string;
  readonly input: unknown;
}

/**
 * Stores the calls that the user has allowed in one session, each by a digest of tool and input. A `Set` is a valid
 * store. Each method returns its value or a promise. If it throws, rejects, takes longer than five seconds or returns
 * no boolean, the call is not allowed, and the user sees the reason.
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

  constructor(private readonly store: GrantStore) {}

  get problems(): readonly ConfigProblem[] {
    return this.lastProblems;
  }

  /** Rejects where it cannot be stored. */
  grant(call: ToolCall): Promise<void> {
    return writeToStore(() => this.store.add(digestOf(call)));
  }

  /** Whether the user has said yes to exactly this call, and why that is not known. What is no call is not asked about. */
  async holds(call: ToolCall | null): Promise<Granted> {
    const { store } = this;
    if (call === null) return nothing;
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
