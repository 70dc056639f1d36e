import { resolve } from "node:path";
import {
  isNamed,
  type EventFilter,
  type LedgerQuery,
  type NameKind,
} from "../../ledger-query/index.js";
import { nearestName } from "../../problem/index.js";
import { outcomeColours, type RowOutcome } from "../../recorded/index.js";
import { forTerminalLine } from "../../show/index.js";
import type { Arguments } from "../arguments.js";
import { say } from "../fold.js";
import { UsageError } from "../usage-error.js";
import { readRange } from "./read-time.js";

const outcomes = Object.keys(outcomeColours) as readonly RowOutcome[];

/** The words of a permission are taken for the outcomes that follow from them. */
const otherWords: Readonly<Record<string, RowOutcome>> = { deny: "block", allow: "proceed" };

/** Which events the options ask for. */
export function readFilter(given: Arguments, now: number): EventFilter {
  const list = (name: string): readonly string[] | undefined => {
    const values = given.texts(name).filter((value) => value !== "");
    return values.length === 0 ? undefined : values;
  };
  const wanted: { -readonly [Key in keyof EventFilter]: EventFilter[Key] | undefined } = {
    sessions: list("session"),
    events: list("event"),
    tools: list("tool"),
    hooks: list("hook"),
    problems: list("problem"),
    outcomes: list("outcome")?.map(readOutcome),
    failed: given.flag("failed") || undefined,
    project: given.flag("here") ? resolve(".") : undefined,
    text: given.text("text"),
    ...readRange(given.text("since"), given.text("until"), now),
  };
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
}

function readOutcome(word: string): RowOutcome {
  const meant = otherWords[word] ?? outcomes.find((one) => one === word);
  if (meant !== undefined) return meant;
  const near = nearestName(word, outcomes);
  const hint = near === undefined ? `give one of ${outcomes.join(", ")}` : `did you mean ${near}?`;
  throw new UsageError(`--outcome ${word}: there is no such outcome; ${hint}`);
}

const named = [
  ["event", "events"],
  ["tool", "tools"],
  ["hook", "hooks"],
  ["problem", "problems"],
] as const satisfies readonly (readonly [string, NameKind])[];

/** Says on stderr which names nothing in the ledger has: a filter that finds nothing may be misspelled. */
export function hintNames(query: LedgerQuery, filter: EventFilter): void {
  for (const [option, kind] of named) {
    const wanted = filter[kind];
    if (wanted === undefined) continue;
    const names = query.names(kind);
    for (const word of wanted.filter((one) => !names.some((name) => isNamed(one, name)))) {
      const near = nearestName(word, names);
      const hint = near === undefined ? "" : `; did you mean ${near}?`;
      const text = `no ${option} ${JSON.stringify(word)} in this ledger${hint}`;
      say(2, `snaphook: ${forTerminalLine(text)}\n`);
    }
  }
}
