import type { Reading, WireRun } from "../../interpret/index.js";
import type { Payload } from "../../payload/index.js";
import type { RawFinding } from "../finding.js";
import type { Subject } from "../subject.js";

/** How a hook is run so that it shows something. */
export interface Trial {
  /** In Snaphook's words, or a text that is no JSON. */
  readonly stdin: Payload | string;
  /** A program that it does not find. */
  readonly without?: string;
  readonly variables?: Readonly<Record<string, string>>;
  /** One more word behind its command. */
  readonly argument?: string;
  /** It is started in another folder than the project's. */
  readonly elsewhere?: true;
}

/** A run of a hook, and what its host makes of it. */
export interface Observation {
  readonly trial: Trial;
  readonly run: WireRun & { readonly stdout: string; readonly stderr: string };
  readonly reading: Reading;
}

/** Runs the hook; null where it may not be run any more. */
export type RunTrial = (trial: Trial) => Promise<Observation | null>;

/** What runs say of a finding. */
export type Judgement =
  | {
      readonly result: "proven" | "withdrawn";
      readonly by: Observation;
      /** What was seen, in words. */
      readonly why: string;
    }
  | { readonly result: "unsettled"; readonly why: string };

/** A finding for one hook. */
export interface ProofCase {
  readonly subject: Subject;
  readonly raw: RawFinding;
}

/** Settles a finding of one rule. A run that did not reach the place in question settles nothing. */
export type Proof = (given: ProofCase, run: RunTrial) => Promise<Judgement>;

export function unsettled(why: string): Judgement {
  return { result: "unsettled", why };
}

/** It ended by itself, and its host keeps something from happening. */
export function isBlocked({ run, reading: { outcome } }: Observation): boolean {
  return run.exit !== undefined && (outcome === "block" || outcome === "halt");
}

/** It ended by itself, and what it guards goes on. */
export function isPassed({ run, reading: { outcome } }: Observation): boolean {
  return run.exit !== undefined && outcome === "proceed";
}
