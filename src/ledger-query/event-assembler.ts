import { toRecordedEvent, type RecordedEvent, type RecordLine } from "../recorded/index.js";
import { Remembered } from "./remembered.js";

/** An event as far as its records have come, in whatever order. */
export interface AssembledEvent {
  readonly event: RecordedEvent;
  readonly lines: readonly RecordLine[];
}

interface Parts {
  event: RecordLine | null;
  readonly others: RecordLine[];
  isDecided: boolean;
  /** When it came; null once it was given out. */
  waitsSince: number | null;
}

/** Puts records together as they come. A record may come before its event: another process has carried that one over. */
export class EventAssembler {
  private readonly parts = new Remembered<string, Parts>(2048);
  private readonly settings = new Remembered<string, readonly unknown[]>(64);

  /** The event that is decided by a record, or answered; null where nothing new is known of one. */
  take(line: RecordLine, now: number): AssembledEvent | null {
    const { type, eventId, revision, hooks } = line;
    if (type === "settings" && typeof revision === "string" && Array.isArray(hooks))
      this.settings.set(revision, hooks as unknown[]);
    if (typeof eventId !== "string" || eventId === "") return null;
    const parts: Parts = this.parts.get(eventId) ?? {
      event: null,
      others: [],
      isDecided: false,
      waitsSince: null,
    };
    this.parts.set(eventId, parts);
    if (type === "event") {
      parts.event = line;
      parts.waitsSince = now;
    } else {
      parts.others.push(line);
    }
    if (type === "verdict") parts.isDecided = true;
    const isNews = type === "event" || type === "verdict" || type === "permission";
    if (!isNews || parts.event === null || !parts.isDecided) return null;
    parts.waitsSince = null;
    return this.assemble(parts);
  }

  /** Events that have waited for their verdict for so long; each once. */
  overdue(before: number): readonly AssembledEvent[] {
    const found: AssembledEvent[] = [];
    for (const parts of this.parts.values())
      if (parts.waitsSince !== null && parts.waitsSince < before && !parts.isDecided) {
        parts.waitsSince = null;
        const event = this.assemble(parts);
        if (event !== null) found.push(event);
      }
    return found;
  }

  private assemble({ event, others }: Parts): AssembledEvent | null {
    if (event === null) return null;
    const { settings } = event;
    const hooks = typeof settings === "string" ? (this.settings.get(settings) ?? []) : [];
    return { event: toRecordedEvent(event, others, hooks), lines: [event, ...others] };
  }
}
