import type { PlainRecord } from "../trace/index.js";
import { attributes, type AttributeSpec } from "./attributes.js";
import { randomHex, readTraceparent } from "./ids.js";
import { defaultLimits, type TelemetryLimits } from "./limits.js";
import { OpenEvents } from "./open-events.js";
import {
  attribute,
  logItem,
  textAttribute,
  type Item,
  type KeyValue,
  type Signal,
} from "./otlp.js";
import { connectionTo } from "./post.js";
import { QueueBudget, type QueuedItem } from "./queue-budget.js";
import { Sender } from "./sender.js";
import {
  lossReasons,
  type LossReason,
  type Telemetry,
  type TelemetryOptions,
  type TelemetryStats,
} from "./telemetry.js";
import { secretsOf, TelemetryTroubles } from "./troubles.js";

/** Begins to send telemetry. Never throws: where nothing can be sent, it is lost, counted and reported. */
export function openTelemetry(options: TelemetryOptions): Telemetry {
  return new Exporter(options);
}

/** Records that wait for the caller to be done; more are read in the caller's time. */
const MOST_BACKLOG = 128;

const lostAttributes = {
  full: attributes.lostFull,
  unreachable: attributes.lostUnreachable,
  refused: attributes.lostRefused,
  rejected: attributes.lostRejected,
  garbled: attributes.lostGarbled,
  // Nothing is sent any more that could report it.
  unsent: null,
};

class Exporter implements Telemetry {
  private readonly limits: TelemetryLimits;
  private readonly room: QueueBudget;
  private readonly events: OpenEvents;
  private readonly senders: Readonly<Record<Signal, Sender>>;
  private readonly troubles: TelemetryTroubles;
  private readonly destroy: () => void;
  private readonly lost: Record<LossReason, number> = {
    full: 0,
    unreachable: 0,
    refused: 0,
    rejected: 0,
    garbled: 0,
    unsent: 0,
  };
  /** Losses that were not reported to the receiver yet. */
  private unreported = new Map<LossReason, number>();
  private backlog: PlainRecord[] = [];
  private turn: NodeJS.Immediate | null = null;
  private taken = 0;
  private sent = 0;
  private sweeper: NodeJS.Timeout | null = null;
  private closed: ReturnType<Telemetry["close"]> | null = null;
  private isOver = false;

  constructor(options: TelemetryOptions) {
    const limits = { ...defaultLimits, ...options.limits };
    const { headers = {}, content = false } = options;
    this.limits = limits;
    this.room = new QueueBudget(limits);
    const parent = readTraceparent(options.traceparent ?? process.env["TRACEPARENT"]);
    const contentOptions = { content, text: limits.text };
    this.events = new OpenEvents({ contentOptions, parent, most: limits.openEvents });
    const connection = connectionTo(options.endpoint, headers);
    const hidden = secretsOf(headers, connection?.url ?? null);
    const troubles = new TelemetryTroubles(options.onTrouble, hidden);
    this.troubles = troubles;
    this.destroy = () => connection?.client.close();
    const sender = (signal: Signal): Sender =>
      new Sender({
        signal,
        connection,
        resource: resourceOf(options),
        limits,
        room: this.room,
        troubles,
        onSent: (count) => (this.sent += count),
        onLost: (items, reason) => this.lose(items, reason),
        onWorks: () => this.worksAgain(),
      });
    this.senders = { traces: sender("traces"), logs: sender("logs") };
  }

  get stats(): TelemetryStats {
    this.catchUp();
    const { taken, sent, senders, events } = this;
    const queued = events.size + senders.traces.size + senders.logs.size;
    return { taken, queued, sent, lost: { ...this.lost } };
  }

  readonly take = (record: PlainRecord): void => {
    this.backlog.push(record);
    if (this.backlog.length >= MOST_BACKLOG) this.catchUp();
    else this.turn ??= setImmediate(() => this.catchUp());
  };

  async flush(): Promise<void> {
    this.catchUp();
    await this.drained();
  }

  close(): ReturnType<Telemetry["close"]> {
    this.closed ??= this.finish();
    return this.closed;
  }

  private catchUp(): void {
    if (this.turn !== null) clearImmediate(this.turn);
    this.turn = null;
    const records = this.backlog;
    this.backlog = [];
    for (const record of records)
      try {
        this.takeOne(record);
      } catch {
        // Only a record that no ledger writes: it is as if it had not come.
      }
  }

  private takeOne(record: PlainRecord): void {
    const before = this.events.size;
    const items = this.events.take(record, performance.now());
    // What was waiting and is given back now was counted when it came.
    this.taken += items.length + this.events.size - before;
    this.enqueue(items);
    // Nobody would give up on it later.
    if (this.closed !== null) this.enqueue(this.events.giveUp(Number.POSITIVE_INFINITY));
    if (this.sweeper === null && !this.events.isEmpty) this.sweepLater();
  }

  private enqueue(items: readonly Item[]): void {
    for (const { signal, json } of items) {
      const item: QueuedItem = { json, bytes: Buffer.byteLength(json) };
      if (this.isOver) this.lose([item], "unsent");
      else if (this.room.has(item.bytes)) this.senders[signal].add(item);
      else this.lose([item], "full");
    }
  }

  private lose(items: readonly QueuedItem[], reason: LossReason): void {
    if (items.length === 0) return;
    this.lost[reason] += items.length;
    this.addUnreported(reason, items.length);
    for (const { reportedLosses } of items)
      for (const [why, count] of reportedLosses ?? []) this.addUnreported(why, count);
    if (reason === "full")
      this.troubles.report(
        "full",
        "More happens than can be sent: spans and log records are lost.",
        "queue",
      );
    if (reason === "unsent")
      this.troubles.report(
        "unsent",
        "Time was up before all spans and log records were sent.",
        "queue",
      );
  }

  private addUnreported(reason: LossReason, count: number): void {
    this.unreported.set(reason, (this.unreported.get(reason) ?? 0) + count);
  }

  private worksAgain(): void {
    if (!this.room.isHalfEmpty) return;
    this.troubles.worksAgain("queue");
    this.tellLosses();
  }

  /** A log record of what was lost, so that a receiver can see the gap. */
  private tellLosses(): void {
    const { logs } = this.senders;
    const reportedLosses = this.unreported;
    if (reportedLosses.size === 0 || !logs.works || this.isOver) return;
    this.unreported = new Map();
    let sum = 0;
    const counts: KeyValue[] = [];
    for (const reason of lossReasons) {
      const count = reportedLosses.get(reason) ?? 0;
      const spec = lostAttributes[reason];
      sum += count;
      if (count > 0 && spec !== null) counts.push(attribute(spec, count));
    }
    const { json } = logItem({
      name: "snaphook.lost",
      time: Date.now(),
      severity: "warning",
      body: `${sum} spans and log records were lost`,
      attributes: counts,
      traceId: "",
      spanId: "",
    });
    this.taken++;
    // It has a place of its own: it is one, and it reports what was full.
    logs.add({ json, bytes: Buffer.byteLength(json), reportedLosses });
  }

  /** Gives up on events whose verdict does not come. */
  private sweepLater(): void {
    const { unfinishedMs } = this.limits;
    this.sweeper = setTimeout(() => {
      this.sweeper = null;
      this.enqueue(this.events.giveUp(performance.now() - unfinishedMs));
      if (!this.events.isEmpty) this.sweepLater();
    }, unfinishedMs).unref();
  }

  /** Until all is sent or lost, or time is up. The host is kept alive meanwhile: it has asked to wait. */
  private async drained(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, this.limits.closeMs);
    });
    const { traces, logs } = this.senders;
    // Lost spans may be reported in a log record.
    const done = Promise.all([traces.drain(), logs.drain()]).then(() => logs.drain());
    await Promise.race([done, late]);
    clearTimeout(timer);
  }

  private async finish(): Promise<{ sent: number; lost: number }> {
    const { traces, logs } = this.senders;
    this.catchUp();
    this.enqueue(this.events.giveUp(Number.POSITIVE_INFINITY));
    this.tellLosses();
    traces.hurry();
    logs.hurry();
    await this.drained();
    this.isOver = true;
    traces.stop();
    logs.stop();
    if (this.sweeper !== null) clearTimeout(this.sweeper);
    this.destroy();
    const lost = lossReasons.reduce((sum, reason) => sum + this.lost[reason], 0);
    return { sent: this.sent, lost };
  }
}

function resourceOf({ serviceName = "snaphook", resource = {} }: TelemetryOptions): KeyValue[] {
  const own: readonly (readonly [AttributeSpec, KeyValue])[] = [
    [attributes.serviceName, attribute(attributes.serviceName, serviceName)],
    [attributes.serviceInstance, attribute(attributes.serviceInstance, randomHex(16))],
    [attributes.pid, attribute(attributes.pid, process.pid)],
    [attributes.runtime, attribute(attributes.runtime, "nodejs")],
    [attributes.runtimeVersion, attribute(attributes.runtimeVersion, process.version)],
  ];
  return [
    ...own.flatMap(([{ name }, written]) => (Object.hasOwn(resource, name) ? [] : [written])),
    ...Object.entries(resource).map(([key, value]) => textAttribute(key, value)),
  ];
}
