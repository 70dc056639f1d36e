import { sep } from "node:path";
import type { Payload } from "../payload/index.js";
import { toRecordedEvent, type RecordedEvent as LedgerEvent } from "../recorded/index.js";
import { isDamage, readLedger, type LedgerLine } from "../trace/index.js";

/** An event as the ledger has it, fired by Snaphook or recorded by a wrapper. */
export interface RecordedEvent extends LedgerEvent {
  /** `wrapper`: one hook of another host, by `snaphook record`; absent where Snaphook fired it. */
  readonly recordedBy?: "wrapper";
  /** The host has killed the wrapped hook: most do so at the deadline. */
  readonly isKilled?: true;
}

interface Lines {
  readonly event: LedgerLine;
  readonly others: LedgerLine[];
  /** The hooks that there were. */
  readonly settings: readonly unknown[];
}

/** Every such event, in the order in which they were fired. */
export function recordedEvents(
  file: string,
  isWanted: (event: LedgerLine) => boolean,
): readonly RecordedEvent[] {
  const revisions = new Map<unknown, readonly unknown[]>();
  const found = new Map<unknown, Lines>();
  for (const entry of readLedger(file)) {
    if (isDamage(entry)) continue;
    if (entry.type === "settings") {
      const { hooks } = entry;
      revisions.set(entry["revision"], Array.isArray(hooks) ? hooks : []);
    } else if (entry.type === "event") {
      if (!isWanted(entry)) continue;
      const settings = revisions.get(entry["settings"]) ?? [];
      found.set(entry["eventId"], { event: entry, others: [], settings });
    } else found.get(entry["eventId"])?.others.push(entry);
  }
  return Array.from(found.values(), toEvent);
}

/** Whether an event was fired in a folder, or in one below it. */
export function isInFolder(event: LedgerLine, folder: string): boolean {
  const { cwd } = (event["payload"] ?? {}) as Payload;
  const place = typeof cwd === "string" ? cwd : event["cwd"];
  return typeof place === "string" && (place === folder || place.startsWith(`${folder}${sep}`));
}

/** The host whose hooks an event was fired at; `snaphook` for its own, `unknown` where a wrapper could not tell. */
export function hostOf({ dialect }: Pick<RecordedEvent, "dialect">): string {
  if (dialect === "unknown") return dialect;
  // Snaphook's own dialects are recorded without a version.
  return dialect.includes("@") ? (dialect.split("@", 1)[0] ?? dialect) : "snaphook";
}

function toEvent({ event, others, settings }: Lines): RecordedEvent {
  return {
    ...toRecordedEvent(event, others, settings),
    ...(event["recordedBy"] === "wrapper" && { recordedBy: "wrapper" as const }),
    ...(event["killed"] === true && { isKilled: true as const }),
  };
}
