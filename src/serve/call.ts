import type { CommandAnswer } from "./answer.js";

/** An event for a worker, and all that the direct command would have had. */
export interface Call {
  readonly host: string;
  readonly cwd: string;
  readonly umask: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly payload: Buffer;
}

/** To a worker: one call at a time. */
export type ToWorker = { readonly type: "call"; readonly call: Call } | { readonly type: "abort" };

/** From a worker. `free`: nothing of the call is left, async hooks included. */
export type FromWorker =
  | { readonly type: "ready" | "beat" | "failed" | "free" }
  | { readonly type: "answer"; readonly answer: CommandAnswer };
