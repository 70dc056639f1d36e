import type { EventRow } from "../../recorded/index.js";
import { forTerminalLine } from "../../show/index.js";

type Cell = (row: EventRow) => string | number | null;

/** The columns of the table, by their titles. */
const columns: Readonly<Record<string, Cell>> = {
  time: ({ time }) => time,
  id: ({ id }) => id,
  session: ({ session }) => session,
  project: ({ project }) => project,
  event: ({ event }) => event,
  tool: ({ tool }) => tool,
  input: ({ input }) => input,
  outcome: ({ outcome }) => outcome,
  decided_by: ({ decidedBy }) => decidedBy.join("; "),
  answer: ({ answer }) => answer,
  ms: ({ ms }) => (ms === null ? null : Math.round(ms * 1000) / 1000),
  failed: ({ failed }) => String(failed),
  problems: ({ problems }) => problems.join("; "),
  observed: ({ observed }) => observed.map(({ hook, level }) => `${hook}: ${level}`).join("; "),
  damage: ({ damage }) => damage,
};

export const csvTitles = `${Object.keys(columns).join(",")}\r\n`;

export function csvLine(row: EventRow): string {
  return `${Object.values(columns)
    .map((cell) => cellText(cell(row)))
    .join(",")}\r\n`;
}

/** A spreadsheet would run what begins like a formula. */
const FORMULA = /^[=+\-@\t\r]/;

function cellText(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const line = forTerminalLine(value);
  const safe = FORMULA.test(line) ? `'${line}` : line;
  return /[",;]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
