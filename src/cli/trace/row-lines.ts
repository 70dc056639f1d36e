import { callText, outcomeText, type EventRow } from "../../recorded/index.js";
import { forTerminalLine, type Paint } from "../../show/index.js";
import { shortTime } from "./clock.js";

const SESSION = 8;
const SHORTEST_ID = 8;
/** What is around the call: id, time, session, and a short outcome. */
const AROUND = 60;
const [SHORTEST_CALL, LONGEST_CALL] = [24, 70];

/** One line for each event, all columns as wide as they must be. */
export class RowLines {
  private readonly longest: number;

  constructor(
    private readonly paint: Paint,
    columns: number | undefined,
    private readonly now: number,
  ) {
    const room = (columns ?? AROUND + LONGEST_CALL) - AROUND;
    this.longest = Math.max(SHORTEST_CALL, Math.min(LONGEST_CALL, room));
  }

  lines(rows: readonly EventRow[]): string[] {
    const ids = shortIds(rows.map(({ id }) => id));
    const idWidth = widest(ids.values());
    const callWidth = widest(rows.map((row) => callText(row, this.longest)));
    return rows.map((row) => this.line(row, ids.get(row.id) ?? row.id, idWidth, callWidth));
  }

  /** One that comes by itself: nothing is known of what else there will be. */
  single(row: EventRow): string {
    return this.line(row, row.id, 0, this.longest);
  }

  private line(row: EventRow, id: string, idWidth: number, callWidth: number): string {
    const { paint, now } = this;
    return [
      paint.dim(forTerminalLine(id).padEnd(idWidth)),
      shortTime(row.time, now),
      paint.dim(forTerminalLine(row.session).slice(0, SESSION).padEnd(SESSION)),
      callText(row, this.longest).padEnd(callWidth),
      outcomeText(row, paint),
    ].join("  ");
  }
}

/** The beginnings of ids by which they differ. */
function shortIds(ids: readonly string[]): ReadonlyMap<string, string> {
  const sorted = ids.toSorted();
  return new Map(
    sorted.map((id, index) => {
      const shared = Math.max(
        common(id, sorted[index - 1] ?? ""),
        common(id, sorted[index + 1] ?? ""),
      );
      return [id, id.slice(0, Math.max(SHORTEST_ID, shared + 1))];
    }),
  );
}

function common(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}

function widest(texts: Iterable<string>): number {
  let width = 0;
  for (const text of texts) width = Math.max(width, text.length);
  return width;
}
