import type { ProcessResult } from "../process-spec.js";

/** One event to be posted to a hook that lives elsewhere. */
export interface HttpSpec {
  readonly url: string;
  /** As the settings have them: `$NAME` and `${NAME}` in a value stand for a variable. */
  readonly headers: Readonly<Record<string, string>>;
  /** The variables that may be put into headers, and no others. */
  readonly variables: Readonly<Record<string, string>>;
  /** The payload, as JSON. */
  readonly body: string;
  /** From the first step of connecting to the last byte of the answer. */
  readonly timeoutMs: number;
  /** Bytes kept of an answer. */
  readonly outputBytes: number;
  /** What may be contacted; see `isListedHost`. */
  readonly hosts: readonly string[];
}

/** Posts events over connections that are kept for the next one. */
export interface HttpRunner {
  /** Never rejects: what goes wrong is a result. */
  run(spec: HttpSpec, signal: AbortSignal): Promise<ProcessResult>;
  /** Closes every connection; what still waits for an answer is cancelled. */
  close(): void;
}
