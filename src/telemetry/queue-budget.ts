import type { LossReason } from "./telemetry.js";

/** A span or log record that waits to be sent or is on its way. */
export interface QueuedItem {
  readonly json: string;
  readonly bytes: number;
  /** Of a log record that reports losses: those that must be reported again if it is lost too. */
  readonly reportedLosses?: ReadonlyMap<LossReason, number>;
}

/** How much waits in all queues together. */
export class QueueBudget {
  items = 0;
  bytes = 0;

  constructor(private readonly most: { readonly items: number; readonly bytes: number }) {}

  has(bytes: number): boolean {
    return this.items < this.most.items && this.bytes + bytes <= this.most.bytes;
  }

  get isHalfEmpty(): boolean {
    return this.items * 2 <= this.most.items && this.bytes * 2 <= this.most.bytes;
  }

  take({ bytes }: QueuedItem): void {
    this.items++;
    this.bytes += bytes;
  }

  free({ bytes }: QueuedItem): void {
    this.items--;
    this.bytes -= bytes;
  }
}
