import { payloadFacts, shortInput, type EventRow, type Observed } from "../recorded/index.js";
import { answerCodes, levelOf, outcomeOf, VERDICT_FAILED, VOICE_OBSERVES } from "./codes.js";
import { hookOfKey, type Columns, type Tables } from "./columns.js";
import type { EventRecords } from "./event-records.js";
import type { Table, TableName } from "./tables.js";

interface Known {
  outcome: EventRow["outcome"];
  decidedBy: readonly string[];
  ms: number | null;
  failed: boolean;
  answer: EventRow["answer"];
  readonly problems: Set<string>;
  readonly observed: Observed[];
}

/** The rows of some events: what the columns know, and what is in their first records. */
export function readRows(
  columns: Columns,
  records: EventRecords,
  rows: readonly number[],
): readonly EventRow[] {
  const known = knownOf(columns, rows);
  return rows.map((row) => {
    const first = records.first(row);
    const text = (column: "session" | "event" | "tool" | "project"): string =>
      columns.text(columns.event(row, column));
    const { problems, ...rest } = known.get(row) ?? nothing();
    const facts = { ...rest, problems: [...problems] };
    if (typeof first === "string")
      return {
        id: "",
        time: new Date(columns.event(row, "time")).toISOString(),
        session: text("session"),
        event: text("event"),
        tool: text("tool"),
        project: text("project"),
        input: "",
        ...facts,
        damage: first,
      };
    const { eventId, time, event, payload } = first;
    return {
      id: typeof eventId === "string" ? eventId : "",
      time,
      ...payloadFacts(payload),
      event: typeof event === "string" ? event : "",
      input: shortInput(payload),
      ...facts,
      damage: null,
    };
  });
}

function nothing(): Known {
  return {
    outcome: "unfinished",
    decidedBy: [],
    ms: null,
    failed: false,
    answer: null,
    problems: new Set(),
    observed: [],
  };
}

function knownOf(columns: Columns, rows: readonly number[]): ReadonlyMap<number, Known> {
  const known = new Map(rows.map((row) => [row, nothing()]));
  const least = rows.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  const most = rows.reduce((one, other) => Math.max(one, other), -1);
  const begin = columns.blockOf(least);
  const first = begin === undefined ? 0 : columns.blocks.indexOf(begin);
  // What is said of an event comes after it, in its block or in a later one.
  for (const { tables } of columns.blocks.slice(first)) {
    const each = eachOf(tables, least, most, known);
    each("verdicts", (of, { verdicts: table }, index) => {
      const waited = table.at("waited", index);
      const by = columns.text(table.at("by", index));
      of.outcome = outcomeOf(table.at("outcome", index));
      of.decidedBy = by === "" ? [] : by.split("\0");
      of.ms = waited < 0 ? null : waited;
      of.failed = (table.at("flags", index) & VERDICT_FAILED) !== 0;
    });
    each("voices", (of, { voices: table }, index) => {
      const level = levelOf(table.at("level", index));
      if ((table.at("flags", index) & VOICE_OBSERVES) === 0 || level === "") return;
      of.observed.push({ hook: hookOfKey(columns.text(table.at("hook", index))).name, level });
    });
    each("problems", (of, { problems: table }, index) => {
      of.problems.add(columns.text(table.at("code", index)));
    });
    each("late", (of, { late: table }, index) => {
      const answer = answerCodes[table.at("answer", index)] ?? "";
      if (answer !== "") of.answer = answer;
    });
  }
  return known;
}

function eachOf(
  tables: Tables,
  least: number,
  most: number,
  known: ReadonlyMap<number, Known>,
): (
  name: Exclude<TableName, "events" | "settings">,
  visit: (of: Known, tables: Tables, index: number) => void,
) => void {
  return (name, visit) => {
    const table = tables[name] as Table<"verdicts">;
    for (let index = 0; index < table.length; index++) {
      const row = table.at("row", index);
      if (row < least || row > most) continue;
      const of = known.get(row);
      if (of !== undefined) visit(of, tables, index);
    }
  };
}
