/** How much is kept and for how long. */
export interface TelemetryLimits {
  /** Spans and log records that wait or are on their way, and their size; more are dropped. */
  readonly items: number;
  readonly bytes: number;
  /** A request is sent as soon as it would hold so much, or after `delayMs`. */
  readonly batchItems: number;
  readonly batchBytes: number;
  readonly delayMs: number;
  /** The deadline of one request. */
  readonly requestMs: number;
  /** How long a request is tried again, and the first and the longest pause in between. */
  readonly retryMs: number;
  readonly pauseMs: number;
  readonly longestPauseMs: number;
  /** What `flush` and `close` take at most. */
  readonly closeMs: number;
  /** Events without a verdict, and how long one is waited for. */
  readonly openEvents: number;
  readonly unfinishedMs: number;
  /** Characters of one text. */
  readonly text: number;
}

export const defaultLimits: TelemetryLimits = {
  items: 4096,
  bytes: 8_388_608,
  batchItems: 512,
  batchBytes: 1_048_576,
  delayMs: 1000,
  requestMs: 10_000,
  retryMs: 120_000,
  pauseMs: 1000,
  longestPauseMs: 30_000,
  closeMs: 2000,
  openEvents: 512,
  unfinishedMs: 900_000,
  text: 4096,
};
