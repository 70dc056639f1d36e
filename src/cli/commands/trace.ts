import { nearest } from "../../problem/index.js";
import { toJsonText } from "../../show/index.js";
import type { LedgerQuery } from "../../ledger-query/index.js";
import type { Arguments } from "../arguments.js";
import { trace as spec } from "../command-spec.js";
import { writeAll } from "../files.js";
import { INTERRUPTED, interruptible } from "../interruptible.js";
import { paintForStdout, prepare } from "../prepare.js";
import { localDay } from "../trace/clock.js";
import { list, writeFollowed } from "../trace/list.js";
import {
  ledgerOf,
  NOTHING_YET,
  openFollowed,
  withTrace,
  type TracedLedger,
} from "../trace/open-trace.js";
import { hintNames, readFilter } from "../trace/read-filter.js";
import { show } from "../trace/show.js";
import { groupings, observedText, statsText, type Grouping } from "../trace/stats-text.js";
import { verify } from "../trace/verify.js";
import { UsageError } from "../usage-error.js";

/** What a subcommand does with the ledger. */
type Subcommand = (
  given: Arguments,
  ledger: TracedLedger,
  words: readonly string[],
  signal: AbortSignal,
) => number | Promise<number>;

const subcommands: Readonly<Record<string, Subcommand>> = {
  list: async (given, ledger, words, signal) => {
    noWords("list", words);
    const filter = readFilter(given, Date.now());
    const listed = new Set<string>();
    const listAll = (): Promise<number> =>
      withTrace(ledger, signal, (query) =>
        list(query, filter, given, signal, (id) => listed.add(id)),
      );
    if (!given.flag("follow")) return listAll();
    const followed = openFollowed(ledger, filter, signal);
    if (ledger.isMissing) writeAll(2, NOTHING_YET);
    else await listAll();
    return writeFollowed(followed, ledger.file, listed, given.flag("json"));
  },
  show: (given, ledger, [id = "latest", ...words], signal) => {
    noWords("show ID", words);
    const filter = readFilter(given, Date.now());
    return withTrace(ledger, signal, (query) => show(query, filter, given, id));
  },
  stats: (given, ledger, words, signal) => {
    noWords("stats", words);
    const by = given.text("by") ?? "hook";
    if (!groupings.includes(by as Grouping))
      throw new UsageError(`--by ${by}: give one of ${groupings.join(", ")}`);
    return withTrace(ledger, signal, (query) => stats(query, given, by as Grouping));
  },
  verify: (given, { file }, words) => {
    noWords("verify", words);
    return verify(file, given.flag("json"));
  },
  export: async (given, ledger, words, signal) => {
    noWords("export", words);
    const { exportEvents } = await import("./trace-export.js");
    return exportEvents(given, ledger, signal);
  },
  report: async (given, ledger, words, signal) => {
    noWords("report", words);
    const { writeReport } = await import("./trace-export.js");
    return writeReport(given, ledger, signal);
  },
  prune: async (given, ledger, words, signal) => {
    noWords("prune", words);
    const { prune } = await import("./trace-prune.js");
    return prune(given, ledger, signal);
  },
};

export async function run(argv: readonly string[]): Promise<number> {
  const given = prepare(spec, argv);
  if (given === null) return 0;
  const [name = "list", ...words] = given.positionals;
  const names = Object.keys(subcommands);
  const work = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
  if (work === undefined) {
    const meant = nearest(name, names);
    const hint =
      meant === undefined
        ? `to see one event: snaphook trace show ${name}`
        : `did you mean ${meant}?`;
    throw new UsageError(`trace has no ${JSON.stringify(name)}; ${hint}`);
  }
  const ledger = ledgerOf(given);
  if (ledger.isMissing && !given.flag("follow")) {
    writeAll(2, NOTHING_YET);
    return 0;
  }
  return interruptible(async (signal) => {
    try {
      return await work(given, ledger, words, signal);
    } catch (error) {
      if (signal.aborted) return INTERRUPTED;
      throw error;
    }
  });
}

async function stats(query: LedgerQuery, given: Arguments, by: Grouping): Promise<number> {
  const filter = readFilter(given, Date.now());
  const counts = await query.stats(filter, localDay);
  if (given.flag("json")) {
    writeAll(1, `${toJsonText(counts)}\n`);
    return 0;
  }
  const paint = paintForStdout();
  const observed = observedText(counts, paint);
  if (given.flag("observed")) writeAll(1, observed === "" ? "No hook only observes.\n" : observed);
  else writeAll(1, statsText(counts, by, paint));
  if (counts.events === 0) hintNames(query, filter);
  return 0;
}

function noWords(command: string, words: readonly string[]): void {
  if (words.length > 0)
    throw new UsageError(
      `trace ${command} takes no ${JSON.stringify(words.join(" "))}; see snaphook trace --help`,
    );
}
