import type { EventFilter, LedgerQuery } from "../../ledger-query/index.js";
import { countText } from "../../recorded/index.js";
import { reportHtml } from "../../report/index.js";
import { forTerminalLine, toJsonText } from "../../show/index.js";
import type { Arguments } from "../arguments.js";
import { say } from "../fold.js";
import { INTERRUPTED } from "../interruptible.js";
import { progress } from "../progress.js";
import { localDay, localTime } from "../trace/clock.js";
import { csvLine, csvTitles } from "../trace/csv.js";
import { withTrace, percent, type TracedLedger } from "../trace/open-trace.js";
import { openOut, type Out } from "../trace/out-file.js";
import { hintNames, readFilter } from "../trace/read-filter.js";
import { sendOtlp } from "../trace/send-otlp.js";
import { UsageError } from "../usage-error.js";

const formats = ["json", "csv", "html", "otlp"] as const;
type Format = (typeof formats)[number];

/** So many events are read and written at a time. */
const STEP = 200;

/** Writes the events that fit in some format, or sends them. */
export async function exportEvents(
  given: Arguments,
  ledger: TracedLedger,
  signal: AbortSignal,
): Promise<number> {
  const format = (given.text("format") ?? (given.flag("json") ? "json" : "")) as Format;
  if (!formats.includes(format))
    throw new UsageError(`which format? Give --format ${formats.join(", ")}`);
  const filter = readFilter(given, Date.now());
  return withTrace(ledger, signal, async (query) => {
    const rows = await query.rows(filter, signal);
    if (rows.length === 0) hintNames(query, filter);
    if (format === "otlp") {
      const { openTelemetry } = await import("./send-telemetry.js");
      return sendOtlp(query, rows, given, signal, openTelemetry);
    }
    const out = openOut(given.text("out"));
    const parts = {
      json: () => jsonParts(query, rows),
      csv: () => csvParts(query, rows),
      html: () => htmlParts(query, rows, filter, "Events"),
    }[format]();
    return writeParts(await parts, out, rows.length, signal, given.text("out"));
  });
}

/** One HTML file about a session. */
export async function writeReport(
  given: Arguments,
  ledger: TracedLedger,
  signal: AbortSignal,
): Promise<number> {
  const out = given.text("out");
  if (out === undefined)
    throw new UsageError(
      "where to? Give --out FILE, as --out session.html (- for standard output)",
    );
  const filter = readFilter(given, Date.now());
  return withTrace(ledger, signal, async (query) => {
    const session = filter.sessions === undefined ? await latestSession(query, filter) : null;
    const wanted = session === null ? filter : { ...filter, sessions: [session] };
    const rows = await query.rows(wanted, signal);
    if (rows.length === 0) {
      hintNames(query, wanted);
      throw new UsageError("no event fits: there is nothing to report");
    }
    const sessions = new Set(query.list(rows.slice(0, STEP)).map((row) => row.session));
    const [one = ""] = sessions;
    const title = sessions.size === 1 && one !== "" ? `Session ${one}` : "Events";
    return writeParts(
      await htmlParts(query, rows, wanted, title),
      openOut(out),
      rows.length,
      signal,
      out,
    );
  });
}

async function latestSession(query: LedgerQuery, filter: EventFilter): Promise<string> {
  const { rows } = await query.page(filter, { limit: 1 });
  const [row] = rows;
  if (row === undefined) throw new UsageError("no event fits: there is nothing to report");
  if (row.session === "")
    throw new UsageError(
      "the latest event has no session; give --session ID, or trace export --format html",
    );
  return row.session;
}

/** One array, with an event in a line. */
async function* jsonParts(query: LedgerQuery, rows: readonly number[]): AsyncGenerator<string> {
  yield "[";
  let first = true;
  for (const row of rows) {
    const event = query.event(row);
    const value = event ?? query.list([row])[0];
    yield `${first ? "" : ","}\n${toJsonText(value, 0)}`;
    first = false;
  }
  yield "\n]\n";
}

async function* csvParts(query: LedgerQuery, rows: readonly number[]): AsyncGenerator<string> {
  yield csvTitles;
  for (let at = 0; at < rows.length; at += STEP)
    for (const row of query.list(rows.slice(at, at + STEP))) yield csvLine(row);
}

/** Put in by the build. */
declare const VERSION: string;

async function htmlParts(
  query: LedgerQuery,
  rows: readonly number[],
  filter: EventFilter,
  title: string,
): Promise<Iterable<string>> {
  const listed = query.list(rows);
  const projects = new Set(listed.map(({ project }) => project).filter((one) => one !== ""));
  const stats = await query.stats(filter, localDay);
  const { first, last } = stats;
  const [only = ""] = projects;
  const where = projects.size > 1 ? `${projects.size} projects` : only;
  const when = first === null || last === null ? "" : `${localTime(first)} to ${localTime(last)}`;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return reportHtml({
    title,
    facts: [
      [where, when].filter((part) => part !== "").join(" · "),
      `Made ${localTime(Date.now())} (${zone}) by Snaphook ${VERSION} from ${query.file}`,
    ],
    stats,
    rows: listed,
    events: eventsOf(query, rows),
    clock: localTime,
  });
}

function* eventsOf(
  query: LedgerQuery,
  rows: readonly number[],
): Generator<ReturnType<LedgerQuery["event"]>> {
  for (const row of rows) yield query.event(row);
}

async function writeParts(
  parts: AsyncIterable<string> | Iterable<string>,
  out: Out,
  count: number,
  signal: AbortSignal,
  name: string | undefined,
): Promise<number> {
  let written = 0;
  let isDone = false;
  try {
    for await (const part of parts) {
      if (signal.aborted) return INTERRUPTED;
      if (!out.write(part)) return 0;
      written++;
      if (written % STEP > 0) continue;
      progress(`writing: ${percent(written, count)}`);
      await new Promise((resolve) => setImmediate(resolve));
    }
    isDone = true;
  } finally {
    progress("");
    if (!isDone) out.discard();
  }
  out.finish();
  if (name !== undefined && name !== "-")
    say(2, `snaphook: ${countText(count)} events were written to ${forTerminalLine(name)}\n`);
  return 0;
}
