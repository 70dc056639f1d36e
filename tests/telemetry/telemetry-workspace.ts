import {
  openTelemetry,
  type LossCounts,
  type Telemetry,
  type TelemetryOptions,
  type TelemetryTrouble,
} from "../../src/telemetry/index.js";
import { whole } from "./records.js";
import { Receiver } from "./receiver.js";

/** Without the pauses that people would not notice and tests would. */
const quick = { delayMs: 1, pauseMs: 10, longestPauseMs: 40, retryMs: 10_000, closeMs: 10_000 };

export const none: LossCounts = {
  full: 0,
  unreachable: 0,
  refused: 0,
  rejected: 0,
  garbled: 0,
  unsent: 0,
};

/** A receiver, and telemetry that goes there. */
export class TelemetryWorkspace {
  readonly troubles: TelemetryTrouble[] = [];
  private readonly opened: Telemetry[] = [];

  private constructor(public receiver: Receiver) {}

  static async start(): Promise<TelemetryWorkspace> {
    return new TelemetryWorkspace(await Receiver.start());
  }

  open({ limits, ...options }: Partial<TelemetryOptions> = {}): Telemetry {
    const telemetry = openTelemetry({
      endpoint: this.receiver.endpoint,
      traceparent: "",
      onTrouble: (trouble) => this.troubles.push(trouble),
      limits: { ...quick, ...limits },
      ...options,
    });
    this.opened.push(telemetry);
    return telemetry;
  }

  get kinds(): string[] {
    return this.troubles.map(({ kind }) => kind);
  }

  /** The losses that were reported to the receiver. */
  get lossLogs(): object[] {
    return this.receiver.logs
      .filter(({ name }) => name === "snaphook.lost")
      .map(({ attributes }) => attributes);
  }

  /** Whatever a test did, every request has to be as OTLP wants it. */
  async close(): Promise<void> {
    await Promise.all(this.opened.map((telemetry) => telemetry.close()));
    await this.receiver.stop();
    const { faults } = this.receiver;
    if (faults.length > 0) throw new Error(`faults in requests: ${faults.join("; ")}`);
  }
}

/** An event with one run: two spans. */
export const fire = (telemetry: Telemetry, id: string): void => {
  for (const record of whole(id)) telemetry.take(record);
};
