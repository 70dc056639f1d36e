import { resolve } from "node:path";
import { unseenText } from "../../compare/index.js";
import { loadSettings } from "../../config/index.js";
import {
  hostEvents,
  type HostEventPayload,
  type HostFired,
  type HostHookReport,
  type HostProject,
} from "../../host-run/index.js";
import { canonicalEvent } from "../../hosts/index.js";
import { interpret } from "../../interpret/index.js";
import type { Payload } from "../../payload/index.js";
import { forTerminalLine, readingText, type Paint } from "../../show/index.js";
import { withoutBodies, type Ledger } from "../../trace/index.js";
import { projectHosts } from "../open-project-hosts.js";
import { UsageError } from "../usage-error.js";
import { hookLines, planLines, problemTexts } from "../run/hook-lines.js";
import { hostFoldersHere } from "../run/host-folders.js";
import type { FiredSection, RunRequest } from "../run/run-request.js";

export { meantEvent } from "../../compare/index.js";

/** The hosts of a call of `run`. */
interface HostsOfRun {
  fire(payload: Payload): Promise<readonly FiredSection[]>;
  close(): void;
}

/** Of a project that nobody has approved no byte is read, but to show what would run. */
export function openRun(request: RunRequest): HostsOfRun | null {
  const { trust, open } = projectHosts(request.host, request.trustProject);
  if (request.records !== null && !trust.isKnownProject)
    return { fire: () => Promise.resolve([unread(hostFoldersHere())]), close: () => trust.close() };
  const hosts = open();
  return hosts.length === 0
    ? null
    : {
        async fire(payload) {
          await trust.refresh();
          const sections: FiredSection[] = [];
          for (const host of hosts) sections.push(...(await runHost(host, request, payload)));
          return sections;
        },
        close() {
          for (const host of hosts) host.close();
          trust.close();
        },
      };
}

/** Folders of hosts in a project of which nobody has approved anything: named, not read. */
function unread(folders: readonly string[]): FiredSection {
  const why = "nobody has approved the hooks of this project";
  const hooks = folders.map((folder) => ({
    id: folder,
    name: folder,
    file: resolve(folder),
    line: null,
    ran: false,
    why,
    skipped: "trust",
  }));
  return {
    json: { isComplete: false, permission: "none", hooks },
    text: (paint) =>
      `${hookLines(hooks, paint)}\n${paint.yellow("NOT KNOWN")}: which hooks are in there, and what they would say\n`,
    files: [],
    refused: [],
  };
}

/** Fires an event at the hooks of one host's own files, once for each event that the host makes of it. */
async function runHost(
  host: HostProject,
  request: RunRequest,
  payload: Payload,
): Promise<readonly FiredSection[]> {
  const events: readonly HostEventPayload[] =
    request.hasPayload && request.host !== null
      ? [{ event: payload.hook_event_name ?? "", payload }]
      : hostEvents(host.table, payload);
  const known = Object.keys(host.table.events);
  if (events.length === 0) {
    if (request.host === null) return [];
    throw new UsageError(
      `${host.host} has no event ${JSON.stringify(payload.hook_event_name)}; it has: ${known.join(", ")}`,
    );
  }
  // Of several names for one event those that hooks are on.
  const used = events.filter(({ event }) => host.config.hooks.some((hook) => hook.event === event));
  const sections: FiredSection[] = [];
  for (const one of used.length === 0 ? events.slice(0, 1) : used)
    sections.push(
      request.records === null
        ? planned(host, one, request)
        : sectionOf(host, await host.fire(one, request.signal), request, request.records.ledger),
    );
  return sections;
}

function planned(
  host: HostProject,
  { event, payload }: HostEventPayload,
  request: RunRequest,
): FiredSection {
  const hooks = host
    .plan({ event, payload })
    .map((one) => ({ ...host.reportOf(one), ran: one.skipped === undefined }));
  return {
    json: {
      host: host.host,
      dialect: host.dialect,
      event,
      problems: host.config.problems,
      hooks,
    },
    text: (paint) =>
      `${heading(host, event, paint)}${planLines(hooks, paint)}${problemTexts(host.config.problems, paint)}`,
    files: filesOf(host, request),
    refused: null,
  };
}

let count = 0;

/** What happened goes to the ledger as events of Snaphook's own do. */
function record(fired: HostFired, ledger: Ledger): string {
  const { event, dialect, payload, reading, hooks } = fired;
  const eventId = `${Date.now().toString(36)}-${process.pid.toString(36)}-h${count++}`;
  const plan = hooks.map(({ id, name, ran, why, skipped }) => ({
    id,
    name,
    matches: ran,
    why,
    ...(skipped !== undefined && { skipped }),
  }));
  const runs = hooks.map(({ file, line, ran, ...hook }) => ({
    type: ran ? "run" : "skip",
    eventId,
    ...hook,
    ran,
    at: `${file}:${line}`,
  }));
  // Of what was aborted there is no verdict: the host would not have stopped there.
  const isAborted = hooks.some(({ run }) => run?.cancelled === true);
  const verdict = isAborted ? [] : [{ type: "verdict", eventId, ...reading }];
  const isWhole = loadSettings({ projectDir: process.cwd(), trustProject: false }).record;
  const kept = isWhole ? payload : withoutBodies(payload);
  ledger.appendAll([
    { type: "event", eventId, event, dialect, payload: kept, hooks: plan },
    ...runs,
    ...verdict,
  ]);
  return eventId;
}

function sectionOf(
  host: HostProject,
  fired: HostFired,
  request: RunRequest,
  ledger: Ledger,
): FiredSection {
  const { reading, hooks, event, dialect, problems } = fired;
  return {
    json: {
      eventId: record(fired, ledger),
      host: host.host,
      dialect,
      event,
      ...reading,
      isComplete: notRun(hooks).length === 0,
      problems: [...problems, ...reading.problems],
      hooks,
    },
    text: (paint) => `${heading(host, event, paint)}${textOf(host, fired, paint)}`,
    files: filesOf(host, request),
    refused: hooks.some(({ skipped }) => skipped === "trust") ? problems : null,
  };
}

/** To find every file that hooks name takes longer than the rest. */
function filesOf(host: HostProject, { watches }: RunRequest): readonly string[] {
  if (!watches) return [];
  return [...host.config.files.map(({ path }) => path), ...host.scripts()];
}

/** Hooks that the host would run and that did not run here, or not to their end: without them nobody knows what it would do. */
function notRun(hooks: readonly HostHookReport[]): readonly HostHookReport[] {
  return hooks.filter(
    ({ skipped, run }) => skipped === "trust" || skipped === "type" || run?.cancelled === true,
  );
}

function heading(host: HostProject, event: string, paint: Paint): string {
  return `${paint.bold(host.dialect.replace("@", " "))} ${paint.dim(event)}\n`;
}

function textOf(host: HostProject, fired: HostFired, paint: Paint): string {
  const { hooks, reading, dialect, event, payload, problems } = fired;
  const [title = host.host] = host.table.summary.split(":", 1);
  const unseen = unseenText(reading, {
    title,
    log: host.table.log ?? null,
    event,
    read: (one) => interpret({ dialect, event, payload, runs: [one] }),
  });
  const missing = notRun(hooks).map(({ name }) => forTerminalLine(name));
  const unknown = `${event} in ${dialect}: ${paint.yellow("NOT KNOWN")}\n  ${host.host} would wait for: ${missing.join(", ")}\n`;
  const context = { dialect, event, canonicalEvent: canonicalEvent(event), unseen, paint };
  return [
    `${hookLines(hooks, paint)}\n`,
    missing.length === 0 ? "" : unknown,
    missing.length > 0 && !hooks.some(({ ran, run }) => ran && run?.cancelled !== true)
      ? ""
      : `${missing.length === 0 ? "" : "\nWithout them:\n"}${readingText(reading, context)}`,
    problemTexts(problems, paint),
  ].join("");
}
