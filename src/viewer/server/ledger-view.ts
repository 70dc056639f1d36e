import { statSync } from "node:fs";
import { basename } from "node:path";
import {
  openLedgerQuery,
  type EventFilter,
  type LedgerQuery,
  type Stats,
  type TimePart,
} from "../../ledger-query/index.js";
import type { Names, SearchPage, ViewState } from "../protocol.js";

/** Which ledger is shown. */
export interface ViewedLedger {
  readonly file: string;
  readonly isOwn: boolean;
}

/** So many searches are kept as lists of rows: pages of them are asked for one after the other. */
const MOST_KEPT = 4;

/** A ledger as the page asks for it. It may not be there yet, and it grows. */
export class LedgerView {
  private query: LedgerQuery | null = null;
  private version = 0;
  private seen = "";
  private refreshing: Promise<boolean> | null = null;
  private readonly kept = new Map<string, Promise<readonly number[]>>();

  constructor(
    private readonly ledger: ViewedLedger,
    private readonly readFilter: (search: string) => EventFilter,
  ) {}

  get state(): ViewState {
    const { isOwn, file } = this.ledger;
    return {
      version: this.version,
      ledger: basename(file),
      isOwn,
      events: this.query?.events ?? 0,
      damaged: this.query?.damaged ?? 0,
    };
  }

  /** Takes in what was written since. Gives whether anything was. Throws `UnreadableLedger` but where there is none yet. */
  refresh(onProgress?: (done: number, size: number) => void): Promise<boolean> {
    this.refreshing ??= this.takeIn(onProgress).finally(() => {
      this.refreshing = null;
    });
    return this.refreshing;
  }

  async page(search: string, from: number | null, count: number): Promise<SearchPage> {
    const { query } = this;
    if (query === null) return { version: this.version, total: 0, from: 0, rows: [] };
    const { version } = this;
    const found = await this.find(search);
    const first = Math.max(0, Math.min(from ?? found.length - count, found.length));
    const rows = query.list(found.slice(first, first + count));
    return { version, total: found.length, from: first, rows };
  }

  async stats(search: string): Promise<Stats | null> {
    return (await this.query?.stats(this.readFilter(search), () => "")) ?? null;
  }

  async overTime(search: string, parts: number, hook: string | null): Promise<readonly TimePart[]> {
    return (await this.query?.overTime(this.readFilter(search), parts, hook)) ?? [];
  }

  /** An event by its whole id. */
  event(id: string): { row: number; query: LedgerQuery } | null {
    const found = this.query?.find(id);
    return this.query === null || found?.type !== "event"
      ? null
      : { row: found.row, query: this.query };
  }

  names(): Names {
    const of = (kind: keyof Names): readonly string[] => this.query?.names(kind) ?? [];
    return {
      sessions: of("sessions"),
      events: of("events"),
      tools: of("tools"),
      hooks: of("hooks"),
      problems: of("problems"),
    };
  }

  close(): void {
    this.query?.close();
    this.query = null;
  }

  private async takeIn(onProgress?: (done: number, size: number) => void): Promise<boolean> {
    const { file, isOwn } = this.ledger;
    const now = stampOf(file);
    if (now === "" && this.query === null && isOwn) return false;
    if (now === this.seen && this.query !== null) return false;
    const options = onProgress === undefined ? {} : { onProgress };
    if (this.query === null) this.query = await openLedgerQuery(file, { isOwn, ...options });
    else await this.query.refresh(options);
    this.seen = now;
    this.version++;
    this.kept.clear();
    return true;
  }

  private find(search: string): Promise<readonly number[]> {
    const known = this.kept.get(search);
    if (known !== undefined) return known;
    const found = this.query?.rows(this.readFilter(search)) ?? Promise.resolve([]);
    this.kept.set(search, found);
    found.catch(() => this.kept.delete(search));
    const [oldest] = this.kept.keys();
    if (this.kept.size > MOST_KEPT && oldest !== undefined) this.kept.delete(oldest);
    return found;
  }
}

/** What changes when a file is written to or replaced; empty where there is none. */
function stampOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats === undefined ? "" : `${stats.dev}:${stats.ino}:${stats.size}`;
}
