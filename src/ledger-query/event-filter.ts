import { starMatches } from "../match/index.js";
import type { EventRow, RecordedEvent, RowOutcome } from "../recorded/index.js";
import { outcomeOf, VERDICT_FAILED } from "./codes.js";
import { hookOfKey, shortened, type Columns } from "./columns.js";

/**
 * Which events are wanted. Of one list any may fit, of several lists each must. Names may have `*` for any text, and are
 * compared without regard to case; of a session the beginning is enough.
 */
export interface EventFilter {
  readonly sessions?: readonly string[];
  readonly events?: readonly string[];
  readonly tools?: readonly string[];
  /** Hooks that ran or were skipped, or said something: also rules. */
  readonly hooks?: readonly string[];
  readonly outcomes?: readonly RowOutcome[];
  /** Codes of Problems. */
  readonly problems?: readonly string[];
  /** A hook failed. */
  readonly failed?: boolean;
  /** The folder that the agent works in. */
  readonly project?: string;
  /** In any value of any record of the event; case counts. */
  readonly text?: string;
  /** Milliseconds since 1970: not before, and before. */
  readonly since?: number;
  readonly until?: number;
}

/** A 1 for each event that fits, but for `text`. */
export function select(columns: Columns, filter: EventFilter): Uint8Array {
  const chosen = new Uint8Array(columns.rows).fill(1);
  selectEvents(columns, filter, chosen);
  const { hooks, problems, outcomes, failed } = filter;
  if (outcomes !== undefined || failed === true)
    keep(chosen, verdictRows(columns, outcomes, failed === true));
  if (hooks !== undefined) keep(chosen, hookRows(columns, hooks));
  if (problems !== undefined) keep(chosen, problemRows(columns, problems));
  return chosen;
}

/** The same for one event that is known in full. */
export function fitsEvent(filter: EventFilter, row: EventRow, event: RecordedEvent): boolean {
  const { since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY } = filter;
  const time = Date.parse(row.time);
  const voices = event.reading?.provenance.voices ?? [];
  const hooks = [
    ...event.hooks.filter(({ matched }) => matched).map(({ name }) => name),
    ...voices.map(({ hook }) => hook),
  ];
  return (
    !(time < since || time >= until) &&
    any(filter.sessions, (one) => isSession(one, row.session)) &&
    any(filter.events, (one) => isNamed(one, row.event)) &&
    any(filter.tools, (one) => isNamed(one, row.tool)) &&
    any(filter.hooks, (one) => hooks.some((name) => isNamed(one, name))) &&
    any(filter.problems, (one) => row.problems.some((code) => isNamed(one, code))) &&
    any(filter.outcomes, (one) => one === row.outcome) &&
    (filter.failed !== true || row.failed) &&
    (filter.project === undefined || isInProject(filter.project, row.project))
  );
}

function any(wanted: readonly string[] | undefined, fits: (one: string) => boolean): boolean {
  return wanted === undefined || wanted.some(fits);
}

function selectEvents(columns: Columns, filter: EventFilter, chosen: Uint8Array): void {
  const { since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY, project } = filter;
  const sessions = numbersOf(columns, filter.sessions, isSession);
  const events = numbersOf(columns, filter.events, isNamed);
  const tools = numbersOf(columns, filter.tools, isNamed);
  const projects = numbersOf(columns, project === undefined ? undefined : [project], isInProject);
  for (const { firstRow, tables } of columns.blocks) {
    const table = tables.events;
    for (let index = 0; index < table.length; index++) {
      const time = table.at("time", index);
      if (
        time < since ||
        time >= until ||
        lacks(sessions, table.at("session", index)) ||
        lacks(events, table.at("event", index)) ||
        lacks(tools, table.at("tool", index)) ||
        lacks(projects, table.at("project", index))
      )
        chosen[firstRow + index] = 0;
    }
  }
}

function lacks(wanted: Uint8Array | null, number: number): boolean {
  return wanted !== null && wanted[number] !== 1;
}

function verdictRows(
  columns: Columns,
  outcomes: readonly RowOutcome[] | undefined,
  failed: boolean,
): Uint8Array {
  // Until a verdict says otherwise, an event is unfinished.
  const first = !failed && outcomes?.includes("unfinished") === true ? 1 : 0;
  const rows = new Uint8Array(columns.rows).fill(first);
  for (const { tables } of columns.blocks) {
    const table = tables.verdicts;
    for (let index = 0; index < table.length; index++) {
      const isWanted =
        outcomes === undefined || outcomes.includes(outcomeOf(table.at("outcome", index)));
      const hasFailed = (table.at("flags", index) & VERDICT_FAILED) !== 0;
      rows[table.at("row", index)] = isWanted && (hasFailed || !failed) ? 1 : 0;
    }
  }
  return rows;
}

function hookRows(columns: Columns, hooks: readonly string[]): Uint8Array {
  const rows = new Uint8Array(columns.rows);
  const wanted = numbersOf(columns, hooks, (name, key) => isNamed(name, hookOfKey(key).name));
  for (const { tables } of columns.blocks)
    for (const table of [tables.runs, tables.voices] as const)
      for (let index = 0; index < table.length; index++)
        if (wanted?.[table.at("hook", index)] === 1) rows[table.at("row", index)] = 1;
  return rows;
}

function problemRows(columns: Columns, codes: readonly string[]): Uint8Array {
  const rows = new Uint8Array(columns.rows);
  const wanted = numbersOf(columns, codes, isNamed);
  for (const { tables } of columns.blocks)
    for (let index = 0; index < tables.problems.length; index++)
      if (wanted?.[tables.problems.at("code", index)] === 1)
        rows[tables.problems.at("row", index)] = 1;
  return rows;
}

/** A 1 for each text that one of the wanted fits; null where everything is wanted. */
function numbersOf(
  columns: Columns,
  wanted: readonly string[] | undefined,
  fits: (wanted: string, text: string) => boolean,
): Uint8Array | null {
  if (wanted === undefined) return null;
  return Uint8Array.from(columns.strings, (text) =>
    wanted.some((one) => fits(one, text)) ? 1 : 0,
  );
}

/** Whether a name is meant by a word that may have `*` for any text. */
export function isNamed(word: string, name: string): boolean {
  return starMatches(shortened(word).toLowerCase(), name.toLowerCase());
}

function isSession(word: string, session: string): boolean {
  return word.includes("*") ? starMatches(word, session) : word !== "" && session.startsWith(word);
}

function isInProject(wanted: string, folder: string): boolean {
  return folder === shortened(wanted) || folder.startsWith(`${wanted}/`);
}

function keep(chosen: Uint8Array, others: Uint8Array): void {
  for (let row = 0; row < chosen.length; row++) if (others[row] !== 1) chosen[row] = 0;
}
