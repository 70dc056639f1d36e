import type { EventFilter, LedgerQuery } from "../../ledger-query/index.js";
import { flowText, lanesOf } from "../../recorded/index.js";
import { forTerminalLine, toJsonText } from "../../show/index.js";
import type { Arguments } from "../arguments.js";
import { writeAll } from "../files.js";
import { say } from "../fold.js";
import { paintForStdout } from "../prepare.js";
import { UsageError } from "../usage-error.js";
import { localTime } from "./clock.js";

/** One event with its whole flow: by its id, the beginning of it, or the latest that fits. */
export async function show(
  query: LedgerQuery,
  filter: EventFilter,
  given: Arguments,
  id: string,
): Promise<number> {
  const row = id === "latest" ? await latest(query, filter) : rowOf(query, id);
  const event = query.event(row);
  if (event === null) {
    const damage = query.list([row])[0]?.damage ?? "";
    throw new UsageError(
      `the record of this event cannot be read: ${damage}; see snaphook trace verify`,
    );
  }
  if (given.flag("json")) {
    writeAll(1, `${toJsonText({ ...event, lanes: lanesOf(event) })}\n`);
    return 0;
  }
  say(1, flowText(event, { paint: paintForStdout(), clock: localTime }));
  for (const what of event.damage)
    say(2, `snaphook: a record of this event was left out: ${forTerminalLine(what)}\n`);
  return 0;
}

async function latest(query: LedgerQuery, filter: EventFilter): Promise<number> {
  const rows = await query.rows(filter);
  const row = rows.at(-1);
  if (row === undefined) throw new UsageError("no event fits; snaphook trace lists what there is");
  return row;
}

function rowOf(query: LedgerQuery, id: string): number {
  const found = query.find(id);
  switch (found.type) {
    case "event":
      return found.row;
    case "several":
      throw new UsageError(`${id} is the beginning of several ids: ${found.ids.join(", ")}`);
    case "none":
      throw new UsageError(
        `the ledger (${query.file}) has no event ${id}; snaphook trace lists what there is`,
      );
  }
}
