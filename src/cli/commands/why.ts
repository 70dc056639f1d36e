import { join } from "node:path";
import { defaultHome } from "../../config/index.js";
import { createEngine } from "../../engine/index.js";
import { bridgedHosts, canonicalEvent, findBridgedHost } from "../../hosts/index.js";
import { hostEvents, type HostProject } from "../../host-run/index.js";
import { interpret } from "../../interpret/index.js";
import { isKnownEvent, type Payload } from "../../payload/index.js";
import { findRecorded, type RecordedEvent } from "../../recording/index.js";
import { forTerminalLine, readingText, toJsonText, type Paint } from "../../show/index.js";
import type { LedgerLine } from "../../trace/index.js";
import type { Arguments } from "../arguments.js";
import { why as spec } from "../command-spec.js";
import { eventPayload } from "../event-payload.js";
import { writeAll } from "../files.js";
import { meantEvent } from "../hosts/event-names.js";
import { paintForStdout, prepare } from "../prepare.js";
import { ending, hookLines, placeText } from "../run/hook-lines.js";
import { openProjectHosts } from "../open-project-hosts.js";
import { unseenText, waysToBeSeen } from "../text-lanes.js";
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

/** What was decided about an event in the ledger, by whom, and who got which text. */
function whyEvent(given: Arguments, id: string | undefined): number {
  const isWanted = (event: LedgerLine): boolean =>
    id === undefined ? isHere(event) : event["eventId"] === id;
  const found = findRecorded(ledgerFile(), isWanted);
  if (found === null)
    throw new UsageError(
      id === undefined
        ? "the ledger has no event of this folder; fire one: snaphook run PreToolUse --tool Bash"
        : `the ledger (${ledgerFile()}) has no event ${id}`,
    );
  if (given.flag("json")) writeAll(1, `${toJsonText(found)}\n`);
  else writeAll(1, eventText(found, paintForStdout()));
  return 0;
}

function isHere(event: LedgerLine): boolean {
  const payload = event["payload"] as Payload | undefined;
  return payload?.cwd === process.cwd();
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
    const reports = found.map((hook) => ({
      ...hook,
      call: callOf(hook, given, hosts),
      last: lastRun(hook),
    }));
    if (given.flag("json")) writeAll(1, `${toJsonText({ hooks: reports })}\n`);
    else writeAll(1, reports.map((one) => hookText(one, paintForStdout())).join("\n"));
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

function lastRun({ id, name }: FoundHook): HookStory["last"] {
  const takesPart = (event: LedgerLine): boolean =>
    Array.isArray(event["hooks"]) &&
    (event["hooks"] as { id?: unknown; matches?: unknown }[]).some(
      (hook) => hook.id === id && hook.matches === true,
    );
  const found = findRecorded(ledgerFile(), takesPart);
  const ran = found?.hooks.find((hook) => hook.id === id && hook.ran);
  if (found === null || ran === undefined) return null;
  const texts = (["toModel", "toUser", "toLog"] as const).flatMap((lane) =>
    (found.reading?.[lane] ?? [])
      .filter(({ hook }) => hook === name)
      .map(({ text }) => `${JSON.stringify(text.trim().slice(0, 80))} went ${lanes[lane]}`),
  );
  const { outcome = "no end on record" } = found.reading ?? {};
  return {
    eventId: found.eventId,
    time: found.time,
    what: [`${ending(ran)}; the event: ${outcome}`, ...texts].join("; "),
  };
}

const lanes = { toModel: "to the model", toUser: "to the user", toLog: "to the log only" } as const;

function hookText(hook: HookStory, paint: Paint): string {
  const { id, name, reader, event, matcher, command, never, trust, call, last } = hook;
  const rows: readonly (readonly [string, string])[] = [
    ["where", `${placeText(hook)}, read by ${reader}`],
    ["event", `${event}${matcher === null || matcher === "" ? "" : `, matcher ${matcher}`}`],
    ...(command === null ? [] : ([["runs", command]] as const)),
    ["can it run", never === null ? "yes" : `never: ${never}`],
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

function trustText({ runs, why }: NonNullable<FoundHook["trust"]>, id: string): string {
  return runs ? `yes: ${why}` : `no: ${why}; look at it: snaphook trust review ${id}`;
}
