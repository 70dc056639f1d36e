import type { FoundEvent, LedgerQuery } from "../../ledger-query/index.js";
import { lanesOf, placeProblems } from "../../recorded/index.js";
import type { HostsOfHook, ShownEvent } from "../protocol.js";

/** What every host would make of what the hooks of an event printed. */
export type ReadInHosts = (event: FoundEvent) => readonly HostsOfHook[];

/** An event with all that is shown of it; null where its record cannot be read. */
export function shownEvent(
  query: LedgerQuery,
  number: number,
  readInHosts: ReadInHosts,
): ShownEvent | null {
  const event = query.event(number);
  const [row] = query.list([number]);
  if (event === null || row === undefined) return null;
  const problems = event.reading?.problems ?? [];
  const placed = event.hooks
    .filter(({ ran }) => ran)
    .map(({ id, name, run }) => {
      const own = problems.filter(({ hook }) => hook === name);
      return [id, placeProblems(String(run?.stdout ?? ""), own)] as const;
    });
  return {
    row,
    event,
    lanes: lanesOf(event),
    placed: Object.fromEntries(placed),
    hosts: readInHosts(event),
    damage: event.damage,
  };
}
