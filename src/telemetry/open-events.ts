import { isRecord } from "../json/index.js";
import type { PlainRecord } from "../trace/index.js";
import { attributes } from "./attributes.js";
import { jsonText, nameAt, textAt, timeOf } from "./fields.js";
import { randomHex, traceIdOf, type TraceContext } from "./ids.js";
import { attribute, logItem, spanItem, type Item, type KeyValue, type SpanEvent } from "./otlp.js";
import {
  eventAttributes,
  readRun,
  readVerdict,
  skipAttributes,
  type RunSpan,
  type ContentOptions,
  type VerdictSpan,
} from "./read-records.js";

/** An event that waits for its verdict: what is known of its span so far. */
interface OpenEvent {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly flags: number;
  /** The event's own name; empty where it has none. */
  readonly event: string;
  readonly start: number;
  readonly opened: number;
  readonly attributes: readonly KeyValue[];
  readonly runs: RunSpan[];
  readonly skips: SpanEvent[];
  skipped: number;
}

/** What the flags of a span say in addition to those of the W3C: it is known whether the parent is another program's. */
const SAMPLED = 0x01;
const PARENT_KNOWN = 0x100;
const PARENT_ELSEWHERE = 0x200;
const SPAN_ID = 8;
/** Of one event; the others are counted and left out. */
const MOST_SKIPS = 64;
/** Of all open events; further ones do not wait for what the verdict says of them. */
const MOST_RUNS = 1024;

export interface OpenEventsOptions {
  readonly contentOptions: ContentOptions;
  readonly parent: TraceContext | null;
  readonly most: number;
}

/**
 * Puts the records of an event together: a span for it, a span below it for each run, an event in it for each skip,
 * a log record for each Problem. A record without an open event becomes a log record. Every `event`, `run`, Problem
 * and other record is exactly one item in the end.
 */
export class OpenEvents {
  private readonly events = new Map<string, OpenEvent>();
  private readonly contentOptions: ContentOptions;
  /** Items that are not given back yet: spans of open events and of their runs. */
  size = 0;

  constructor(private readonly options: OpenEventsOptions) {
    this.contentOptions = options.contentOptions;
  }

  get isEmpty(): boolean {
    return this.events.size === 0;
  }

  /** Takes a record in and gives back what is complete by it. */
  take(record: PlainRecord, now: number): Item[] {
    const id = textAt(record, "eventId") ?? "";
    const event = this.events.get(id);
    const { type } = record;
    if (type === "event") return this.open(id, record, now);
    // For whoever reads the file: it is not about something that happened.
    if (type === "settings") return [];
    if (event === undefined) return this.orphan(record);
    switch (type) {
      case "run":
        return this.run(event, readRun(record, this.contentOptions));
      case "skip":
        this.skip(event, record);
        return [];
      case "verdict":
        this.events.delete(id);
        return this.finish(event, readVerdict(record, this.contentOptions), timeOf(record), record);
      default:
        return [this.recordLog(record, event)];
    }
  }

  /** Gives up on events that were opened before a moment. */
  giveUp(before: number): Item[] {
    const items: Item[] = [];
    // They are in the order in which they were opened.
    for (const [id, event] of this.events) {
      if (event.opened > before) break;
      this.events.delete(id);
      items.push(...this.unfinished(event));
    }
    return items;
  }

  private open(id: string, record: PlainRecord, now: number): Item[] {
    const { parent, most } = this.options;
    const before: Item[] = [];
    const same = this.events.get(id);
    if (same !== undefined || this.events.size >= most) {
      const [oldest = id] = this.events.keys();
      const gone = same ?? this.events.get(oldest);
      this.events.delete(same === undefined ? oldest : id);
      if (gone !== undefined) before.push(...this.unfinished(gone));
    }
    const session = sessionOf(record);
    this.events.set(id, {
      traceId: parent?.traceId ?? traceIdOf(session),
      spanId: randomHex(SPAN_ID),
      parentSpanId: parent?.spanId ?? "",
      flags: PARENT_KNOWN | (parent === null ? SAMPLED : PARENT_ELSEWHERE | parent.flags),
      event: nameAt(record, "event") ?? "",
      start: timeOf(record),
      opened: now,
      attributes: eventAttributes(record, this.contentOptions),
      runs: [],
      skips: [],
      skipped: 0,
    });
    this.size++;
    return before;
  }

  private run(event: OpenEvent, run: RunSpan): Item[] {
    if (this.size - this.events.size >= MOST_RUNS) return [runSpan(event, run, null)];
    event.runs.push(run);
    this.size++;
    return [];
  }

  private skip(event: OpenEvent, record: PlainRecord): void {
    event.skipped++;
    if (event.skips.length >= MOST_SKIPS) return;
    event.skips.push({
      name: "snaphook.skip",
      time: timeOf(record),
      attributes: skipAttributes(record, this.contentOptions),
    });
  }

  private unfinished(event: OpenEvent): Item[] {
    return this.finish(event, null, Date.now(), null);
  }

  private finish(
    event: OpenEvent,
    verdict: VerdictSpan | null,
    time: number,
    record: PlainRecord | null,
  ): Item[] {
    this.size -= 1 + event.runs.length;
    const { start, traceId, spanId } = event;
    // Times of records are whole milliseconds: a run may seem to last longer than its event.
    const end = event.runs.reduce((latest, { ms }) => Math.max(latest, start + ms), time);
    const failed = verdict === null ? "no verdict came" : verdict.failed ? "a hook failed" : null;
    const span = spanItem({
      ...event,
      name: `hook ${event.event === "" ? "event" : event.event}`,
      end,
      attributes: [
        ...event.attributes,
        ...(verdict?.attributes ?? [attribute(attributes.unfinished, true)]),
      ],
      events: event.skips,
      droppedEvents: event.skipped - event.skips.length,
      error: failed,
    });
    const runs = event.runs.map((run) => runSpan(event, run, verdict));
    const problems =
      verdict === null || record === null
        ? []
        : problemLogs(verdict, record, traceId, spanId, event);
    return [span, ...runs, ...problems];
  }

  /** A record whose event is not known: it was given up, or its record was never written. */
  private orphan(record: PlainRecord): Item[] {
    const { type } = record;
    if (type === "run") {
      const { attributes: said, error } = readRun(record, this.contentOptions);
      const failure = error === null ? [] : [attribute(attributes.errorType, error)];
      return [this.recordLog(record, null, [...said.slice(1), ...failure])];
    }
    if (type === "skip")
      return [this.recordLog(record, null, skipAttributes(record, this.contentOptions))];
    if (type !== "verdict") return [this.recordLog(record, null)];
    const verdict = readVerdict(record, this.contentOptions);
    const log = this.recordLog(record, null, verdict.attributes);
    return [log, ...problemLogs(verdict, record, "", "", null)];
  }

  private recordLog(
    record: PlainRecord,
    event: OpenEvent | null,
    said?: readonly KeyValue[],
  ): Item {
    const type = nameAt(record, "type") ?? "";
    const id = nameAt(record, "eventId");
    const { content, text } = this.contentOptions;
    return logItem({
      name: "snaphook.record",
      time: timeOf(record),
      severity: "info",
      body: type,
      attributes: [
        attribute(attributes.recordType, type),
        ...(id === undefined ? [] : [attribute(attributes.eventId, id)]),
        ...(said ?? (content ? [attribute(attributes.record, jsonText(record, text))] : [])),
      ],
      traceId: event?.traceId ?? "",
      spanId: event?.spanId ?? "",
    });
  }
}

/** Two sessions whose ids were redacted are not one session. */
function sessionOf(record: PlainRecord): string | undefined {
  const payload = record["payload"];
  if (!isRecord(payload)) return undefined;
  const session = textAt(payload, "session_id");
  return session === "" || session?.startsWith("[redacted:") === true ? undefined : session;
}

/** How long a run took is known, not when it began: its span begins with the event. */
function runSpan(event: OpenEvent, run: RunSpan, verdict: VerdictSpan | null): Item {
  const said = verdict?.of(run.hook);
  const error = run.error ?? said?.error ?? null;
  return spanItem({
    traceId: event.traceId,
    spanId: randomHex(SPAN_ID),
    parentSpanId: event.spanId,
    flags: event.flags & ~PARENT_ELSEWHERE,
    name: `run ${run.hook.slice(0, 256)}`,
    start: event.start,
    end: event.start + run.ms,
    attributes: [
      ...run.attributes,
      ...(said?.attributes ?? []),
      ...(error === null ? [] : [attribute(attributes.errorType, error)]),
    ],
    events: [],
    droppedEvents: 0,
    error,
  });
}

function problemLogs(
  verdict: VerdictSpan,
  record: PlainRecord,
  traceId: string,
  spanId: string,
  event: OpenEvent | null,
): Item[] {
  const time = timeOf(record);
  const id = nameAt(record, "eventId");
  const where = [
    ...(event === null || event.event === "" ? [] : [attribute(attributes.event, event.event)]),
    ...(id === undefined ? [] : [attribute(attributes.eventId, id)]),
  ];
  return verdict.problems.map(({ code, severity, attributes: said }) =>
    logItem({
      name: "snaphook.problem",
      time,
      severity,
      body: code,
      attributes: [...where, ...said],
      traceId,
      spanId,
    }),
  );
}
