import { sep } from "node:path";
import type { HookReport } from "../engine/index.js";
import type { Reading } from "../interpret/index.js";
import { matchAll } from "../match/index.js";
import type { Payload } from "../payload/index.js";
import { isDamage, readLedger, type LedgerLine } from "../trace/index.js";

/** A hook in the ledger. */
interface RecordedHook extends Omit<HookReport, "skipped" | "hookType"> {
  readonly at?: string | null;
}

/** An event as the ledger has it. */
export interface RecordedEvent {
  readonly eventId: string;
  readonly time: string;
  readonly event: string;
  readonly dialect: string;
  readonly payload: Payload;
  readonly hooks: readonly RecordedHook[];
  /** `wrapper`: one hook of another host, by `snaphook record`; absent where Snaphook fired it. */
  readonly recordedBy?: "wrapper";
  /** Of a wrapped hook: the program and its arguments. */
  readonly command?: readonly string[];
  /** The host has killed the wrapped hook: most do so at the deadline. */
  readonly isKilled?: true;
  /** Null where it did not end: the host was stopped, or is still running. */
  readonly reading: (Reading & { readonly ruling?: { readonly why: string } }) | null;
}

interface Lines {
  readonly event: LedgerLine;
  readonly runs: LedgerLine[];
  /** The hooks that there were. */
  readonly settings: readonly SettingsHook[];
  verdict: LedgerLine | null;
}

/** A hook as the ledger's record of the settings has it. */
interface SettingsHook {
  readonly id: string;
  readonly name: string;
  readonly event: string;
  readonly matcher?: string;
  readonly if?: Readonly<Record<string, string>>;
  readonly disabled?: true;
  readonly host?: string;
  readonly at: string | null;
}

/** The latest event in the ledger for which `isWanted` holds: of an id, of a folder, one in which a hook took part. */
export function findRecorded(
  file: string,
  isWanted: (event: LedgerLine) => boolean,
): RecordedEvent | null {
  const [found] = linesOfEvents(file, isWanted, true);
  return found === undefined ? null : toEvent(found);
}

/** Every such event, in the order in which they were fired. */
export function recordedEvents(
  file: string,
  isWanted: (event: LedgerLine) => boolean,
): readonly RecordedEvent[] {
  return linesOfEvents(file, isWanted, false).map(toEvent);
}

/** Whether an event was fired in a folder, or in one below it. */
export function isInFolder(event: LedgerLine, folder: string): boolean {
  const { cwd } = (event["payload"] ?? {}) as Payload;
  const place = typeof cwd === "string" ? cwd : event["cwd"];
  return typeof place === "string" && (place === folder || place.startsWith(`${folder}${sep}`));
}

/** The host whose hooks an event was fired at; `snaphook` for its own. */
export function hostOf({ dialect }: Pick<RecordedEvent, "dialect">): string {
  // Snaphook's own dialects are recorded without a version.
  if (dialect === "unknown") return dialect;
  return dialect.includes("@") ? (dialect.split("@", 1)[0] ?? dialect) : "snaphook";
}

/** The lines of each event, in the order of the events; or those of the latest alone. */
function linesOfEvents(
  file: string,
  isWanted: (event: LedgerLine) => boolean,
  isLatest: boolean,
): readonly Lines[] {
  const revisions = new Map<unknown, readonly SettingsHook[]>();
  const found = new Map<unknown, Lines>();
  for (const entry of readLedger(file)) {
    if (isDamage(entry)) continue;
    if (entry.type === "settings") {
      revisions.set(entry["revision"], entry["hooks"] as readonly SettingsHook[]);
    } else if (entry.type === "event") {
      if (!isWanted(entry)) continue;
      const settings = revisions.get(entry["settings"]) ?? [];
      if (isLatest) found.clear();
      found.set(entry["eventId"], { event: entry, runs: [], settings, verdict: null });
    } else {
      const lines = found.get(entry["eventId"]);
      if (entry.type === "verdict" && lines !== undefined) lines.verdict = entry;
      if (entry.type === "run" || entry.type === "skip") lines?.runs.push(entry);
    }
  }
  return [...found.values()];
}

function toEvent({ event, runs, settings, verdict }: Lines): RecordedEvent {
  const text = (name: string, other: string): string => {
    const value = event[name];
    return typeof value === "string" ? value : other;
  };
  return {
    eventId: text("eventId", ""),
    time: event.time,
    event: text("event", ""),
    dialect: text("dialect", "wave"),
    payload: (event["payload"] ?? {}) as Payload,
    ...(event["recordedBy"] === "wrapper" && {
      recordedBy: "wrapper" as const,
      command: event["command"] as readonly string[],
      ...(event["killed"] === true && { isKilled: true as const }),
    }),
    hooks: [
      ...runs.map((run) => withPlace(run as unknown as RecordedHook, run.type === "run")),
      ...unmatched(event, settings),
    ],
    reading: verdict as unknown as RecordedEvent["reading"],
  };
}

/** The hooks of the event that did not match, and why: what follows from the settings is not in its record. */
function unmatched(event: LedgerLine, settings: readonly SettingsHook[]): readonly RecordedHook[] {
  if (settings.length === 0) return [];
  const meant = new Set(
    Array.isArray(event["hooks"]) ? (event["hooks"] as { id?: unknown }[]).map(({ id }) => id) : [],
  );
  const hooks = settings
    .filter(({ id }) => !meant.has(id))
    .map(({ matcher, if: conditions, disabled = false, host, ...rest }) => ({
      ...rest,
      matcher,
      if: conditions,
      disabled,
      ...(host !== undefined && { source: { host } }),
    }));
  const dialect = typeof event["dialect"] === "string" ? event["dialect"] : "wave";
  const payload = (event["payload"] ?? {}) as Payload;
  return matchAll(hooks, payload, dialect).map(({ hook: { id, name, at }, matches, why }) =>
    withPlace({ id, name, at, why: matches ? "it did not match" : why } as RecordedHook, false),
  );
}

/** The ledger has file and line in one text. */
function withPlace(hook: RecordedHook, ran: boolean): RecordedHook {
  const [, file = null, line] = /^(.*?)(?::(\d+))?$/s.exec(hook.at ?? "") ?? [];
  return {
    ...hook,
    ran,
    file: file === "" ? null : file,
    line: line === undefined ? null : Number(line),
  };
}
