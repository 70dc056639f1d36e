import { seenIn, strictnessOf } from "../hook-tests/index.js";
import { outcomes } from "../decide/index.js";
import { hostOf, type RecordedEvent } from "../recording/index.js";
import type { SandboxedHooks, SandboxEvent, SandboxFired } from "../sandbox-run/index.js";
import { keptOf } from "../trace/index.js";
import { compareDecisions, type DecisionChange } from "./compare.js";
import type { Decision } from "./decision.js";

/** What a hook that only observes said to one event. */
interface Observation {
  readonly hook: string;
  /** Null where it said nothing to the decision. */
  readonly level: string | null;
  readonly isStricter: boolean;
}

/** One event, then and now. */
export interface Replayed {
  readonly recorded: RecordedEvent;
  /** Whose hooks it was replayed at. */
  readonly host: string;
  readonly change: DecisionChange;
  readonly before: Decision;
  readonly after: Decision;
  /** Something that looked like a secret was not recorded: the hooks saw another payload than then. */
  readonly isRedacted: boolean;
  readonly observed: readonly Observation[];
  /** Hooks that did not run now, each with why. */
  readonly idle: readonly string[];
}

/** An event that was not replayed, and why. */
export interface NotReplayed {
  readonly recorded: RecordedEvent;
  readonly why: "cut" | "undecided" | "failed";
  readonly message: string;
}

/** How events are replayed. */
export interface ReplayOptions {
  /** At the hooks of this host; null for the one that each was recorded in. */
  readonly host: string | null;
  readonly sandbox: SandboxedHooks;
  /** Files of the project that are others for this. */
  readonly files: Parameters<SandboxedHooks["fire"]>[0]["files"];
  /** Hooks that come from `files` run too. */
  readonly trustsAll: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, all: number) => void;
}

/** So many are fired in a copy of the project; the next begin with a fresh one. Fixed, so that the result is the same each time. */
const BATCH = 500;
/** For each event, in addition to some for the start. */
const LONGEST_MS = 60_000;

/** Fires recorded events again, in their order. No tool is run: what hooks decide is compared with what is on record. */
export async function replay(
  events: readonly RecordedEvent[],
  options: ReplayOptions,
): Promise<{ readonly replayed: readonly Replayed[]; readonly not: readonly NotReplayed[] }> {
  const { host: wanted, sandbox, files, trustsAll, signal, onProgress } = options;
  const not = events.flatMap(faultOf);
  const left = new Set(not.map(({ recorded }) => recorded));
  const meant = events.filter((event) => !left.has(event));
  const replayed: Replayed[] = [];
  for (let at = 0; at < meant.length && !signal.aborted; at += BATCH) {
    const batch = meant.slice(at, at + BATCH);
    const results = await sandbox.fire(
      {
        events: batch.map((event) => firedAgain(event, wanted ?? hostOf(event))),
        ...(files !== undefined && { files }),
        trustsAll,
        timeoutMs: LONGEST_MS * (1 + batch.length),
        onProgress: (done) => onProgress(at + done, meant.length),
      },
      signal,
    );
    for (const [index, recorded] of batch.entries()) {
      const result = results[index];
      const seen = result !== undefined && "fired" in result ? seenIn(result.fired, []) : null;
      if (result === undefined || "fault" in result || seen === null) {
        const message =
          result !== undefined && "fault" in result ? result.fault : "nothing was fired";
        not.push({ recorded, why: "failed", message });
        continue;
      }
      const before = decisionOf(recorded);
      const { outcome, permission, input, prompt, toModel, toUser } = seen;
      const after: Decision = { outcome, permission, input, prompt, toModel, toUser };
      replayed.push({
        recorded,
        host: wanted ?? hostOf(recorded),
        change: compareDecisions(before, after),
        before,
        after,
        isRedacted: keptOf(recorded.payload) === "redacted",
        observed: result.fired.flatMap(observations),
        idle: seen.hooks.flatMap(({ name, ran, why }) =>
          ran ? [] : [`${name} did not run: ${why}`],
        ),
      });
    }
  }
  return { replayed, not };
}

function faultOf(recorded: RecordedEvent): NotReplayed[] {
  if (keptOf(recorded.payload) === "cut")
    return [{ recorded, why: "cut", message: "the payload was not kept whole" }];
  if (recorded.reading === null)
    return [{ recorded, why: "undecided", message: "no decision is on record" }];
  return [];
}

/** A hook that was recorded alone is fired alone. */
function firedAgain(recorded: RecordedEvent, host: string): SandboxEvent {
  const { event, payload, hooks, recordedBy } = recorded;
  const from = hostOf(recorded);
  return {
    host,
    payload,
    ...(from !== "snaphook" && { from: { host: from, event } }),
    ...(recordedBy === "wrapper" && { hooks: hooks.map(({ name }) => name) }),
  };
}

function decisionOf({ reading }: RecordedEvent): Decision {
  if (reading === null) throw new Error("an event without a decision is not replayed");
  const { outcome, permission, input, prompt, toModel, toUser } = reading;
  const texts = (all: typeof toModel): string[] => all.map(({ text }) => text);
  return { outcome, permission, input, prompt, toModel: texts(toModel), toUser: texts(toUser) };
}

function observations({ hooks, reading }: SandboxFired): readonly Observation[] {
  return hooks
    .filter(({ observe, ran }) => observe === true && ran)
    .map(({ name }) => {
      const voice = reading.provenance.voices.find(
        ({ hook, observes }) => hook === name && observes === true,
      );
      const level = voice?.level ?? null;
      const wanted = level === null ? "proceed" : outcomes[level];
      const isStricter = strictnessOf(wanted) > strictnessOf(reading.outcome);
      return { hook: name, level, isStricter };
    });
}
