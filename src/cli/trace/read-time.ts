import { UsageError } from "../usage-error.js";

/** A stretch of time, in milliseconds since 1970: from `since` on, before `until`. */
export interface TimeRange {
  readonly since?: number;
  readonly until?: number;
}

const units: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};
const AGE = /^(\d{1,6})([smhdw])$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const CLOCK = /^\d{1,2}:\d{2}(:\d{2})?$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** `--since` and `--until`; `--since` may also be a whole range, `A..B`. */
export function readRange(
  since: string | undefined,
  until: string | undefined,
  now: number,
): TimeRange {
  const [from, to, ...extra] = since?.split("..") ?? [];
  if (extra.length > 0 || (to !== undefined && until !== undefined))
    throw new UsageError(`--since ${since}: give one range, A..B, or --since A and --until B`);
  const end = to === undefined || to === "" ? until : to;
  const range = {
    ...(from !== undefined && from !== "" && { since: readTime("--since", from, now, false) }),
    ...(end !== undefined && { until: readTime("--until", end, now, true) }),
  };
  if (range.since !== undefined && range.until !== undefined && range.since >= range.until)
    throw new UsageError("the range of time is empty: --since is not before --until");
  return range;
}

/** One point in time. A whole day as an end is the end of that day. */
export function readTime(option: string, text: string, now: number, isEnd: boolean): number {
  const day = dayOf(text, now);
  if (day !== null) return isEnd ? nextDay(day) : day;
  const [, count = "", unit = ""] = AGE.exec(text) ?? [];
  if (unit !== "") return now - Number(count) * (units[unit] ?? 0);
  if (text === "now") return now;
  const time = CLOCK.test(text)
    ? new Date(`${new Date(now).toDateString()} ${text}`).getTime()
    : MOMENT.test(text)
      ? Date.parse(text.replace(" ", "T"))
      : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw new UsageError(
    `${option} ${text}: not a time; give an age (30s, 15m, 2h, 3d, 1w), a day (2025-11-15, today), a time (14:30, 2025-11-15T14:30), or a range (2025-11-01..2025-11-03)`,
  );
}

/** Midnight where the reader is. */
function dayOf(text: string, now: number): number | null {
  const today = new Date(now).setHours(0, 0, 0, 0);
  if (text === "today") return today;
  if (text === "yesterday") return new Date(today).setDate(new Date(today).getDate() - 1);
  if (!DAY.test(text)) return null;
  const midnight = Date.parse(`${text}T00:00`);
  return Number.isNaN(midnight) ? null : midnight;
}

function nextDay(midnight: number): number {
  const date = new Date(midnight);
  return date.setDate(date.getDate() + 1);
}
