import { meantEvent, unseenText, waysToBeSeen } from "../../compare/index.js";
import { join } from "node:path";
import { defaultHome } from "../../config/index.js";
import { createEngine } from "../../engine/index.js";
import { bridgedHosts, canonicalEvent, findBridgedHost } from "../../hosts/index.js";
import { hostEvents, type HostProject } from "../../host-run/index.js";
import { interpret } from "../../interpret/index.js";
import { isKnownEvent } from "../../payload/index.js";
import {
  endingText,
  forTerminalLine,
  readingText,
  toJsonText,
  type Paint,
} from "../../show/index.js";
import type { Arguments } from "../arguments.js";
import { why as spec } from "../command-spec.js";
import { eventPayload } from "../event-payload.js";
import { writeAll } from "../files.js";
import { say } from "../fold.js";
import {
  openLedgerQuery,
  UnreadableLedger,
  type EventFilter,
  type LedgerQuery,
} from "../../ledger-query/index.js";
import type { RecordedEvent, RecordedHook } from "../../recorded/index.js";
import { paintForStdout, prepare } from "../prepare.js";
import { hookLines, placeText } from "../run/hook-lines.js";
import { openProjectHosts } from "../open-project-hosts.js";
import { UsageError } from "../usage-error.js";
import { findHooks, knownHooks, type FoundHook } from "../why/known-hooks.js";

export async function run(argv: readonly string[]): Promise<number> {
  const given = prepare(spec, argv);
  if (given === null) return 0;
  const [word, ...extra] = given.positionals;
  if (extra.length > 0)
    throw new UsageError(`one hook or event at a time, not also ${extra.join(" ")}`);
  if (word === undefined || word === "" || /^[0-9a-z]+-[0-9a-z]+-[hw]?\d+$/.test(word))
    return whyEvent(given, word || undefined);
  if (isEvent(word)) {
    const { run: dryRun } = await import("./run.js");
    return dryRun([...argv, "--dry-run"]);
  }
  return whyHook(given, word);
}

function isEvent(word: string): boolean {
  return isKnownEvent(word) || bridgedHosts().some(({ events }) => Object.hasOwn(events, word));
}

const ledgerFile = (): string => join(defaultHome(), "ledger.jsonl");

/** Asks the user's ledger; null where there is none that can be read. */
async function fromLedger<Found>(
  ask: (query: LedgerQuery) => Promise<Found | null>,
): Promise<Found | null> {
  let query: LedgerQuery;
  try {
    query = await openLedgerQuery(ledgerFile(), { isOwn: true });
  } catch (error) {
    if (error instanceof UnreadableLedger) return null;
    throw error;
  }
  try {
    return await ask(query);
  } finally {
    query.close();
  }
}

/** The latest event that fits. */
async function latest(query: LedgerQuery, filter: EventFilter): Promise<RecordedEvent | null> {
  const row = (await query.rows(filter)).at(-1);
  return row === undefined ? null : query.event(row);
}

/** What was decided about an event in the ledger, by whom, and who got which text. */
async function whyEvent(given: Arguments, id: string | undefined): Promise<number> {
  const found = await fromLedger(async (query) => {
    if (id === undefined) return latest(query, { project: process.cwd() });
    const event = query.find(id);
    return event.type === "event" ? query.event(event.row) : null;
  });
  if (found === null)
    throw new UsageError(
      id === undefined
        ? "the ledger has no event of this folder; fire one: snaphook run PreToolUse --tool Bash"
        : `the ledger (${ledgerFile()}) has no event ${id}`,
    );
  if (given.flag("json")) writeAll(1, `${toJsonText(found)}\n`);
  else say(1, eventText(found, paintForStdout()));
  return 0;
}

function eventText(found: RecordedEvent, paint: Paint): string {
  const { eventId, time, event, dialect, payload, hooks, reading } = found;
  const tool = payload.tool_name ?? payload["toolName"];
  const input = payload.tool_input ?? payload["toolArgs"];
  const call =
    typeof tool === "string" ? `\n  ${forTerminalLine(`${tool} ${toJsonText(input, 0)}`)}` : "";
  const head = `${paint.bold(eventId)} ${time}${call}\n\n`;
  if (reading === null)
    return `${head}${hookLines(hooks, paint)}\nIt has no end on record: the host was stopped, or still waits.\n`;
  const host = findBridgedHost(dialect);
  const read = (
    one: Parameters<typeof interpret>[0]["runs"][number],
  ): ReturnType<typeof interpret> => interpret({ dialect, event, payload, runs: [one] });
  const title = host?.summary.split(":", 1)[0] ?? "Snaphook";
  const log = host === null || host.name === "wave" ? "its log" : (host.log ?? null);
  const unseen =
    unseenText(reading, { title, log, event, read }) ??
    `to send a text elsewhere: ${waysToBeSeen(event, read).join("; ")}`;
  const rules =
    reading.ruling === undefined
      ? ""
      : `\npermission rules: ${forTerminalLine(reading.ruling.why)}\n`;
  const context = { dialect, event, canonicalEvent: canonicalEvent(event), unseen, paint };
  return `${head}${hookLines(hooks, paint)}\n${readingText(reading, context)}${rules}`;
}

/** What is known of a hook: where it is, whether it can run, whether it would run for a call, and its last run. */
async function whyHook(given: Arguments, word: string): Promise<number> {
  const { hosts, trust } = openProjectHosts(given.text("host") ?? null, false);
  try {
    await trust.refresh();
    const all = knownHooks(hosts, trust);
    const found = findHooks(all, word);
    if (found.length === 0) {
      const known = all.map(({ name }) => name).join(", ");
      const meant = meantEvent(word);
      throw new UsageError(
        meant === null || all.length > 0
          ? `no hook ${JSON.stringify(word)} here; there are: ${known || "none"}`
          : `no hook and no event ${JSON.stringify(word)}; did you mean ${meant}?`,
      );
    }
    const last = await fromLedger((query) =>
      Promise.all(found.map((hook) => lastRun(query, hook))),
    );
    const reports = found.map((hook, index) => ({
      ...hook,
      call: callOf(hook, given, hosts),
      last: last?.[index] ?? null,
    }));
    if (given.flag("json")) writeAll(1, `${toJsonText({ hooks: reports })}\n`);
    else say(1, reports.map((one) => hookText(one, paintForStdout())).join("\n"));
    return 0;
  } finally {
    for (const host of hosts) host.close();
    trust.close();
  }
}

interface HookStory extends FoundHook {
  /** Whether it would run for the call that was described, or for a sample. */
  readonly call: { readonly what: string; readonly matches: boolean; readonly why: string } | null;
  readonly last: { readonly eventId: string; readonly time: string; readonly what: string } | null;
}

function callOf(
  hook: FoundHook,
  given: Arguments,
  hosts: readonly HostProject[],
): HookStory["call"] {
  const canonical = isKnownEvent(hook.event) ? hook.event : canonicalEvent(hook.event);
  const payload = eventPayload(given, canonical);
  const what = `${hook.event}${payload.tool_name === undefined ? "" : ` of ${payload.tool_name}`}`;
  const host = hosts.find((one) => one.host === hook.host);
  if (host !== undefined) {
    const event = hostEvents(host.table, payload).find((one) => one.event === hook.event);
    if (event === undefined) return null;
    const planned = host.plan(event).find((one) => host.reportOf(one).id === hook.id);
    if (planned === undefined) return null;
    return { what, matches: planned.skipped === undefined, why: planned.why };
  }
  const engine = createEngine({ projectDir: process.cwd(), keeper: false });
  try {
    const planned = engine.preview({ ...payload, hook_event_name: hook.event });
    const own = planned.find((one) => one.hook.id === hook.id);
    if (own === undefined)
      return { what, matches: false, why: "nobody has approved the hooks of this project" };
    return { what, matches: own.matches, why: own.why };
  } finally {
    engine.close();
  }
}

async function lastRun(query: LedgerQuery, { id, name }: FoundHook): Promise<HookStory["last"]> {
  const rows = (await query.rows({ hooks: [name] })).toReversed();
  for (const row of rows.slice(0, MOST_LOOKED_AT)) {
    const found = query.event(row);
    const ran = found?.hooks.find((hook) => hook.id === id && hook.ran);
    if (found !== null && ran !== undefined) return storyOf(found, ran);
  }
  return null;
}

/** Hooks of other projects may have the same name. */
const MOST_LOOKED_AT = 1000;

function storyOf(found: RecordedEvent, ran: RecordedHook): HookStory["last"] {
  const texts = (["toModel", "toUser", "toLog"] as const).flatMap((lane) =>
    (found.reading?.[lane] ?? [])
      .filter(({ hook }) => hook === ran.name)
      .map(({ text }) => `${JSON.stringify(text.trim().slice(0, 80))} went ${lanes[lane]}`),
  );
  const { outcome = "no end on record" } = found.reading ?? {};
  return {
    eventId: found.eventId,
    time: found.time,
    what: [
      `${ran.run === undefined ? "" : endingText(ran.run)}; the event: ${outcome}`,
      ...texts,
    ].join("; "),
  };
}

const lanes = { toModel: "to the model", toUser: "to the user", toLog: "to the log only" } as const;

function hookText(hook: HookStory, paint: Paint): string {
  const { id, name, reader, event, matcher, command, never, trust, call, last } = hook;
  const rows: readonly (readonly [string, string])[] = [
    ["where", `${placeText(hook)}, read by ${reader}`],
    ["event", `${event}${matcher === null || matcher === "" ? "" : `, matcher ${matcher}`}`],
    ...(command === null ? [] : ([["runs", command]] as const)),
    ["can it run", never === null ? startText(hook) : `never: ${never}`],
    ...(trust === null ? [] : ([["approved", trustText(trust, id)]] as const)),
    ...(call === null
      ? []
      : ([
          [
            "this call",
            `${call.what}: ${call.matches ? "it runs" : "it does not run"}: ${call.why}`,
          ],
        ] as const)),
    [
      "last run",
      last === null
        ? "none in the ledger"
        : `${last.time}: ${last.what} (snaphook why ${last.eventId})`,
    ],
  ];
  const lines = rows.map(
    ([label, text]) => `  ${paint.dim(label.padEnd(11))}${forTerminalLine(text)}`,
  );
  const title = name === id ? "" : ` ${paint.dim(id)}`;
  return `${paint.bold(forTerminalLine(name))}${title}\n${lines.join("\n")}\n`;
}

function startText({ missing }: FoundHook): string {
  if (missing.length === 0) return "yes";
  return `no: ${missing.join(", ")} not installed, or not on the PATH; snaphook doctor says what the host does then`;
}

function trustText({ runs, why }: NonNullable<FoundHook["trust"]>, id: string): string {
  return runs ? `yes: ${why}` : `no: ${why}; look at it: snaphook trust review ${id}`;
}
