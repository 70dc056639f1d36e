import type { PortableAnswer } from "../bridge/index.js";
import { interpret, type Reading, type WireRun } from "../interpret/index.js";
import type { Payload } from "../payload/index.js";
import { unseenText } from "./text-lanes.js";
import { adviceFor, failureFix, type PrintedAnswer } from "./advice.js";
import { effectOf, FAILS_OPEN, LOST, NO_EVENT } from "./effect.js";
import { EXIT_TWO, failsOpen, ignoredIn, isLost, lossText } from "./losses.js";
import { readIn } from "./read-in.js";
import { hostTargets, type ComparedEvent } from "./targets.js";
import { wantedOf } from "./wanted.js";

/** What one host makes of a run. */
export interface HostAnswer {
  readonly host: string;
  readonly version: string;
  /** The host's own name for it; null where it has no such event. */
  readonly event: string | null;
  readonly reading: Reading | null;
  /** What the sentence says of this host. */
  readonly effect: string;
  /** A restriction does not hold. */
  readonly lost: boolean;
  /** What the host calls the event that was probably meant. */
  readonly didYouMean: string | null;
  /** What follows where a restriction does not hold. */
  readonly loss: string | null;
  /** Fields of the answer that the host does not read, by path. */
  readonly ignored: readonly string[];
  /** What to print for this host instead, where that helps. */
  readonly instead: PrintedAnswer | null;
  /** What to do, in a sentence. */
  readonly fix: string | null;
  /** Where a text ended up that nobody sees, and what would be seen. */
  readonly unseen: string | null;
}

/** The same run read by Snaphook and by every host that it knows. */
export function everyReading(event: string, payload: Payload, run: WireRun): HostAnswer[] {
  const targets = hostTargets(event);
  const wanted = wantedIn(targets, payload, run);
  return targets.map((target) => readingIn(target, payload, run, wanted));
}

/** What the hook wanted, by what came of it in these places. Null where it is nothing. */
export function wantedIn(
  targets: readonly ComparedEvent[],
  payload: Payload,
  run: WireRun,
): PortableAnswer | null {
  const readings = targets.flatMap((target) => {
    const reading = readIn(target, payload, [run]);
    return reading === null ? [] : [{ host: target.host, reading }];
  });
  return wantedOf(readings, run);
}

/** What one place makes of a run that wanted this. */
export function readingIn(
  target: ComparedEvent,
  payload: Payload,
  run: WireRun,
  wanted: PortableAnswer | null,
): HostAnswer {
  return answerOf(target, readIn(target, payload, [run]), { payload, run, wanted });
}

interface HookQuestion {
  readonly payload: Payload;
  readonly run: WireRun;
  readonly wanted: PortableAnswer | null;
}

function answerOf(
  target: ComparedEvent,
  reading: Reading | null,
  question: HookQuestion,
): HostAnswer {
  const { host, version, dialect, event, didYouMean } = target;
  const { payload, run, wanted } = question;
  const nothing = { loss: null, ignored: [], instead: null, fix: null, unseen: null };
  if (event === null || reading === null) {
    const effect = NO_EVENT;
    return { host, version, event, reading, effect, lost: false, didYouMean, ...nothing };
  }
  const lost = isLost(reading, wanted);
  const isOpen = !lost && failsOpen(reading, run);
  const ignored = ignoredIn(reading, run, lost);
  const read = (other: WireRun): Reading => interpret({ dialect, event, payload, runs: [other] });
  const advice =
    target.isWritable && wanted !== null && (lost || ignored.length > 0)
      ? adviceFor({ host, dialect, event }, wanted, payload)
      : { instead: null, fix: null };
  return {
    host,
    version,
    event,
    reading,
    effect: lost ? LOST : isOpen ? FAILS_OPEN : effectOf(reading),
    lost,
    didYouMean: null,
    loss:
      lost && wanted !== null
        ? lossText(reading, event, wanted) + exitTwoText(target, ignored)
        : null,
    ignored,
    ...advice,
    ...(isOpen && {
      fix: failureFix(host, target.failClosed, read({ ...run, onFailure: "block" })),
    }),
    unseen: unseenText(reading, { ...target, event, read }),
  };
}

/** Why exit code 2 did not do what it does elsewhere. */
function exitTwoText({ exitTwo }: ComparedEvent, ignored: readonly string[]): string {
  return ignored.includes(EXIT_TWO) && exitTwo !== null ? ` (${EXIT_TWO} here: ${exitTwo})` : "";
}
