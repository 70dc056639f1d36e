import { defaultHome } from "../../config/index.js";
import type { Payload } from "../../payload/index.js";
import { forTerminalLine, toJsonText } from "../../show/index.js";
import { run as spec } from "../command-spec.js";
import { eventPayload } from "../event-payload.js";
import { writeAll } from "../files.js";
import { say } from "../fold.js";
import { paintForStdout, prepare } from "../prepare.js";
import { hostFoldersHere } from "../run/host-folders.js";
import { runOwn } from "../run/run-own.js";
import type { FiredSection, RunRequest } from "../run/run-request.js";
import { onStopSignal } from "../stop-signals.js";
import { UsageError } from "../usage-error.js";
import { openRecords } from "./records.js";

export async function run(argv: readonly string[]): Promise<number> {
  const given = prepare(spec, argv);
  if (given === null) return 0;
  const [event, ...extra] = given.positionals;
  if (event === undefined)
    throw new UsageError("which event? For example: snaphook run PreToolUse --tool Bash");
  if (extra.length > 0) throw new UsageError(`one event at a time, not also ${extra.join(" ")}`);
  const payload = eventPayload(given, event);
  const abort = new AbortController();
  onStopSignal(() => abort.abort());
  const request: RunRequest = {
    dialect: given.text("dialect"),
    host: given.text("host") ?? null,
    trustProject: given.flag("trust-project"),
    hasPayload: given.text("payload") !== undefined,
    records: given.flag("dry-run") ? null : openRecords(defaultHome()),
    watches: given.flag("watch"),
    signal: abort.signal,
  };
  const fire = async (): Promise<readonly FiredSection[]> => {
    const sections = await fireAll(request, payload);
    show(sections, given.flag("json"));
    return sections;
  };
  let sections: readonly FiredSection[];
  try {
    sections = await fire();
    if (request.watches) {
      const { statesOf, watchPaths } = await import("../watch-paths.js");
      const watched = (all: readonly FiredSection[]): ReturnType<typeof statesOf> =>
        statesOf(all.flatMap(({ files }) => files));
      await watchPaths(watched(sections), async () => watched(await fire()), abort.signal);
    }
  } finally {
    await request.records?.close();
  }
  if (abort.signal.aborted) return INTERRUPTED;
  const refused = sections.flatMap((section) => section.refused ?? []);
  return sections.some((section) => section.refused !== null) ? refuse(refused) : 0;
}

/** What shells make of Ctrl-C. */
const INTERRUPTED = 130;

/** In Snaphook's own settings, and in those of every host that has some here. */
async function fireAll(request: RunRequest, payload: Payload): Promise<readonly FiredSection[]> {
  const isOwn = request.host === null || request.host === "snaphook";
  const mayHaveHosts = request.host === null ? hostFoldersHere().length > 0 : !isOwn;
  // Loaded only where there are some: the tables of all hosts take as long to start as all the rest.
  const others = mayHaveHosts ? await import("./run-hosts.js") : null;
  const opened = others?.openRun(request) ?? null;
  try {
    const own = isOwn ? await runOwn(request, payload, opened !== null) : null;
    const theirs = (await opened?.fire(payload)) ?? [];
    const sections = own === null ? theirs : [own, ...theirs];
    if (sections.length === 0) throw await unknownEvent(payload.hook_event_name ?? "");
    return sections;
  } finally {
    opened?.close();
  }
}

/** What is said where none of the hosts in this folder has such an event. */
async function unknownEvent(event: string): Promise<UsageError> {
  const { meantEvent } = await import("./run-hosts.js");
  const meant = meantEvent(event);
  const hint = meant === null ? "" : `; did you mean ${meant}?`;
  return new UsageError(`no host in this folder has an event ${JSON.stringify(event)}${hint}`);
}

function show(sections: readonly FiredSection[], isJson: boolean): void {
  const [only] = sections;
  if (isJson) {
    const data = sections.length === 1 ? only?.json : { hosts: sections.map(({ json }) => json) };
    writeAll(1, `${toJsonText(data)}\n`);
    return;
  }
  const paint = paintForStdout();
  say(1, sections.map(({ text }) => text(paint)).join("\n"));
}

function refuse(problems: readonly { readonly code: string; readonly found?: string }[]): number {
  const unusable = problems.find(({ code }) => code === "trust-unusable");
  const why =
    unusable === undefined
      ? "they are not approved; review them with snaphook trust review, or run them once with --trust-project"
      : `it is unknown what was approved: ${forTerminalLine(unusable.found ?? "")}`;
  say(2, `snaphook: hooks of this project did not run: ${why}\n`);
  return 3;
}
