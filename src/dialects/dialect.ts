import type { changeFields } from "./changes.js";
import type { FieldSpec } from "./fields.js";
import type { Level } from "./levels.js";

/** Who gets a text. `log` is the ledger alone. */
export type Lane = "model" | "user" | "log";

/** One row of a dialect's table of texts: who gets what on one event. */
export interface TextLanes {
  /** stdout that is no JSON, of a hook that ended with 0. */
  readonly stdout: Lane;
  /** stderr of a hook that ended with 2. */
  readonly exitTwo: Lane;
  /** stderr of a hook that ended with another code. */
  readonly otherCode: Lane;
  /** That a hook timed out, was killed or did not start. */
  readonly noAnswer: Lane;
  /** The reason that JSON gives for a block, an ask or a permission. */
  readonly deny: Lane;
  readonly ask: Lane;
  readonly allow: Lane;
}

/** A field that some dialect reads. */
export type FieldName =
  | "continue"
  | "stopReason"
  | "systemMessage"
  | "suppressOutput"
  | "decision"
  | "reason"
  | "permissionDecision"
  | "permissionDecisionReason"
  | keyof typeof changeFields
  | "additionalContext";

/** What a variable of a hook's environment can hold. */
export type EnvironmentFact = "projectDir" | "event" | "sessionId" | "toolName";

/**
 * How one host reads hooks. A dialect is data: adding one means adding a file with such a table
 * (`npm run generate` lists it) and its conformance cases.
 */
export interface Dialect {
  readonly name: string;
  /** Version of the host that it mirrors; `spec` for Snaphook's own. */
  readonly version: string;
  readonly summary: string;
  /** What the dialect can express, for people and for `explain`. */
  readonly capabilities: readonly string[];
  /**
   * How stdout is read as JSON.
   * - `tolerant`: malformed output may tighten (law 1).
   * - `letter`: an answer is valid as a whole, or the exit code decides.
   * - `never`: stdout is always plain text.
   */
  readonly json: "tolerant" | "letter" | "never";
  readonly fields: Readonly<Partial<Record<FieldName, FieldSpec>>>;
  /** Exact values of the decision fields. Restrictive ones may be respelled where `json` is tolerant. */
  readonly words: {
    readonly decision: Readonly<Record<string, Level>>;
    readonly permissionDecision: Readonly<Record<string, Level>>;
    readonly behavior: Readonly<Record<string, Level>>;
  };
  /** Fields that the specific part of an event's answer must have; without them it is invalid. */
  readonly required: Readonly<Record<string, readonly FieldName[]>>;
  /** `inferred`: a missing `hookEventName` is a warning; `optional`: it is none; `required`: it is an error. */
  readonly hookEventName: "inferred" | "optional" | "required";
  /** Whether a stated decision overrides exit code 2, or the code outranks whatever would let the operation continue. */
  readonly exitTwo: "yields-to-json" | "outranks-json";
  readonly systemMessage: {
    readonly to: readonly Lane[];
    /** Where a decision gives no reason, the `systemMessage` is the reason. */
    readonly standsForReason: boolean;
  };
  /** Whether `updatedPrompt` counts without being allowed by the settings. */
  readonly rewritesPrompt: boolean;
  /** Rows of the table of texts; `others` for every event without a row. */
  readonly lanes: {
    readonly events: Readonly<Record<string, TextLanes>>;
    readonly others: TextLanes;
  };
  /** Variables that hooks written for this host expect, and what they hold. */
  readonly environment: Readonly<Record<string, EnvironmentFact>>;
  /** Whether a Reading lists the message operations of the host side. */
  readonly tellsOperations: boolean;
}
