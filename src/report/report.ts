import { createHash } from "node:crypto";
import type { Stats } from "../ledger-query/index.js";
import type { EventRow, RecordedEvent } from "../recorded/index.js";
import { eventHtml } from "./event-html.js";
import { markup, type Html } from "./html.js";
import { style } from "./style.js";
import { summaryHtml } from "./summary-html.js";

/** What a report is about. */
export interface Report {
  readonly title: string;
  /** Where, when, by what it was made: one line each. */
  readonly facts: readonly string[];
  readonly stats: Stats;
  readonly rows: readonly EventRow[];
  /** In the order of the rows; null for one whose record cannot be read. */
  readonly events: Iterable<RecordedEvent | null>;
  readonly clock: (time: string) => string;
}

const LONGEST_TEXT = 20_000;

/**
 * One self-contained page, part by part: no script, nothing from elsewhere, every text of somebody else's a text node. Its
 * policy allows the one style that is in it, and nothing else.
 */
export function* reportHtml(report: Report): Generator<string, void> {
  const { title, facts, stats, rows, events, clock } = report;
  const css: Html = { html: style };
  const hash: Html = { html: createHash("sha256").update(style).digest("base64") };
  yield markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${css}</style></head>
<body><header><h1>${title}</h1>
${facts.map((fact) => markup`<p class="soft">${fact}</p>\n`)}</header>
<main>
<section aria-labelledby="summary"><h2 id="summary">Summary</h2>
${summaryHtml(stats, rows, clock)}</section>
<section aria-labelledby="events"><h2 id="events">Events</h2>
`.html;
  let number = 0;
  for (const event of events) {
    const row = rows[number++];
    yield event === null
      ? unreadableHtml(row, number, clock).html
      : eventHtml(event, number, { clock, longest: LONGEST_TEXT }).html;
  }
  yield "</section></main>\n<footer><p>Made from the ledger of Snaphook. Secrets were redacted; long texts are cut.</p></footer></body></html>\n";
}

function unreadableHtml(row: EventRow | undefined, number: number, clock: Report["clock"]): Html {
  const when = row === undefined ? "" : clock(row.time);
  return markup`<p id="event-${number}" class="bad">${when} ${row?.event ?? ""}: its record cannot be read: ${row?.damage ?? ""}</p>\n`;
}
