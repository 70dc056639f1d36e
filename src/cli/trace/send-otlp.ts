import { defaultHome, loadSettings } from "../../config/index.js";
import type { LedgerQuery } from "../../ledger-query/index.js";
import { countText } from "../../recorded/index.js";
import { fillHeaders, listed } from "../../run/index.js";
import { forTerminalLine } from "../../show/index.js";
import type { Telemetry, TelemetryOptions } from "../../telemetry/index.js";
import type { LedgerLine, PlainRecord } from "../../trace/index.js";
import type { Arguments } from "../arguments.js";
import { say } from "../fold.js";
import { progress } from "../progress.js";
import { UsageError } from "../usage-error.js";
import { percent } from "./open-trace.js";

/** So many events are sent before it is waited until they have arrived: fewer items than telemetry keeps. */
const STEP = 100;
const PATIENCE_MS = 60_000;

/** Sends events to a collector as the engine would have. Exit code 1 where it did not take all of them. */
export async function sendOtlp(
  query: LedgerQuery,
  rows: readonly number[],
  given: Arguments,
  signal: AbortSignal,
  openTelemetry: (options: TelemetryOptions) => Telemetry,
): Promise<number> {
  const troubles = new Set<string>();
  const telemetry: Telemetry = openTelemetry({
    ...target(given),
    // These events are no part of what calls this command.
    traceparent: "",
    onTrouble: ({ message }) => troubles.add(message),
    limits: { closeMs: PATIENCE_MS },
  });
  let unfinished = 0;
  let events = 0;
  for (let at = 0; at < rows.length && !signal.aborted && troubles.size === 0; at += STEP) {
    for (const row of rows.slice(at, at + STEP)) {
      const lines = query.records(row);
      if (!lines.some(({ type }) => type === "verdict")) unfinished++;
      else {
        events++;
        for (const line of lines) telemetry.take(toRecord(line));
      }
    }
    await telemetry.flush();
    progress(`sending: ${percent(at, rows.length)}`);
  }
  progress("");
  const { sent, lost } = await telemetry.close();
  for (const message of troubles) say(2, `snaphook: ${forTerminalLine(message)}\n`);
  const left = unfinished === 0 ? "" : `; ${countText(unfinished)} without an end were left out`;
  say(
    2,
    `snaphook: ${countText(sent)} spans and log records of ${countText(events)} events were sent${lost > 0 ? `, ${countText(lost)} were lost` : ""}${left}\n`,
  );
  return lost > 0 || troubles.size > 0 ? 1 : 0;
}

function target(given: Arguments): Pick<TelemetryOptions, "endpoint" | "headers" | "content"> {
  const content = given.flag("content");
  const endpoint = given.text("endpoint");
  if (endpoint !== undefined) {
    if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol))
      throw new UsageError(`--endpoint ${endpoint}: not an http or https address`);
    return { endpoint, content };
  }
  const places = { projectDir: process.cwd(), home: defaultHome(), trustProject: false };
  const { telemetry } = loadSettings(places);
  if (telemetry === null)
    throw new UsageError(
      "where to? Give --endpoint http://127.0.0.1:4318, or set telemetry.endpoint",
    );
  const filled = fillHeaders(telemetry.headers, listed(process.env, Object.keys(process.env)));
  if (!filled.ok) throw new UsageError(`telemetry.headers of the settings: ${filled.reason}`);
  return { ...telemetry, headers: Object.fromEntries(filled.headers), ...(content && { content }) };
}

/** A record as the engine gave it to the ledger. */
function toRecord(line: LedgerLine): PlainRecord {
  const {
    line: _line,
    v: _v,
    seq: _seq,
    pid: _pid,
    writer: _writer,
    prev: _prev,
    hash: _hash,
    ...rest
  } = line;
  return rest as unknown as PlainRecord;
}
