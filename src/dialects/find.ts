import { nearestName } from "../problem/index.js";
import { allDialects } from "./all.js";
import type { Dialect, TextLanes } from "./dialect.js";
import type { FieldSpec } from "./fields.js";

/** Names that `findDialect` takes, `name@version`, sorted. */
export const dialectNames: readonly string[] = allDialects
  .map((dialect) => `${dialect.name}@${dialect.version}`)
  .toSorted();

/** The dialect of that `name` or `name@version`. An unknown one is the caller's error: it throws. */
export function findDialect(wanted: string): Dialect {
  const found = allDialects.findLast(
    (dialect) => wanted === dialect.name || wanted === `${dialect.name}@${dialect.version}`,
  );
  if (found === undefined) {
    throw unknownDialect(wanted, dialectNames);
  }
  return found;
}

/** Says which there are, and which was probably meant. `known` are `name@version`. */
export function unknownDialect(wanted: string, known: readonly string[]): RangeError {
  const names = known.map((name) => name.replace(/@.*$/, ""));
  const meant = nearestName(wanted, names);
  const hint = meant === undefined ? "" : `; did you mean ${meant}?`;
  return new RangeError(
    `unknown dialect ${JSON.stringify(wanted)}; known are: ${known.join(", ")}${hint}`,
  );
}

/** The row of the dialect's table of texts for an event. */
export function lanesOf(dialect: Dialect, event: string): TextLanes {
  return Object.hasOwn(dialect.lanes.events, event)
    ? (dialect.lanes.events[event] ?? dialect.lanes.others)
    : dialect.lanes.others;
}

export function belongsTo(field: FieldSpec, event: string): boolean {
  return field.events === "all" || field.events.includes(event);
}
