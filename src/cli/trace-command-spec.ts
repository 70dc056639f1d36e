import type { CommandSpec } from "./command-type.js";

export const trace: CommandSpec = {
  name: "trace",
  words: ["list", "show", "stats", "verify", "export", "report", "prune"],
  summary: "what happened: every event, who decided and why, as the ledger has it",
  usage:
    "snaphook trace [list] [filters] [--limit N] [-f]\n" +
    "       snaphook trace show [ID | latest] [filters]\n" +
    "       snaphook trace stats [filters] [--by hook|event|day] [--observed]\n" +
    "       snaphook trace verify [--anchored]\n" +
    "       snaphook trace export --format json|csv|html|otlp [filters] [--out FILE]\n" +
    "       snaphook trace report [--session ID] --out FILE\n" +
    "       snaphook trace prune --before TIME [--dry-run] [--yes]",
  details:
    "  list    one line for each event, the newest last (the default); -f continues as events happen\n" +
    "  show    one event with its whole flow: payload, hooks that matched and that did not and why, what each\n" +
    "          printed and what was read from it, the decision and who made it, who got which text\n" +
    "  stats   how often and how long: runs, blocks, asks, failures, p50 and p95 of each hook, time lost\n" +
    "  verify  checks the hash chains and names the line of each fault\n" +
    "  export  events as JSON, CSV or an HTML page, or to an OpenTelemetry collector\n" +
    "  report  one HTML file about a session (default: the latest), to hand on\n" +
    "  prune   removes old records; what is left can still be verified\n\n" +
    "The filters are --session to --here. One that is given several times means any of its values.\n" +
    "Names may contain * for any text. Of an event's or a session's id the beginning is enough.\n\n" +
    "Exit code 0: done. 1: verify found faults, or the collector did not take everything. 2: usage.\n" +
    "3: prune was not agreed to.",
  options: {
    "--session ID": "only events of this session",
    "--event NAME": "only this event, such as PreToolUse",
    "--tool NAME": "only calls of this tool",
    "--hook NAME": "only events in which this hook ran, was skipped or had a say",
    "--outcome WHAT": "only these: proceed, block, ask, defer, halt, unfinished, unknown",
    "--problem CODE": "only events with this problem",
    "--failed": "only events in which a hook failed",
    "--text TEXT": "only events with this text in any value; case counts",
    "--since TIME": "not before: 30s, 15m, 2h, 3d, 1w, today, 14:30, 2025-11-15, or a range A..B",
    "--until TIME": "before; a day means the end of that day",
    "--here": "only events of this folder",
    "--limit N": "list: how many (default 20; 0: all)",
    "--follow": "list: continue with events as they happen, until Ctrl-C (-f)",
    "--by WHAT": "stats: a table by hook (default), event or day",
    "--observed": 'stats: only what hooks with "observe" would have done',
    "--format NAME": "export: json, csv, html, otlp",
    "--out FILE": "export, report: write to this file instead of standard output",
    "--endpoint URL":
      "export --format otlp: the collector (default: telemetry.endpoint of the settings)",
    "--content": "export --format otlp: also send payloads, outputs and reasons",
    "--before TIME": "prune: remove what is older, written as for --since",
    "--dry-run": "prune: only say what would be removed",
    "--yes": "prune: do not ask",
    "--anchored":
      "verify: also compare with the heads that snaphook fleet anchor has put into the database",
    "--url URL": "verify --anchored: this database instead of the one in the settings",
    "--ledger FILE": "read this ledger instead of your own; nothing is written next to it",
  },
  many: ["session", "event", "tool", "hook", "outcome", "problem"],
  short: { follow: "f" },
  examples: {
    "snaphook trace --since 2h --outcome block": "what was blocked in the last two hours",
    "snaphook trace -f --here": "what happens in this folder, as it happens",
    "snaphook trace show latest --hook no-rm": "the last event that the hook no-rm was part of",
    "snaphook trace stats --since 7d --by day": "how much was blocked on each day of the week",
    "snaphook trace stats --observed": "whether a hook that only observes can be turned on",
    "snaphook trace report --out session.html": "the latest session, for a pull request",
    "snaphook trace prune --before 90d --dry-run": "what would be removed",
  },
};
