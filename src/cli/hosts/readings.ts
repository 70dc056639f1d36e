import type { PortableAnswer } from "../../bridge/index.js";
import { bridgedHosts, type HostTable } from "../../hosts/index.js";
import { interpret, type Reading, type WireRun } from "../../interpret/index.js";
import { isKnownEvent, type Payload } from "../../payload/index.js";
import { unseenText } from "../text-lanes.js";
import { adviceFor, failureFix, type PrintedAnswer } from "./advice.js";
import { effectOf, FAILS_OPEN, LOST, NO_EVENT } from "./effect.js";
import { nameIn, ownName, suggestionFor } from "./event-names.js";
import { EXIT_TWO, failsOpen, ignoredIn, isLost, lossText } from "./losses.js";
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

/** A host, or Snaphook itself, and one event there. */
interface ComparedEvent {
  readonly host: string;
  readonly version: string;
  readonly dialect: string;
  /** Its name, as its makers write it. */
  readonly title: string;
  readonly log: string | null;
  readonly failClosed: string | null;
  /** What exit code 2 does there, where that is known in words. */
  readonly exitTwo: string | null;
  readonly event: string | null;
  readonly didYouMean: string | null;
}

/** The same run read by Snaphook and by every host that it knows. */
export function everyReading(event: string, payload: Payload, run: WireRun): HostAnswer[] {
  const targets = [ownTarget(event), ...bridgedHosts().map((table) => targetIn(table, event))];
  const read = targets.map((target) => {
    const name = target.event;
    return {
      target,
      reading:
        name === null
          ? null
          : interpret({ dialect: target.dialect, event: name, payload, runs: [run] }),
    };
  });
  const readings = read.flatMap(({ target: { host }, reading }) =>
    reading === null ? [] : [{ host, reading }],
  );
  const wanted = wantedOf(readings, run);
  return read.map(({ target, reading }) => answerOf(target, reading, { payload, run, wanted }));
}

function ownTarget(event: string): ComparedEvent {
  const own = ownName(event);
  return {
    host: "snaphook",
    version: "wave",
    dialect: "wave",
    title: "Snaphook",
    log: "its log",
    failClosed: '"onFailure": "block"',
    exitTwo: null,
    event: isKnownEvent(own) ? own : null,
    didYouMean: suggestionFor(null, event),
  };
}

function targetIn(table: HostTable, event: string): ComparedEvent {
  const { name, version, summary, log = null, failClosed = null } = table;
  const named = nameIn(table, event);
  return {
    host: name,
    version,
    dialect: name,
    title: summary.split(":", 1)[0] ?? name,
    log,
    failClosed,
    exitTwo: named === null ? null : (table.events[named]?.exitTwo ?? null),
    event: named,
    didYouMean: suggestionFor(table, event),
  };
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
    wanted !== null && (lost || ignored.length > 0)
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
