import type { EventFilter } from "../../ledger-query/index.js";
import { readSearch } from "../../viewer/index.js";
import { parseArguments } from "../arguments.js";
import { trace } from "../command-spec.js";
import { readFilter } from "../trace/read-filter.js";
import { UsageError } from "../usage-error.js";

/** Words that are switches of `trace`. */
const switches: readonly string[] = ["failed", "here"];

/** A search as `snaphook trace` would take it: each filter is the option of that name. Throws `UsageError`. */
export function searchFilter(search: string, now: number): EventFilter {
  const { filters, text } = readSearch(search);
  const options = filters.map(({ word, value }) => {
    if (word !== "is") return `--${word}=${value}`;
    if (!switches.includes(value))
      throw new UsageError(
        `is:${value}: give one of ${switches.map((one) => `is:${one}`).join(", ")}`,
      );
    return `--${value}`;
  });
  const given = parseArguments(trace, text === "" ? options : [...options, `--text=${text}`]);
  return readFilter(given, now);
}
