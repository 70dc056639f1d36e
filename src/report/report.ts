import { createHash } from "node:crypto";
import type { HookStats, Stats } from "../ledger-query/index.js";
import { countText, msText, type EventRow, type RecordedEvent } from "../recorded/index.js";
import { codeWords } from "../show/index.js";
import { eventHtml, isNotable, outcomeHtml, type EventOptions } from "./event-html.js";
import { cut, html, type Html } from "./html.js";
import { style } from "./style.js";

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
const MOST_NOTABLE = 200;

/**
 * One self-contained page, part by part: no script, nothing from elsewhere, every text of somebody else's a text node. Its
 * policy allows the one style that is in it, and nothing else.
 */
export function* reportHtml(report: Report): Generator<string, void> {
  const { title, facts, stats, rows, events, clock } = report;
  const hash = createHash("sha256").update(style).digest("base64");
  const css: Html = { html: style };
  yield html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src 'sha256-${{ html: hash }}'; base-uri 'none'; form-action 'none'"
        />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <style>
          ${css}
        </style>
      </head>
      <body>
        <header>
          <h1>${title}</h1>
          ${facts.map((fact) => html`<p class="soft">${fact}</p>`)}
        </header>
        <main>
          <section aria-labelledby="summary">
            <h2 id="summary">Summary</h2>
            ${figures(stats)} ${notable(rows, clock)} ${hooksTable(stats)} ${observed(stats)}
            ${problemsTable(stats)}
          </section>
          <section aria-labelledby="events"><h2 id="events">Events</h2></section>
        </main>
      </body>
    </html> `.html;
  const options: EventOptions = { clock, longest: LONGEST_TEXT };
  let number = 0;
  for (const event of events) {
    const row = rows[number++];
    if (event !== null) yield eventHtml(event, number, options).html;
    else
      yield html`<p id="event-${number}" class="bad">
        ${row === undefined ? "" : clock(row.time)} ${row?.event ?? "An event"}: its record cannot
        be read: ${row?.damage ?? ""}
      </p> `.html;
  }
  yield `</section></main>\n<footer><p>Made by Snaphook from its ledger. Secrets were redacted; texts are shown as they were recorded, and long ones are cut.</p></footer></body></html>\n`;
}

function figures({ events, outcomes, answers, failures, runs, problems, waitedMs }: Stats): Html {
  const count = problems.reduce((sum, one) => sum + one.count, 0);
  const asked = answers.allow + answers.deny;
  const figure = (label: string, value: string, note = "", colour = ""): Html =>
    html`<div>
      <dt>${label}</dt>
      <dd class="${colour}">${value}${note === "" ? null : html`<small>${note}</small>`}</dd>
    </div>`;
  const blocked = outcomes.block + outcomes.halt;
  const questions = outcomes.ask + outcomes.defer;
  const unfinished = outcomes.unfinished + outcomes.unknown;
  return html`<dl class="figures">
    ${figure("Events", countText(events), `${countText(outcomes.proceed)} proceeded`)}
    ${figure("Blocked", countText(blocked), outcomes.halt > 0 ? `${countText(outcomes.halt)} stopped the agent` : "", blocked > 0 ? "bad" : "")}
    ${figure("Asked", countText(questions), asked === 0 ? "" : `the user allowed ${countText(answers.allow)}, denied ${countText(answers.deny)}`, questions > 0 ? "warn" : "")}
    ${figure("Hook failures", countText(failures), `in ${countText(runs)} runs`, failures > 0 ? "warn" : "")}
    ${figure("Problems", countText(count), problems.length === 0 ? "" : `of ${countText(problems.length)} kinds`, count > 0 ? "warn" : "")}
    ${figure("Time lost", msText(waitedMs), "waiting for hooks")}
    ${unfinished === 0 ? null : figure("Without an end", countText(unfinished), "on record", "warn")}
  </dl>`;
}

function notable(rows: readonly EventRow[], clock: Report["clock"]): Html | null {
  const found = rows
    .map((row, index) => ({ row, at: index + 1 }))
    .filter(({ row }) => isNotable(row));
  if (found.length === 0) return html`<p>Every call proceeded, and no hook failed.</p>`;
  const lines = found.slice(0, MOST_NOTABLE).map(
    ({ row, at }) =>
      html`<tr>
        <td><a href="#event-${at}">${clock(row.time)}</a></td>
        <td>${row.event} ${row.tool} <code>${cut(row.input, 80)}</code></td>
        <td>${outcomeHtml(row)}</td>
      </tr>`,
  );
  const rest = found.length - MOST_NOTABLE;
  return html`<h3>What needs a look</h3>
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th>time</th>
            <th>event</th>
            <th>outcome</th>
          </tr>
        </thead>
        <tbody>
          ${lines}
        </tbody>
      </table>
    </div>
    ${rest > 0 ? html`<p class="soft">… and ${countText(rest)} more below.</p>` : null}`;
}

function hooksTable({ hooks }: Stats): Html | null {
  if (hooks.length === 0) return null;
  const cells = (hook: HookStats): readonly string[] => [
    countText(hook.runs),
    countText(hook.blocks),
    countText(hook.asks),
    countText(hook.allows),
    countText(hook.failures),
    hook.p50 === null ? "" : msText(hook.p50),
    hook.p95 === null ? "" : msText(hook.p95),
    hook.runs === 0 ? "" : msText(hook.totalMs),
  ];
  const titles = ["runs", "blocks", "asks", "allows", "failures", "p50", "p95", "total"];
  return html`<h3>Hooks and rules</h3>
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th>name</th>
            ${titles.map((one) => html`<th class="n">${one}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${hooks.map(
            (hook) =>
              html`<tr>
                <td>
                  ${hook.name}${hook.file === "" ? null : html` <code class="soft">${hook.file}</code>`}
                </td>
                ${cells(hook).map((one) => html`<td class="n">${one}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}

function observed({ hooks }: Stats): Html | null {
  const found = hooks.filter((hook) => hook.observed > 0);
  if (found.length === 0) return null;
  return html`<h3>Hooks that only observe</h3>
    <ul>
      ${found.map(
        (hook) =>
          html`<li>
            <strong>${hook.name}</strong> would have denied ${countText(hook.wouldBlock)} of
            ${countText(hook.observed)}${hook.wouldAsk === 0 ? "" : `, and asked about ${countText(hook.wouldAsk)}`}
          </li>`,
      )}
    </ul>`;
}

function problemsTable({ problems }: Stats): Html | null {
  if (problems.length === 0) return null;
  const rows = problems.map(({ code, count }) => {
    const { title, fix } = codeWords(code);
    return html`<tr>
      <td class="n">${countText(count)}</td>
      <td>${title}<br /><code class="soft">${code}</code></td>
      <td>${fix}</td>
    </tr>`;
  });
  return html`<h3>Problems</h3>
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th class="n">count</th>
            <th>what</th>
            <th>fix</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>`;
}
