import { batch, effect, signal, untracked } from "@preact/signals";
import type { Stats, TimePart } from "../../ledger-query/index.js";
import type { EventRow } from "../../recorded/index.js";
import type { Names, ShownFleet, ShownQuestion, ViewState } from "../protocol.js";
import { withFilters, type FilterWord } from "../search-words.js";
import { ask, NotAnswered, readLive } from "./api.js";
import { go, route } from "./route.js";

/** Rows are asked for in pieces of so many. */
const PIECE = 200;
const BARS = 90;

export const state = signal<ViewState | null>(null);
export const names = signal<Names | null>(null);
export const search = signal((history.state as { search?: string } | null)?.search ?? "");
/** What is wrong with the search, or why nothing is answered. */
export const fault = signal("");
export const isOver = signal(false);
export const isLive = signal(false);
export const total = signal(0);
/** By position, the oldest is 0. */
export const rows = signal<ReadonlyMap<number, EventRow>>(new Map());
export const parts = signal<readonly TimePart[]>([]);
export const stats = signal<Stats | null>(null);
/** The position that keys move. */
export const cursor = signal(-1);
export const questions = signal<readonly ShownQuestion[]>([]);
/** Null where the command was started without one. */
export const fleet = signal<ShownFleet | null>(null);
/** What came of the last answer or approval. */
export const said = signal("");
export const help = signal(false);

let asked = 0;
const pending = new Set<number>();

/** Narrows everything to some values, or widens it where they are empty. */
export function narrow(changed: Readonly<Partial<Record<FilterWord, string>>>): void {
  search.value = withFilters(search.value, changed);
  if (route.value.view === "session") go({ view: "events" });
}

/** Asks for everything that depends on the search. An answer that comes too late is passed over. */
async function load(typed: string): Promise<void> {
  const mine = ++asked;
  try {
    const [page, time, counted] = await Promise.all([
      ask("search", { search: typed, count: PIECE }),
      ask("time", { search: typed, parts: BARS }),
      ask("stats", { search: typed }),
    ]);
    if (mine !== asked) return;
    pending.clear();
    batch(() => {
      fault.value = "";
      const isLonger = page.total > total.value && untracked(() => cursor.value >= 0);
      total.value = page.total;
      rows.value = new Map(page.rows.map((row, index) => [page.from + index, row]));
      parts.value = time.parts;
      stats.value = counted.stats;
      if (!isLonger) cursor.value = Math.min(cursor.value, page.total - 1);
    });
  } catch (error) {
    if (mine === asked) report(error);
  }
}

/** Gets rows that are about to be seen. */
export async function need(first: number, last: number): Promise<void> {
  const mine = asked;
  for (let piece = Math.floor(first / PIECE); piece <= Math.floor(last / PIECE); piece++) {
    const from = piece * PIECE;
    const end = Math.min(from + PIECE, total.value);
    const isHere = rows.value.has(Math.max(from, first)) && rows.value.has(Math.min(end - 1, last));
    if (isHere || from >= end || pending.has(piece)) continue;
    pending.add(piece);
    try {
      const page = await ask("search", { search: search.value, from, count: PIECE });
      if (mine !== asked) return;
      const more = new Map(rows.value);
      page.rows.forEach((row, index) => more.set(page.from + index, row));
      rows.value = more;
    } catch (error) {
      report(error);
    } finally {
      pending.delete(piece);
    }
  }
}

export function report(error: unknown): void {
  fault.value = error instanceof Error ? error.message : String(error);
  if (error instanceof NotAnswered && (error.status === 0 || error.status === 403))
    isOver.value = true;
}

const TYPING_MS = 120;
const LIVE_MS = 400;

/** Keeps everything up to date: with what is typed, and with what happens. */
export function start(): void {
  let timer = 0;
  let isFirst = true;
  let typed = search.value;
  effect(() => {
    const wanted = search.value;
    const version = state.value?.version;
    if (version === undefined) return;
    clearTimeout(timer);
    const wait = isFirst ? 0 : wanted === typed ? LIVE_MS : TYPING_MS;
    isFirst = false;
    if (wanted !== typed) history.replaceState({ search: wanted }, "");
    typed = wanted;
    timer = window.setTimeout(() => void load(wanted), wait);
  });
  effect(() => {
    if (state.value === null || names.value !== null) return;
    ask("names", {}).then((found) => (names.value = found), report);
  });
  effect(() => {
    const { value } = route;
    if (value.view === "session" && "id" in value)
      untracked(() => (search.value = withFilters(search.value, { session: value.id })));
  });
  void watch();
}

const RETRY_MS = 2000;

async function watch(): Promise<void> {
  for (;;) {
    try {
      await readLive((line) => {
        batch(() => {
          isLive.value = true;
          isOver.value = false;
          if (line.type === "questions") {
            questions.value = line.questions;
            return;
          }
          if (line.type === "fleet") {
            fleet.value = line.fleet;
            return;
          }
          if (line.type === "fleet-news") {
            said.value = line.text;
            return;
          }
          if (line.type === "over") {
            const { toolName, decision, by } = line;
            const place = by === "view" ? "another snaphook view" : "the agent";
            said.value = `${decision === "allow" ? "Allowed" : "Denied"} at ${place}: ${toolName}`;
            return;
          }
          const isNew = line.state.version !== state.value?.version;
          state.value = line.state;
          if (isNew && names.value !== null) names.value = null;
        });
      });
    } catch (error) {
      report(error);
    }
    isLive.value = false;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}
