import { hostOf, type RecordedEvent } from "../../recording/index.js";
import type { Arguments } from "../arguments.js";
import { UsageError } from "../usage-error.js";

/** Which recorded events are meant; null where it does not matter. */
export interface EventFilter {
  readonly since: number | null;
  readonly until: number | null;
  readonly event: string | null;
  readonly tool: string | null;
  /** The host that the events were recorded in. */
  readonly recordedIn: string | null;
}

const units: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400, w: 604_800 };

/** `--since`, `--until`, `--event`, `--tool`, `--recorded-in`. */
export function readWindow(given: Arguments): EventFilter {
  return {
    since: timeOf(given, "since"),
    until: timeOf(given, "until"),
    event: given.text("event") ?? null,
    tool: given.text("tool") ?? null,
    recordedIn: given.text("recorded-in") ?? null,
  };
}

/** A time, or how long ago: `30m`, `12h`, `7d`, `4w`. */
function timeOf(given: Arguments, name: "since" | "until"): number | null {
  const text = given.text(name);
  if (text === undefined) return null;
  const [, count, unit = ""] = /^(\d+)([mhdw])$/.exec(text) ?? [];
  if (count !== undefined) return Date.now() - Number(count) * (units[unit] ?? 0) * 1000;
  const at = Date.parse(text);
  if (!Number.isNaN(at)) return at;
  throw new UsageError(
    `--${name} ${text}: give a time such as 2026-01-31 or 2026-01-31T09:00:00Z, or 30m, 12h, 7d, 4w`,
  );
}

export function isMeant(recorded: RecordedEvent, filter: EventFilter): boolean {
  const { since, until, event, tool, recordedIn } = filter;
  const time = Date.parse(recorded.time);
  const { tool_name: named = recorded.payload["toolName"] } = recorded.payload;
  return (
    (since === null || time >= since) &&
    (until === null || time <= until) &&
    (event === null || recorded.event === event) &&
    (tool === null || named === tool) &&
    (recordedIn === null || hostOf(recorded) === recordedIn)
  );
}
