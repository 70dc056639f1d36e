import { nearestName } from "../../problem/index.js";
import { toJsonText } from "../../show/index.js";
import type { LedgerQuery } from "../../ledger-query/index.js";
import type { Arguments } from "../arguments.js";
import { trace as spec } from "../command-spec.js";
import { writeAll } from "../files.js";
import { say } from "../fold.js";
import { INTERRUPTED, interruptible } from "../interruptible.js";
import { paintForStdout, prepare } from "../prepare.js";
import { localDay } from "../trace/clock.js";
import { list, writeFollowed } from "../trace/list.js";
import {
  ledgerOf,
  NOTHING_YET,
  openFollowed,
  withEmptyLedger,
  withTrace,
  type TracedLedger,
} from "../trace/open-trace.js";
import { hintNames, readFilter } from "../trace/read-filter.js";
import { show } from "../trace/show.js";
import { groupings, observedText, statsText, type Grouping } from "../trace/stats-text.js";
import { verify } from "../trace/verify.js";
import { UsageError } from "../usage-error.js";

interface Subcommand {
  /** Options that it has, besides those of every command and `--ledger`. */
  readonly takes: readonly string[];
  /** What its words are called in a message. */
  readonly usage: string;
  readonly words: number;
  readonly work: (
    given: Arguments,
    ledger: TracedLedger,
    signal: AbortSignal,
  ) => number | Promise<number>;
  /** Whoever reads its data gets the same form where nothing is recorded yet. */
  readonly countsNothing?: true;
  /** It does not look at its signal and has nothing to clean up: Ctrl-C ends it as it ends any program. */
  readonly endsAtOnce?: true;
}

const filters = [
  "session",
  "event",
  "tool",
  "hook",
  "outcome",
  "problem",
  "failed",
  "text",
  "since",
  "until",
  "here",
];

const subcommands: Readonly<Record<string, Subcommand>> = {
  list: {
    takes: [...filters, "limit", "follow"],
    usage: "list",
    words: 0,
    countsNothing: true,
    work: async (given, ledger, signal) => {
      const filter = readFilter(given, Date.now());
      const listed = new Set<string>();
      const listAll = (): Promise<number> =>
        withTrace(ledger, signal, (query) =>
          list(query, filter, given, signal, (id) => listed.add(id)),
        );
      if (!given.flag("follow")) return listAll();
      const followed = openFollowed(ledger, filter, signal);
      if (ledger.isMissing) say(2, NOTHING_YET);
      else await listAll();
      return writeFollowed(followed, ledger.file, listed, given.flag("json"));
    },
  },
  show: {
    takes: filters,
    usage: "show ID",
    words: 1,
    work: (given, ledger, signal) => {
      const [, id = "latest"] = given.positionals;
      const filter = readFilter(given, Date.now());
      return withTrace(ledger, signal, (query) => show(query, filter, given, id));
    },
  },
  stats: {
    takes: [...filters, "by", "observed"],
    usage: "stats",
    words: 0,
    countsNothing: true,
    work: (given, ledger, signal) => {
      const by = given.text("by") ?? "hook";
      if (!groupings.includes(by as Grouping))
        throw new UsageError(`--by ${by}: give one of ${groupings.join(", ")}`);
      return withTrace(ledger, signal, (query) => stats(query, given, by as Grouping));
    },
  },
  verify: {
    takes: ["anchored", "url"],
    usage: "verify",
    words: 0,
    countsNothing: true,
    work: async (given, { file, isMissing, shownAs }) => {
      if (!given.flag("anchored")) return verify(file, given.flag("json"), shownAs);
      // A ledger that is gone is what anchors are for; as JSON all of it is one object.
      const code = isMissing || given.flag("json") ? 0 : verify(file, false);
      const { verifyAnchored } = await import("./verify-anchored.js");
      return Math.max(code, await verifyAnchored(given, file));
    },
    endsAtOnce: true,
  },
  export: {
    takes: [...filters, "format", "out", "endpoint", "content"],
    usage: "export",
    words: 0,
    countsNothing: true,
    work: async (given, ledger, signal) => {
      const { exportEvents } = await import("./trace-export.js");
      return exportEvents(given, ledger, signal);
    },
  },
  report: {
    takes: [...filters, "out"],
    usage: "report",
    words: 0,
    work: async (given, ledger, signal) => {
      const { writeReport } = await import("./trace-export.js");
      return writeReport(given, ledger, signal);
    },
  },
  prune: {
    takes: ["before", "dry-run", "yes"],
    usage: "prune",
    words: 0,
    work: async (given, ledger, signal) => {
      const { prune } = await import("./trace-prune.js");
      return prune(given, ledger, signal);
    },
  },
};

export async function run(argv: readonly string[]): Promise<number> {
  const given = prepare(spec, argv);
  if (given === null) return 0;
  const [name = "list"] = given.positionals;
  const subcommand = find(name);
  check(subcommand, given);
  const ledger = ledgerOf(given);
  if (ledger.isMissing && !given.flag("follow") && !given.flag("anchored")) {
    say(2, NOTHING_YET);
    const isData = given.flag("json") || name === "export";
    return isData && subcommand.countsNothing === true
      ? withEmptyLedger(ledger, (empty) => start(subcommand, given, empty))
      : 0;
  }
  return start(subcommand, given, ledger);
}

async function start(
  subcommand: Subcommand,
  given: Arguments,
  ledger: TracedLedger,
): Promise<number> {
  if (subcommand.endsAtOnce === true)
    return subcommand.work(given, ledger, new AbortController().signal);
  return interruptible(async (signal) => {
    try {
      return await subcommand.work(given, ledger, signal);
    } catch (error) {
      if (signal.aborted) return INTERRUPTED;
      throw error;
    }
  });
}

function find(name: string): Subcommand {
  const found = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
  if (found !== undefined) return found;
  const meant = nearestName(name, Object.keys(subcommands));
  const hint =
    meant === undefined
      ? `to see one event: snaphook trace show ${name}`
      : `did you mean ${meant}?`;
  throw new UsageError(`trace has no ${JSON.stringify(name)}; ${hint}`);
}

/** An option that is passed over would be worse than an error: `prune --session` would remove every session. */
function check({ usage, words, takes }: Subcommand, given: Arguments): void {
  const extra = given.positionals.slice(1 + words);
  if (extra.length > 0)
    throw new UsageError(
      `trace ${usage} takes no ${JSON.stringify(extra.join(" "))}; see snaphook trace --help`,
    );
  const own = Object.keys(spec.options).map((option) => option.slice(2).split(" ", 1)[0] ?? "");
  for (const option of given.names) {
    if (option === "ledger" || takes.includes(option) || !own.includes(option)) continue;
    const others = Object.entries(subcommands).filter(([, other]) => other.takes.includes(option));
    const where = others.map(([other]) => other).join(", ");
    throw new UsageError(`trace ${usage} has no --${option}; it is an option of ${where}`);
  }
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
  if (given.flag("observed")) say(1, observed === "" ? "No hook only observes.\n" : observed);
  else say(1, statsText(counts, by, paint));
  if (counts.events === 0) hintNames(query, filter);
  return 0;
}
