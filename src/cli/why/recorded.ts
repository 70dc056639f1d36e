import type { HookReport } from "../../engine/index.js";
import type { Reading } from "../../interpret/index.js";
import type { Payload } from "../../payload/index.js";
import { isDamage, readLedger, type LedgerLine } from "../../trace/index.js";

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
  /** Null where it did not end: the host was stopped, or is still running. */
  readonly reading: (Reading & { readonly ruling?: { readonly why: string } }) | null;
}

interface Lines {
  readonly event: LedgerLine;
  readonly runs: LedgerLine[];
  verdict: LedgerLine | null;
}

/** The latest event in the ledger for which `isWanted` holds: of an id, of a folder, one in which a hook took part. */
export function findRecorded(
  file: string,
  isWanted: (event: LedgerLine) => boolean,
): RecordedEvent | null {
  let found: Lines | null = null;
  for (const entry of readLedger(file)) {
    if (isDamage(entry)) continue;
    if (entry.type === "event") {
      if (isWanted(entry)) found = { event: entry, runs: [], verdict: null };
    } else if (found !== null && entry["eventId"] === found.event["eventId"]) {
      if (entry.type === "verdict") found.verdict = entry;
      if (entry.type === "run" || entry.type === "skip") found.runs.push(entry);
    }
  }
  return found === null ? null : toEvent(found);
}

function toEvent({ event, runs, verdict }: Lines): RecordedEvent {
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
    hooks: runs.map((run) => withPlace(run as unknown as RecordedHook, run.type === "run")),
    reading: verdict as unknown as RecordedEvent["reading"],
  };
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
