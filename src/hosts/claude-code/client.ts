import type { Outcome } from "../../decide/index.js";
import type { Level } from "../../dialects/index.js";
import type { FieldType } from "../field-type.js";
import type { HostEvent } from "../host.js";

/** What a field of `hookSpecificOutput` must hold; a ruling is the decision on a permission request. */
export type SpecificType = FieldType | "ruling";

/** Where the event's own decision is in `hookSpecificOutput`, its words, and where its reason is. */
interface RulingField {
  readonly path: readonly string[];
  readonly words: Readonly<Record<string, Level>>;
  readonly reason: readonly string[] | null;
}

/** A value in `hookSpecificOutput` that does not do everywhere what it says. */
interface Caveat {
  readonly path: readonly string[];
  readonly value: unknown;
  readonly lost: string;
}

/** How much of a text a person sees; the model always gets all of it. */
type Shown = "whole" | "first-line" | "nothing";

/** Who gets a text. */
export interface Lanes {
  readonly model: boolean;
  readonly user: Shown;
}

/** One event of the client: every rule that reading it needs. */
export interface EventRule extends Omit<HostEvent, "fields"> {
  /** What happens where nothing stops it; named when something should have stopped it. */
  readonly unblocked: string;
  /** Exit code 2: it blocks, it is shown to the user as an error, or it is no different from no exit code at all. */
  readonly codeTwo: "blocks" | "shown" | "ignored";
  /** Every failure blocks, as if it were exit code 2. */
  readonly failureBlocks: boolean;
  /** Whether `onFailure: "block"` is honoured. */
  readonly heedsOnFailure: boolean;
  /** Top-level `decision`: the words that count. */
  readonly decision: Readonly<Record<string, Level>>;
  readonly ruling: RulingField | null;
  /** JSON counts with exit code 0 only. */
  readonly jsonNeedsZero: boolean;
  /** A value of a payload field with which nothing can be blocked. */
  readonly exempt: { readonly field: string; readonly value: string } | null;
  /** `continue: false` stops the turn. */
  readonly halts: boolean;
  /** What a halt leaves undone, where it does not stop the operation itself. */
  readonly haltLeaves: string | null;
  /** What a block makes of the operation. */
  readonly blocked: Outcome;
  /** The outcome where no hook says anything. */
  readonly silence: Outcome;
  readonly decidesPermission: boolean;
  /** Plain stdout with exit code 0. */
  readonly stdout: "model" | "log" | "path";
  /** What the model gets of a hook that nobody waits for: fields of its answer, or the whole of its stdout. */
  readonly background: "fields" | "stdout";
  /** Of a top-level block next to additional context the model does not get the reason. */
  readonly contextHidesReason: boolean;
  /** `additionalContext`; `continues` keeps a turn going that was to end. */
  readonly context: "model" | "continues" | "dropped";
  /** Several contexts are one message. */
  readonly joinsContext: boolean;
  /** Fields of `hookSpecificOutput`; null: having it at all makes the answer invalid. */
  readonly specific: Readonly<Record<string, SpecificType>> | null;
  /** A rewritten input that does not match its tool denies the call. */
  readonly checksInput: boolean;
  /** Fields that are valid there and do nothing. */
  readonly inert: readonly string[];
  /** Reason of a block. */
  readonly denial: Lanes;
  readonly stopReason: Lanes;
  /** `systemMessage`: `unless-blocked` drops it together with everything else of a blocked event. */
  readonly warning: "user" | "unless-blocked" | "dropped";
  /** What is shown of a hook that failed. */
  readonly error: Shown;
  /** What is shown of a hook that timed out; null: nothing. */
  readonly timeout: ((seconds: number | null) => string) | null;
  /**
   * How several hooks become one.
   * - `last-reason`: the strictest wins; of several denials the reason of the last to end is reported.
   * - `all`: every answer counts.
   * - `first-ends`: the first that blocks or halts cancels the others.
   * - `first-decides`: the first decision to arrive counts, whatever the others say.
   */
  readonly several: "last-reason" | "all" | "first-ends" | "first-decides";
  /** Values that count in some sessions only, with what is lost in the others. */
  readonly caveats: readonly Caveat[];
  /** In which kind of session hooks of this event are not run at all; null: they always run. */
  readonly notRun: string | null;
}

/** One version of the client. What differs between versions is a value here or in its events. */
export interface Client {
  readonly version: string;
  readonly events: Readonly<Record<string, EventRule>>;
  /** stdout that looks like an object, `{` to `}`, and does not parse. */
  readonly brokenObject: "invalid" | "text";
  /** Exit code 2 with an answer that names another event. */
  readonly codeTwoMislabelled: "blocks" | "fails";
  readonly heedsOnFailure: boolean;
  /** Whether it waits for a process that keeps the output of a hook open. */
  readonly heldPipes: "ends" | "waits";
  /** A top-level `reason` stands in for a missing `permissionDecisionReason`. */
  readonly reasonStandsIn: boolean;
  /** A Bash rule for a program alone also fits a line with a substitution that more words follow (until 2.1.243). */
  readonly seesLastSubstitutionOnly: boolean;
}
