import type { HookStats, OutcomeCounts, Stats } from "../../ledger-query/index.js";
import { countText, msText, outcomeColours, type RowOutcome } from "../../recorded/index.js";
import { codeWords, forTerminalLine, type Paint } from "../../show/index.js";
import { localTime } from "./clock.js";

/** What can be counted by. */
export const groupings = ["hook", "event", "day"] as const;
export type Grouping = (typeof groupings)[number];

/** Statistics as a person reads them: the whole, then a table, then problems and what hooks would have done that only observe. */
export function statsText(stats: Stats, by: Grouping, paint: Paint): string {
  const counts = { hook: hookTable, event: eventTable, day: dayTable }[by](stats, paint);
  return [summary(stats, paint), counts, problemLines(stats, paint), observedText(stats, paint)]
    .filter((part) => part !== "")
    .join("\n");
}

function summary(stats: Stats, paint: Paint): string {
  const { events, sessions, runs, failures, waitedMs, answers, first, last } = stats;
  if (events === 0 || first === null || last === null) return "No event fits.\n";
  const asked = answers.allow + answers.deny;
  const rows: readonly (readonly [string, string])[] = [
    ["time", `${localTime(first)} to ${localTime(last)}`],
    [
      "events",
      `${countText(events)} in ${countText(sessions)} ${sessions === 1 ? "session" : "sessions"}`,
    ],
    ["outcomes", outcomesText(stats, paint)],
    ...(asked === 0
      ? []
      : ([
          [
            "user",
            `asked ${countText(asked)} times: allowed ${countText(answers.allow)}, denied ${countText(answers.deny)}`,
          ],
        ] as const)),
    [
      "hooks",
      `${countText(runs)} runs, ${failures === 0 ? "none failed" : paint.yellow(`${countText(failures)} failed`)}`,
    ],
    ["time lost", `${msText(waitedMs)} waiting for hooks, ${msText(waitedMs / events)} an event`],
  ];
  return rows.map(([label, text]) => `${paint.dim(label.padEnd(10))}${text}\n`).join("");
}

function outcomesText({ outcomes }: OutcomeCounts, paint: Paint): string {
  return (Object.entries(outcomes) as [RowOutcome, number][])
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => `${paint[outcomeColours[outcome]](outcome)} ${countText(count)}`)
    .join(" · ");
}

/** Its name, with the file of its settings where several hooks are called so. */
function labelOf({ name, file }: HookStats, hooks: readonly HookStats[]): string {
  const isShared = hooks.filter((other) => other.name === name).length > 1;
  return forTerminalLine(isShared && file !== "" ? `${name} (${file})` : name);
}

function hookTable({ hooks }: Stats, paint: Paint): string {
  const rows = hooks.map((hook) => [
    labelOf(hook, hooks),
    countText(hook.runs),
    countText(hook.blocks),
    countText(hook.asks),
    countText(hook.allows),
    countText(hook.failures),
    hook.p50 === null ? "" : msText(hook.p50),
    hook.p95 === null ? "" : msText(hook.p95),
    hook.runs === 0 ? "" : msText(hook.totalMs),
  ]);
  const titles = ["hook", "runs", "blocks", "asks", "allows", "failed", "p50", "p95", "total"];
  return table(titles, rows, paint);
}

function countRow(label: string, count: OutcomeCounts): string[] {
  const { outcomes, events, waitedMs } = count;
  const blocks = outcomes.block + outcomes.halt;
  const asks = outcomes.ask + outcomes.defer;
  return [
    forTerminalLine(label),
    countText(events),
    countText(blocks),
    countText(asks),
    msText(waitedMs),
  ];
}

const countTitles = ["events", "blocks", "asks", "time lost"];

function eventTable({ byEvent }: Stats, paint: Paint): string {
  const rows = byEvent.map((one) => countRow(one.event, one));
  return table(["event", ...countTitles], rows, paint);
}

function dayTable({ byDay }: Stats, paint: Paint): string {
  const rows = byDay.map((one) => countRow(one.day, one));
  return table(["day", ...countTitles], rows, paint);
}

function problemLines({ problems }: Stats, paint: Paint): string {
  if (problems.length === 0) return "";
  const width = Math.max(...problems.map(({ count }) => countText(count).length));
  const codes = Math.max(...problems.map(({ code }) => forTerminalLine(code).length));
  const lines = problems.map(({ code, count }) => {
    const title = paint.dim(forTerminalLine(codeWords(code).title));
    return `${countText(count).padStart(width)}  ${forTerminalLine(code).padEnd(codes)}  ${title}\n`;
  });
  return `${paint.bold("problems")}\n${lines.join("")}`;
}

/** What hooks would have done that only observe: whether to turn them on is a decision with numbers. */
export function observedText({ hooks }: Pick<Stats, "hooks">, paint: Paint): string {
  const lines = hooks
    .filter(({ observed }) => observed > 0)
    .map((hook) => {
      const { observed, wouldBlock, wouldAsk, failures } = hook;
      const asked = wouldAsk === 0 ? "" : `, and asked about ${countText(wouldAsk)}`;
      const failed = failures === 0 ? "" : `; it failed ${countText(failures)} times`;
      return `${labelOf(hook, hooks)}: would have denied ${countText(wouldBlock)} of ${countText(observed)}${asked}${failed}\n`;
    });
  return lines.length === 0 ? "" : `${paint.bold("hooks that only observe")}\n${lines.join("")}`;
}

/** The first column to the left, numbers to the right. */
function table(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  paint: Paint,
): string {
  if (rows.length === 0) return "";
  const widths = titles.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  ");
  return `${paint.bold(line(titles))}\n${rows.map((row) => `${line(row)}\n`).join("")}`;
}
