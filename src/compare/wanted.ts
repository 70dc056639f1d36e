import { portableOf, type PortableAnswer } from "../bridge/index.js";
import type { Reading, WireRun } from "../interpret/index.js";
import { textOf } from "./stream-text.js";
import { isReportedLost } from "./losses.js";

/** How one host reads a run. */
interface HostReading {
  readonly host: string;
  readonly reading: Reading;
}

/** A restriction without a reason has this in its place. */
const REASON = "<reason>";

/**
 * What the hook wanted: what came of it on the host that took most of its answer, the strictest first. Null where it is
 * nothing. A restriction that no host takes, and exit code 2, count as a block.
 */
export function wantedOf(readings: readonly HostReading[], run: WireRun): PortableAnswer | null {
  const [best] = readings
    .filter(({ reading }) => isMeant(reading))
    .map(({ host, reading }) => inOwnWords(portableOf(reading, host), run))
    .toSorted((one, other) => weight(other) - weight(one));
  const wanted: PortableAnswer = best ?? { outcome: "proceed", permission: "none" };
  const isLetGo = readings.some(({ reading }) => isReportedLost(reading));
  const outcome =
    (wanted.outcome === "proceed" && isLetGo) || (wanted.outcome === "halt" && run.exit === 2)
      ? "block"
      : wanted.outcome;
  if (outcome === "proceed")
    return Object.keys(wanted).length > 2 || wanted.permission !== "none" ? wanted : null;
  const reason = wanted.reason ?? (wanted.stopReason === undefined ? reasonIn(run) : undefined);
  return { ...wanted, outcome, ...(reason !== undefined && { reason }) };
}

/** Where hooks write a reason. */
const reasonFields = ["reason", "permissionDecisionReason", "message", "user_message"];

/** The reason as the hook gave it, though no host has read it. */
function reasonIn({ stdout, stderr }: WireRun): string {
  const found: string[] = [];
  try {
    JSON.parse(textOf(stdout), (key, value: unknown) => {
      if (reasonFields.includes(key) && typeof value === "string") found.push(value.trim());
      return value;
    });
  } catch {
    // No JSON has no fields.
  }
  return [...found, textOf(stderr).trim()].find((text) => text !== "") ?? REASON;
}

/** Not what a host makes of a failure or of plain text. */
function isMeant(reading: Reading): boolean {
  const { outcome, failed, problems } = reading;
  return (
    !(failed && outcome === "proceed") &&
    !isReportedLost(reading) &&
    !problems.some(({ code }) => code === "host-blocks-unasked")
  );
}

/** From what lets everything pass to what ends the turn. */
export const strictness: readonly PortableAnswer["outcome"][] = [
  "proceed",
  "ask",
  "defer",
  "block",
  "halt",
];
const STRICTER = 100;

function weight(wanted: PortableAnswer): number {
  const granted = wanted.permission === "allow" ? 1 : 0;
  return strictness.indexOf(wanted.outcome) * STRICTER + Object.keys(wanted).length + granted;
}

/** Without the texts that a host gives where the hook gave none. */
function inOwnWords(wanted: PortableAnswer, run: WireRun): PortableAnswer {
  const printed = [textOf(run.stderr), textOf(run.stdout)];
  const isPrinted = (text: string): boolean =>
    // In JSON a text is written with escapes.
    [text.trim(), JSON.stringify(text).slice(1, -1)].some((form) =>
      printed.some((stream) => stream.includes(form)),
    );
  const { outcome, permission, ...rest } = wanted;
  const kept = Object.entries(rest).filter(
    ([, value]: [string, unknown]) => typeof value !== "string" || isPrinted(value),
  );
  return { ...Object.fromEntries(kept), outcome, permission };
}
