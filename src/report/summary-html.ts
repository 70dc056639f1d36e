import type { HookStats, Stats } from "../ledger-query/index.js";
import { countText, msText, type EventRow } from "../recorded/index.js";
import { codeWords } from "../show/index.js";
import { isNotable, outcomeHtml } from "./event-html.js";
import { cut, markup, tableHtml, type Html } from "./html.js";

const MOST_NOTABLE = 200;

/** What happened in numbers, what needs a look, and what each hook did. */
export function summaryHtml(
  stats: Stats,
  rows: readonly EventRow[],
  clock: (time: string) => string,
): Html {
  const parts = [
    figuresHtml(stats),
    notableHtml(rows, clock),
    hooksHtml(stats),
    observedHtml(stats),
    problemsHtml(stats),
  ];
  return markup`${parts.map((part) => (part === null ? null : markup`${part}\n`))}`;
}

interface Figure {
  readonly label: string;
  readonly value: string;
  readonly note?: string;
  /** What colour it has where it is not zero. */
  readonly colour?: "bad" | "warn";
}

function figuresHtml(stats: Stats): Html {
  const { events, outcomes, answers, failures, runs, problems, waitedMs } = stats;
  const count = problems.reduce((sum, one) => sum + one.count, 0);
  const asked = answers.allow + answers.deny;
  const unfinished = outcomes.unfinished + outcomes.unknown;
  const figures: readonly Figure[] = [
    {
      label: "Events",
      value: countText(events),
      note: `${countText(outcomes.proceed)} proceeded`,
    },
    {
      label: "Blocked",
      value: countText(outcomes.block + outcomes.halt),
      note: outcomes.halt === 0 ? "" : `${countText(outcomes.halt)} stopped the agent`,
      colour: "bad",
    },
    {
      label: "Asked",
      value: countText(outcomes.ask + outcomes.defer),
      note:
        asked === 0
          ? ""
          : `the user allowed ${countText(answers.allow)}, denied ${countText(answers.deny)}`,
      colour: "warn",
    },
    {
      label: "Hook failures",
      value: countText(failures),
      note: `in ${countText(runs)} runs`,
      colour: "warn",
    },
    {
      label: "Problems",
      value: countText(count),
      note: problems.length === 0 ? "" : `of ${countText(problems.length)} kinds`,
      colour: "warn",
    },
    { label: "Time lost", value: msText(waitedMs), note: "waiting for hooks" },
    ...(unfinished === 0
      ? []
      : [
          {
            label: "Without an end",
            value: countText(unfinished),
            note: "on record",
            colour: "warn" as const,
          },
        ]),
  ];
  const items = figures.map(({ label, value, note = "", colour = "" }) => {
    const small = note === "" ? null : markup`<small>${note}</small>`;
    return markup`<div><dt>${label}</dt><dd class="${value === "0" ? "" : colour}">${value}${small}</dd></div>\n`;
  });
  return markup`<dl class="figures">${items}</dl>`;
}

function notableHtml(rows: readonly EventRow[], clock: (time: string) => string): Html {
  const found = rows
    .map((row, index) => ({ row, at: index + 1 }))
    .filter(({ row }) => isNotable(row));
  if (found.length === 0) return markup`<p>Every call proceeded, and no hook failed.</p>`;
  const lines = found
    .slice(0, MOST_NOTABLE)
    .map(({ row, at }) => [
      markup`<a href="#event-${at}">${clock(row.time)}</a>`,
      markup`${row.event} ${row.tool} <code>${cut(row.input, 80)}</code>`,
      outcomeHtml(row),
    ]);
  const rest = found.length - MOST_NOTABLE;
  const more = rest > 0 ? markup`<p class="soft">… and ${countText(rest)} more below.</p>` : null;
  return markup`<h3>What needs a look</h3>\n${tableHtml(["time", "event", "outcome"], lines)}${more}`;
}

function hooksHtml({ hooks }: Stats): Html | null {
  if (hooks.length === 0) return null;
  const titles = ["name", "#runs", "#blocks", "#asks", "#allows", "#failures", "#p50", "#p95"];
  return markup`<h3>Hooks and rules</h3>\n${tableHtml([...titles, "#total"], hooks.map(hookCells))}`;
}

function hookCells(hook: HookStats): readonly (Html | string)[] {
  const place = hook.file === "" ? null : markup` <code class="soft">${hook.file}</code>`;
  return [
    markup`${hook.name}${place}`,
    countText(hook.runs),
    countText(hook.blocks),
    countText(hook.asks),
    countText(hook.allows),
    countText(hook.failures),
    hook.p50 === null ? "" : msText(hook.p50),
    hook.p95 === null ? "" : msText(hook.p95),
    hook.runs === 0 ? "" : msText(hook.totalMs),
  ];
}

function observedHtml({ hooks }: Stats): Html | null {
  const items = hooks
    .filter(({ observed }) => observed > 0)
    .map(({ name, observed, wouldBlock, wouldAsk }) => {
      const asked = wouldAsk === 0 ? "" : `, and asked about ${countText(wouldAsk)}`;
      return markup`<li><strong>${name}</strong> would have denied ${countText(wouldBlock)} of ${countText(observed)}${asked}</li>\n`;
    });
  return items.length === 0 ? null : markup`<h3>Hooks that only observe</h3>\n<ul>${items}</ul>`;
}

function problemsHtml({ problems }: Stats): Html | null {
  if (problems.length === 0) return null;
  const rows = problems.map(({ code, count }) => {
    const { title, fix } = codeWords(code);
    return [countText(count), markup`${title}<br><code class="soft">${code}</code>`, fix];
  });
  return markup`<h3>Problems</h3>\n${tableHtml(["#count", "what", "fix"], rows)}`;
}
