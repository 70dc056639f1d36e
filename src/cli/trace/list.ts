import type { EventFilter, Followed, LedgerQuery } from "../../ledger-query/index.js";
import type { EventRow } from "../../recorded/index.js";
import { forTerminalLine, toJsonText } from "../../show/index.js";
import type { Arguments } from "../arguments.js";
import { writeAll } from "../files.js";
import { columnsOfStdout, say } from "../fold.js";
import { INTERRUPTED } from "../interruptible.js";
import { paintForStdout } from "../prepare.js";
import { UsageError } from "../usage-error.js";
import { hintNames } from "./read-filter.js";
import { RowLines } from "./row-lines.js";

const LIMIT = 20;
/** So many are read and written at a time. */
const STEP = 500;

/** The newest events that fit, the newest last. `onListed` gets the ids of those that were shown. */
export async function list(
  query: LedgerQuery,
  filter: EventFilter,
  given: Arguments,
  signal: AbortSignal,
  onListed: (id: string) => void,
): Promise<number> {
  const limit = readLimit(given);
  const isJson = given.flag("json");
  if (limit > STEP && !given.flag("follow")) return listMany(query, filter, limit, isJson, signal);
  const { rows, before } = await query.page(filter, { limit, signal });
  for (const { id } of rows) onListed(id);
  if (given.flag("follow")) {
    writeAll(1, isJson ? rows.map((row) => `${toJsonText(row, 0)}\n`).join("") : toLines(rows));
    return 0;
  }
  if (isJson) {
    writeAll(1, `${toJsonText({ events: rows, more: before !== null })}\n`);
    return 0;
  }
  say(1, toLines(rows));
  if (rows.length === 0) {
    say(2, "snaphook: no event fits\n");
    hintNames(query, filter);
  }
  if (before !== null)
    say(2, `snaphook: the newest ${rows.length}; --limit N shows more, --limit 0 all\n`);
  noteDamage(query);
  return 0;
}

/** More than fit into memory at once, perhaps: step by step. */
async function listMany(
  query: LedgerQuery,
  filter: EventFilter,
  limit: number,
  isJson: boolean,
  signal: AbortSignal,
): Promise<number> {
  const all = await query.rows(filter, signal);
  const rows = limit === Number.POSITIVE_INFINITY ? all : all.slice(-limit);
  if (isJson) writeAll(1, '{"events":[');
  for (let at = 0; at < rows.length; at += STEP) {
    const some = query.list(rows.slice(at, at + STEP));
    if (isJson) {
      const items = some.map((row) => `\n${toJsonText(row, 0)}`).join(",");
      if (!writeAll(1, `${at === 0 ? "" : ","}${items}`)) return 0;
    } else if (!say(1, toLines(some))) return 0;
    await new Promise((resolve) => setImmediate(resolve));
    if (signal.aborted) return INTERRUPTED;
  }
  if (isJson) writeAll(1, `\n],"more":${rows.length < all.length}}\n`);
  else noteDamage(query);
  return 0;
}

function toLines(rows: readonly EventRow[]): string {
  const lines = new RowLines(paintForStdout(), columnsOfStdout(), Date.now());
  return lines
    .lines(rows)
    .map((line) => `${line}\n`)
    .join("");
}

function noteDamage({ damaged }: LedgerQuery): void {
  if (damaged === 0) return;
  const what = damaged === 1 ? "1 line is no record" : `${damaged} lines are no records`;
  say(2, `snaphook: ${what}; snaphook trace verify names them\n`);
}

function readLimit(given: Arguments): number {
  const text = given.text("limit") ?? String(LIMIT);
  if (!/^\d{1,9}$/.test(text))
    throw new UsageError(`--limit ${text}: give a number of events; 0 means all`);
  return Number(text) === 0 ? Number.POSITIVE_INFINITY : Number(text);
}

/** Writes events as they come, until it is interrupted or nobody reads it any more. */
export async function writeFollowed(
  followed: AsyncIterable<Followed>,
  file: string,
  listed: ReadonlySet<string>,
  isJson: boolean,
): Promise<number> {
  const lines = new RowLines(paintForStdout(), columnsOfStdout(), Date.now());
  const known = new Set(listed);
  for await (const found of followed) {
    if (found.type === "damage")
      say(2, `snaphook: a line is no record: ${forTerminalLine(found.what)}\n`);
    if (found.type === "replaced")
      say(2, `snaphook: another file is at ${forTerminalLine(file)} now\n`);
    // It was listed a moment ago; what comes later of it is new.
    if (found.type !== "event" || known.delete(found.row.id)) continue;
    const text = isJson ? toJsonText(found.row, 0) : lines.single(found.row);
    if (!say(1, `${text}\n`)) return 0;
  }
  return INTERRUPTED;
}
