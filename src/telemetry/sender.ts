import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { TelemetryLimits } from "./limits.js";
import { requestBody, type KeyValue, type Signal } from "./otlp.js";
import { post, type Connection } from "./post.js";
import { quoted, type Posted } from "./responses.js";
import type { QueueBudget, QueuedItem } from "./queue-budget.js";
import type { LossReason } from "./telemetry.js";
import type { TelemetryTroubles } from "./troubles.js";

/** Smaller requests are sent as they are. */
const GZIP_BYTES = 1024;

const compress = promisify(gzip);

export interface SenderOptions {
  readonly signal: Signal;
  readonly connection: Connection | null;
  readonly resource: readonly KeyValue[];
  readonly limits: TelemetryLimits;
  readonly room: QueueBudget;
  readonly troubles: TelemetryTroubles;
  onSent(count: number): void;
  onLost(items: readonly QueuedItem[], reason: LossReason): void;
  /** A request went through; called when all of it is counted. */
  onWorks(): void;
}

/** Sends the items of one signal, one request at a time, in the order in which they came. */
export class Sender {
  private readonly queue: QueuedItem[] = [];
  private bytes = 0;
  private onTheWay: readonly QueuedItem[] = [];
  private running: Promise<void> | null = null;
  private timer: NodeJS.Timeout | null = null;
  private wake: (() => void) | null = null;
  /** The receiver has asked not to be asked before this. */
  private notBefore = 0;
  private readonly abort = new AbortController();
  private closing = false;
  /** Whether the last request went through; true before the first. */
  works = true;

  constructor(private readonly options: SenderOptions) {}

  get size(): number {
    return this.queue.length + this.onTheWay.length;
  }

  add(item: QueuedItem): void {
    this.options.room.take(item);
    this.queue.push(item);
    this.bytes += item.bytes;
    if (this.running !== null) return;
    const { batchItems, batchBytes, delayMs } = this.options.limits;
    const isEnough = this.queue.length >= batchItems || this.bytes >= batchBytes;
    // Never in the caller's time: what is ready goes out when the caller is done.
    if (isEnough) this.later(0);
    else if (this.timer === null) this.later(delayMs);
  }

  /** Sends what there is, without waiting for more or for the end of a pause. Resolves when all is sent or lost. */
  async drain(): Promise<void> {
    while (this.size > 0 && !this.abort.signal.aborted) {
      if (!this.mustWait || this.closing) this.wake?.();
      this.start();
      await this.running;
    }
  }

  /** From now on nothing is tried twice. */
  hurry(): void {
    this.closing = true;
  }

  /** Gives up what is on its way and what still waits. */
  stop(): void {
    this.abort.abort();
    this.wake?.();
    this.cancelTimer();
    const left = this.queue.splice(0);
    for (const item of left) this.options.room.free(item);
    this.bytes = 0;
    this.options.onLost([...this.settle(), ...left], "unsent");
  }

  private get mustWait(): boolean {
    return performance.now() < this.notBefore;
  }

  private later(ms: number): void {
    this.cancelTimer();
    this.timer = setTimeout(() => this.start(), ms).unref();
  }

  private cancelTimer(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  private start(): void {
    this.cancelTimer();
    this.running ??= this.sendAll().finally(() => {
      this.running = null;
      // It came when the last batch was just done.
      if (this.queue.length > 0 && !this.abort.signal.aborted) this.later(0);
    });
  }

  private async sendAll(): Promise<void> {
    while (this.queue.length > 0 && !this.abort.signal.aborted) {
      this.onTheWay = this.nextBatch();
      await this.sendBatch(this.onTheWay);
    }
  }

  private nextBatch(): readonly QueuedItem[] {
    const { batchItems, batchBytes } = this.options.limits;
    let bytes = 0;
    let count = 0;
    for (const item of this.queue) {
      bytes += item.bytes;
      if (count > 0 && (count >= batchItems || bytes > batchBytes)) break;
      count++;
    }
    const batch = this.queue.splice(0, count);
    for (const item of batch) this.bytes -= item.bytes;
    return batch;
  }

  /** Tries until it is decided what became of the batch. */
  private async sendBatch(batch: readonly QueuedItem[]): Promise<void> {
    const { limits, troubles } = this.options;
    const text = requestBody(this.options.signal, this.options.resource, batch);
    const gzipped = text.length >= GZIP_BYTES;
    const body = gzipped ? await compress(text) : Buffer.from(text);
    const giveUp = performance.now() + limits.retryMs;
    for (let tries = 0; !this.abort.signal.aborted; tries++) {
      if (this.mustWait && !this.closing) await this.sleep(this.notBefore - performance.now());
      if (this.mustWait && this.closing) break;
      const posted = await this.post(body, gzipped);
      if (this.abort.signal.aborted) return;
      if (posted.type !== "retry") {
        this.decide(posted);
        return;
      }
      this.works = false;
      troubles.report(posted.kind, this.located(posted.message), this.options.signal);
      const pause = this.pauseAfter(posted.afterMs, tries);
      if (posted.afterMs !== undefined) this.notBefore = performance.now() + pause;
      if (this.closing || performance.now() + pause > giveUp) break;
      if (posted.afterMs === undefined) await this.sleep(pause);
    }
    if (!this.abort.signal.aborted) this.options.onLost(this.settle(), "unreachable");
  }

  private async post(body: Uint8Array, gzipped: boolean): Promise<Posted> {
    const { connection, limits, signal } = this.options;
    if (connection === null)
      return { type: "refused", message: "The endpoint is no http or https address." };
    return post(connection, {
      path: `/v1/${signal}`,
      body,
      gzipped,
      timeoutMs: limits.requestMs,
      signal: this.abort.signal,
    });
  }

  private decide(posted: Exclude<Posted, { type: "retry" }>): void {
    const { troubles } = this.options;
    const batch = this.settle();
    if (posted.type !== "accepted") {
      this.works = false;
      troubles.report(posted.type, this.located(posted.message), this.options.signal);
      this.options.onLost(batch, posted.type);
      return;
    }
    this.works = true;
    const rejected = Math.min(posted.rejected, batch.length);
    this.options.onSent(batch.length - rejected);
    // Which ones it did not want, it does not say.
    this.options.onLost(batch.slice(0, rejected), "rejected");
    const message = `The receiver rejects ${rejected} of ${batch.length}.${quoted(posted.message)}`;
    if (rejected === 0) troubles.worksAgain(this.options.signal);
    else troubles.report("rejected", this.located(message), this.options.signal);
    this.options.onWorks();
  }

  /** The batch is no longer on its way. */
  private settle(): readonly QueuedItem[] {
    const batch = this.onTheWay;
    this.onTheWay = [];
    for (const item of batch) this.options.room.free(item);
    return batch;
  }

  private located(message: string): string {
    const { connection, signal } = this.options;
    const at = connection === null ? "" : ` (${connection.url.origin}, ${signal})`;
    return `${message}${at}`;
  }

  /** As long as the receiver says, else longer each time; never in step with other senders, and never endless. */
  private pauseAfter(stated: number | undefined, tries: number): number {
    const { pauseMs, longestPauseMs } = this.options.limits;
    if (stated !== undefined) return Math.min(stated, longestPauseMs);
    return Math.min(pauseMs * 2 ** tries, longestPauseMs) * (0.5 + Math.random() / 2);
  }

  private sleep(ms: number): Promise<void> {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms).unref();
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    }).then(() => {
      this.wake = null;
    });
  }
}
