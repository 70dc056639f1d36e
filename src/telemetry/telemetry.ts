import type { PlainRecord } from "../trace/index.js";
import type { TelemetryLimits } from "./limits.js";

/** Where telemetry goes, and what goes there. */
export interface TelemetryOptions {
  /** The base address of an OTLP/HTTP receiver: `/v1/traces` and `/v1/logs` are put behind its path. */
  readonly endpoint: string;
  /** Sent with each request, and never shown. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: `snaphook`. */
  readonly serviceName?: string;
  /** Further attributes of the resource, as `deployment.environment.name`. */
  readonly resource?: Readonly<Record<string, string>>;
  /** Whether payloads, outputs and reasons are sent too, redacted and cut. Default: false. */
  readonly content?: boolean;
  /** The W3C trace context to hang events under; by default the environment's `TRACEPARENT`. */
  readonly traceparent?: string;
  /** Called once for each kind of trouble, and again after sending worked in between. */
  readonly onTrouble?: (trouble: TelemetryTrouble) => void;
  readonly limits?: Partial<TelemetryLimits>;
}

/** Sends what the ledger records as OpenTelemetry spans and log records. Nothing here throws or waits for the network but `flush` and `close`. */
export interface Telemetry {
  /** For `onRecord` of a ledger, which redacts: what is taken is not redacted again. */
  readonly take: (record: PlainRecord) => void;
  readonly stats: TelemetryStats;
  /** Resolves when all that was taken is sent or lost, or after `limits.closeMs`. Events without a verdict stay open. */
  flush(): Promise<void>;
  /** Sends what is left, events without a verdict as unfinished. What is not sent within `limits.closeMs` is lost. */
  close(): Promise<{ readonly sent: number; readonly lost: number }>;
}

/**
 * Why a span or log record did not arrive, as far as is known:
 * - `full`: there was no room to keep it; `unreachable`: the receiver could not be asked, or did not take it, for too long;
 * - `refused`: the receiver does not want the request, sends it elsewhere, or is not who it should be;
 * - `rejected`: the receiver took the request but not all of it; `garbled`: it answered as no OTLP receiver does;
 * - `unsent`: it was still here when time was up at `close`, or came later.
 */
export const lossReasons = [
  "full",
  "unreachable",
  "refused",
  "rejected",
  "garbled",
  "unsent",
] as const;
/** One of the reasons above. */
export type LossReason = (typeof lossReasons)[number];
/** How many were lost, by reason. */
export type LossCounts = Readonly<Record<LossReason, number>>;

/** Counted in spans and log records, as a receiver counts: `taken = queued + sent + lost`, at any moment. */
export interface TelemetryStats {
  readonly taken: number;
  /** Events that are still open included, and what is on its way. */
  readonly queued: number;
  readonly sent: number;
  readonly lost: LossCounts;
}

/** One thing that keeps telemetry from arriving. `busy`: the receiver asks to wait; nothing is lost yet. */
export interface TelemetryTrouble {
  readonly kind: LossReason | "busy";
  /** A sentence for a person, without any header or password. */
  readonly message: string;
}
