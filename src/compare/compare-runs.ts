import type { PortableAnswer } from "../bridge/index.js";
import type { Reading, WireRun } from "../interpret/index.js";
import type { Payload } from "../payload/index.js";
import { effectOf, FAILS_OPEN, LOST, NO_EVENT } from "./effect.js";
import { portableForm, type PortableForm } from "./portable-form.js";
import { readIn } from "./read-in.js";
import { readingIn, wantedIn, type HostAnswer } from "./readings.js";
import { dialectTargets, hostTargets, type ComparedEvent } from "./targets.js";
import { strictness } from "./wanted.js";

/** What a host, or a dialect of Snaphook's own, makes of all hooks of one event. */
export interface ComparedHost {
  readonly host: string;
  readonly title: string;
  readonly version: string;
  /** Snaphook's own reading, not that of a foreign host. */
  readonly isOwn: boolean;
  /** Its own name for the event; null where it has none. */
  readonly event: string | null;
  /** Where it writes what neither the user nor the model gets; null where that is nowhere. */
  readonly log: string | null;
  readonly didYouMean: string | null;
  /** What all hooks together come to. */
  readonly reading: Reading | null;
  readonly effect: string;
  /** Each hook by itself, in the order of the runs: what of its answer is lost, and what to print instead. */
  readonly hooks: readonly HostAnswer[];
}

/** The hooks of one event in every host and every dialect. */
export interface Comparison {
  readonly hosts: readonly ComparedHost[];
  /** For each hook what to print so that most hosts do what it wants; null where it wants nothing. */
  readonly portable: readonly (PortableForm | null)[];
}

/**
 * Reads the runs everywhere. What a hook wanted follows from the hosts alone: a dialect that blocks on any failure would
 * make a wish of it.
 */
export function compareRuns(event: string, payload: Payload, runs: readonly WireRun[]): Comparison {
  const hosts = hostTargets(event);
  const wanted = runs.map((run) => wantedIn(hosts, payload, run));
  return {
    hosts: [...hosts, ...dialectTargets(event)].map((target) =>
      comparedHost(
        target,
        readIn(target, payload, runs),
        runs.map((run, index) => readingIn(target, payload, run, wanted[index] ?? null)),
        wanted,
      ),
    ),
    portable: runs.map((run, index) => {
      const one = wanted[index] ?? null;
      return one === null ? null : portableForm(hosts, payload, run, one);
    }),
  };
}

const own = ["snaphook", "wave"];

function comparedHost(
  { host, title, version, event, log, didYouMean, isWritable }: ComparedEvent,
  reading: Reading | null,
  hooks: readonly HostAnswer[],
  wanted: readonly (PortableAnswer | null)[],
): ComparedHost {
  return {
    host,
    title,
    version,
    isOwn: own.includes(host) || !isWritable,
    event,
    log,
    didYouMean,
    reading,
    effect: reading === null ? NO_EVENT : effectOfAll(reading, hooks, wanted),
    hooks,
  };
}

/**
 * What one hook loses is no loss where another restricts as much; nor is a failure where another restricts at all. What
 * a hook would restrict by itself may be lost to another hook's answer.
 */
function effectOfAll(
  reading: Reading,
  hooks: readonly HostAnswer[],
  wanted: readonly (PortableAnswer | null)[],
): string {
  const [only] = hooks;
  if (hooks.length === 1 && only !== undefined) return only.effect;
  const due = hooks.flatMap((answer, index) => [
    answer.reading?.outcome ?? "proceed",
    (answer.effect === LOST ? wanted[index]?.outcome : undefined) ?? "proceed",
  ]);
  const isLost = due.some(
    (outcome) => strictness.indexOf(outcome) > strictness.indexOf(reading.outcome),
  );
  if (isLost) return LOST;
  const isOpen = hooks.some(({ effect }) => effect === FAILS_OPEN);
  return isOpen && reading.outcome === "proceed" ? FAILS_OPEN : effectOf(reading);
}
