import { isRecord, parseJson } from "../json/index.js";
import type { Columns } from "./columns.js";
import type { LedgerFile } from "./ledger-file.js";
import { rowAt, rowOfId } from "./row-places.js";
import { searchBack } from "./search-back.js";

/** What the ledger writes around each record: no text is looked for in it. */
const frame: ReadonlySet<string> = new Set([
  "v",
  "seq",
  "time",
  "pid",
  "writer",
  "prev",
  "hash",
  "type",
  "eventId",
]);

/**
 * Events that hold a text in any value of any of their records. The file is searched as bytes, from its end, as far as
 * somebody wants to know; only lines with a hit are parsed.
 */
export class TextSearch {
  private readonly needle: Buffer;
  private readonly rows = new Set<number>();
  /** Ids of records without an event. */
  private readonly strays = new Set<string>();
  private from: number;
  private to: number;

  constructor(
    private readonly file: LedgerFile,
    private readonly columns: Columns,
    readonly text: string,
    private readonly idAt: (offset: number) => string,
  ) {
    this.needle = Buffer.from(JSON.stringify(text).slice(1, -1));
    this.from = columns.covered;
    this.to = columns.covered;
  }

  has(row: number): boolean {
    return this.rows.has(row);
  }

  /** All events from this one on are decided. */
  get decidedFrom(): number {
    return this.from === 0 ? 0 : rowAt(this.columns, this.from - 1) + 1;
  }

  /** Searches what was added, then further back, until `isEnough`. Gives way to others in between. */
  async search(isEnough: () => boolean, signal?: AbortSignal): Promise<void> {
    const { covered } = this.columns;
    if (covered > this.to) {
      for (const { hits } of searchBack(this.file, this.to, covered, this.needle)) this.take(hits);
      this.to = covered;
    }
    if (isEnough()) return;
    for (const { from, hits } of searchBack(this.file, 0, this.from, this.needle)) {
      this.take(hits);
      this.from = from;
      if (isEnough()) return;
      await new Promise((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
    }
  }

  private take(hits: readonly { readonly offset: number; readonly bytes: Buffer }[]): void {
    for (const { offset, bytes } of hits) {
      const record = parseJson(bytes.toString());
      if (!isRecord(record) || !recordHolds(record, this.text)) continue;
      const row = this.rowOf(record, offset);
      if (row >= 0) this.rows.add(row);
    }
  }

  private rowOf({ type, eventId }: Readonly<Record<string, unknown>>, offset: number): number {
    const row = rowAt(this.columns, offset);
    if (type === "event") return row;
    if (typeof eventId !== "string" || eventId === "" || this.strays.has(eventId)) return -1;
    const found = rowOfId(this.columns, eventId, row, this.idAt);
    if (found < 0) this.strays.add(eventId);
    return found;
  }
}

/** Whether a text is in any value of a record. Without recursion: nobody knows how deep a record of somebody else's is. */
export function recordHolds(record: Readonly<Record<string, unknown>>, text: string): boolean {
  const waiting: unknown[] = Object.entries(record).flatMap(([key, value]) =>
    frame.has(key) ? [] : [value],
  );
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === "string" && value.includes(text)) return true;
    if (typeof value === "object" && value !== null)
      for (const item of Object.values(value)) waiting.push(item);
  }
  return false;
}
