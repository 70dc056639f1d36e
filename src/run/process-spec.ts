import type { Ending } from "../decode/index.js";

/** A process to run for one hook: all that is needed to start it, here or in the keeper. It survives JSON. */
export interface ProcessSpec {
  /** Unique. The process and all its children carry it in their environment, so that they can be found. */
  readonly runId: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Written to stdin, which is then closed. */
  readonly stdin: string;
  readonly timeoutMs: number;
  /** Bytes kept of each stream. */
  readonly outputBytes: number;
  /** Whatever it has started ends with it. By default children of a process that has ended by itself are left alone. */
  readonly takesChildren?: boolean;
}

/** How a run can end, as far as whoever runs it can know. */
export type RunEnding = Exclude<Ending, { type: "changed" }>;

/** How a process ended and what it printed. */
export interface ProcessResult {
  readonly ending: RunEnding;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
  /** More was printed on stdout, or on stderr, than was kept. */
  readonly cut: boolean;
  readonly stderrCut: boolean;
  /** stdout came in a form that its channel does not allow, in words: it may only tighten. */
  readonly garbled?: string;
  readonly ms: number;
}

/** The variable by which a process tree is found again. */
export const RUN_ID = "SNAPHOOK_RUN_ID";
