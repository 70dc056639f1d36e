import type { EventRow } from "../recorded/index.js";
import type { LedgerLine } from "../trace/index.js";
import { hookOfKey } from "./columns.js";
import { select, type EventFilter } from "./event-filter.js";
import { EventRecords, type FoundEvent } from "./event-records.js";
import { LedgerColumns, type RefreshOptions } from "./ledger-columns.js";
import { overTime, type TimePart } from "./over-time.js";
import { readRows } from "./read-rows.js";
import { rowOfId } from "./row-places.js";
import { searchBack } from "./search-back.js";
import { countStats, type Stats } from "./stats.js";
import { TextSearch } from "./text-search.js";

/** How a ledger is opened. */
export interface QueryOptions extends RefreshOptions {
  /** It is the user's own: its columns are kept in a file next to it. Nothing is ever written next to another's. */
  readonly isOwn: boolean;
}

/** Some events, the oldest first. */
interface Page {
  readonly rows: readonly EventRow[];
  /** Give it to get the page before this one; null where there is none. */
  readonly before: number | null;
}

/** What an id, or its beginning, leads to. */
type Found =
  | { readonly type: "event"; readonly row: number }
  | { readonly type: "several"; readonly ids: readonly string[] }
  | { readonly type: "none" };

/** Which names there are in a ledger. */
export type NameKind = "sessions" | "events" | "tools" | "hooks" | "problems";

/** A ledger that can be asked. It is never written to. */
export interface LedgerQuery {
  readonly file: string;
  readonly events: number;
  /** Lines that are no records. */
  readonly damaged: number;
  /** Takes in what was written since; also where another file is at the path by now. Rows then have other numbers. */
  refresh(options?: RefreshOptions): Promise<void>;
  /** The newest events that fit, or those before a page. */
  page(
    filter: EventFilter,
    options: { limit: number; before?: number; signal?: AbortSignal },
  ): Promise<Page>;
  /** The rows of all events that fit, the oldest first. */
  rows(filter: EventFilter, signal?: AbortSignal): Promise<readonly number[]>;
  /** How the events of some rows are listed. */
  list(rows: readonly number[]): readonly EventRow[];
  find(id: string): Found;
  /** One event with its whole flow; null where its record cannot be read. */
  event(row: number): FoundEvent | null;
  /** The records of one event, as the ledger has them. */
  records(row: number): readonly LedgerLine[];
  /** `dayOf` gives the day of a time, in whatever zone. */
  stats(filter: EventFilter, dayOf: (time: number) => string): Promise<Stats>;
  /** The same in so many equal stretches of time; of hooks only the one of that name, where one is given. */
  overTime(filter: EventFilter, parts: number, hook: string | null): Promise<readonly TimePart[]>;
  names(kind: NameKind): readonly string[];
  close(): void;
}

/** Opens a ledger and reads what is not in its columns yet. Throws `UnreadableLedger`. */
export async function openLedgerQuery(file: string, options: QueryOptions): Promise<LedgerQuery> {
  const query = new Query(new LedgerColumns(file, options.isOwn));
  try {
    await query.refresh(options);
  } catch (error) {
    query.close();
    throw error;
  }
  return query;
}

/** An id of which so many begin alike is no help. */
const MOST_SEVERAL = 10;

class Query implements LedgerQuery {
  private reader: EventRecords;
  private search: TextSearch | null = null;

  constructor(private readonly ledger: LedgerColumns) {
    this.reader = this.newRecords();
  }

  get file(): string {
    return this.ledger.path;
  }

  get events(): number {
    return this.ledger.columns.rows;
  }

  get damaged(): number {
    return this.ledger.columns.damaged;
  }

  async refresh(options: RefreshOptions = {}): Promise<void> {
    const { file } = this.ledger;
    await this.ledger.refresh(options);
    if (this.ledger.file === file) return;
    this.reader = this.newRecords();
    this.search = null;
  }

  async page(
    filter: EventFilter,
    {
      limit,
      before = this.events,
      signal,
    }: { limit: number; before?: number; signal?: AbortSignal },
  ): Promise<Page> {
    const chosen = select(this.ledger.columns, filter);
    const search = this.searchFor(filter.text);
    const found: number[] = [];
    let next = Math.min(before, chosen.length) - 1;
    // One more than wanted: it says whether there is a page before.
    const collect = (): boolean => {
      const end = search?.decidedFrom ?? 0;
      for (; next >= end && found.length <= limit; next--)
        if (chosen[next] === 1 && search?.has(next) !== false) found.push(next);
      return found.length > limit;
    };
    if (search === null) collect();
    else await search.search(collect, signal);
    const rows = found.slice(0, limit).toReversed();
    const [oldest = null] = rows;
    return { rows: this.list(rows), before: found.length > limit ? oldest : null };
  }

  async rows(filter: EventFilter, signal?: AbortSignal): Promise<readonly number[]> {
    const chosen = await this.chosen(filter, signal);
    const rows: number[] = [];
    for (let row = 0; row < chosen.length; row++) if (chosen[row] === 1) rows.push(row);
    return rows;
  }

  list(rows: readonly number[]): readonly EventRow[] {
    return readRows(this.ledger.columns, this.reader, rows);
  }

  find(id: string): Found {
    const { columns, file, idAt } = this.ledger;
    const exact = rowOfId(columns, id, columns.rows - 1, idAt);
    if (exact >= 0) return { type: "event", row: exact };
    const ids = new Set<string>();
    const needle = Buffer.from(`"eventId":${JSON.stringify(id).slice(0, -1)}`);
    for (const { hits } of searchBack(file, 0, columns.covered, needle)) {
      for (const { offset } of hits) {
        const found = idAt(offset);
        if (found.startsWith(id) && rowOfId(columns, found, columns.rows - 1, idAt) >= 0)
          ids.add(found);
        if (ids.size >= MOST_SEVERAL) break;
      }
      if (ids.size >= MOST_SEVERAL) break;
    }
    const [one, ...others] = ids;
    if (one === undefined) return { type: "none" };
    if (others.length > 0) return { type: "several", ids: [one, ...others] };
    return { type: "event", row: rowOfId(columns, one, columns.rows - 1, idAt) };
  }

  event(row: number): FoundEvent | null {
    return this.reader.event(row);
  }

  records(row: number): readonly LedgerLine[] {
    return this.reader.records(row).lines;
  }

  async stats(filter: EventFilter, dayOf: (time: number) => string): Promise<Stats> {
    return countStats(this.ledger.columns, await this.chosen(filter), dayOf);
  }

  async overTime(
    filter: EventFilter,
    parts: number,
    hook: string | null,
  ): Promise<readonly TimePart[]> {
    return overTime(this.ledger.columns, await this.chosen(filter), parts, hook);
  }

  names(kind: NameKind): readonly string[] {
    const { blocks, strings } = this.ledger.columns;
    const numbers = new Set<number>();
    const add = (column: ArrayLike<number>, length: number): void => {
      for (let index = 0; index < length; index++) numbers.add(column[index] ?? 0);
    };
    for (const { tables } of blocks) {
      const { events, runs, voices, problems } = tables;
      if (kind === "sessions") add(events.columns.session, events.length);
      if (kind === "events") add(events.columns.event, events.length);
      if (kind === "tools") add(events.columns.tool, events.length);
      if (kind === "problems") add(problems.columns.code, problems.length);
      if (kind !== "hooks") continue;
      add(runs.columns.hook, runs.length);
      add(voices.columns.hook, voices.length);
    }
    const texts = [...numbers].map((number) => strings[number] ?? "");
    const names = kind === "hooks" ? texts.map((key) => hookOfKey(key).name) : texts;
    return [...new Set(names)].filter((name) => name !== "").toSorted();
  }

  close(): void {
    this.ledger.close();
  }

  private async chosen(filter: EventFilter, signal?: AbortSignal): Promise<Uint8Array> {
    const chosen = select(this.ledger.columns, filter);
    const search = this.searchFor(filter.text);
    if (search === null) return chosen;
    await search.search(() => false, signal);
    for (let row = 0; row < chosen.length; row++) if (!search.has(row)) chosen[row] = 0;
    return chosen;
  }

  /** What was searched for last is likely to be asked for again: the next page. */
  private searchFor(text: string | undefined): TextSearch | null {
    if (text === undefined || text === "") return null;
    const { file, columns, idAt } = this.ledger;
    if (this.search?.text !== text) this.search = new TextSearch(file, columns, text, idAt);
    return this.search;
  }

  private newRecords(): EventRecords {
    return new EventRecords(this.ledger.file, this.ledger.columns);
  }
}
