import type { ProcessResult, ProcessSpec, RunEnding } from "../process-spec.js";

/** One event for a worker: which process it goes to, how that one is started where there is none, and the event. */
export interface WorkerSpec {
  /** Events of one key go to one process. */
  readonly key: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** The payload as JSON, on one line. */
  readonly event: string;
  readonly timeoutMs: number;
  /** Bytes kept of each of the answer's texts. */
  readonly outputBytes: number;
  /**
   * It understands `{"cancel":"7"}`: nobody waits for event 7 any more. It then stops working on that event and answers
   * it with any line; one that does is not replaced for an event that took too long.
   */
  readonly canCancel: boolean;
}

/** Long-lived processes that answer events, one for each key. A failure is a result; nothing here rejects. */
export interface Workers {
  run(spec: WorkerSpec, signal: AbortSignal): Promise<ProcessResult>;
  /** Its files have changed: no new event goes to the process, and the next one starts another. */
  retire(key: string): void;
  /** Ends all of them. Events that still wait are cancelled. */
  close(): void;
}

/** What is needed to start a worker's process, here or in the keeper. It survives JSON. */
export type WorkerCommand = Pick<ProcessSpec, "runId" | "file" | "args" | "cwd" | "env">;

/** How a worker's process ended, with the last that it said on stderr. */
export interface WorkerEnd {
  readonly ending: RunEnding;
  readonly stderr: Uint8Array;
  readonly stderrCut: boolean;
}

/** Callbacks of a worker's process. */
export interface WorkerListener {
  onLog(text: string): void;
  onEnd(end: WorkerEnd): void;
}

/** How it is ended: asked first and killed soon after, or killed at once. */
export type WorkerStop = "ask" | "kill";
