import { isRecord, parseJson } from "../json/index.js";
import type { ProcessResult, ProcessSpec } from "./process-spec.js";
import type { LineAddress } from "./worker/direct-line.js";
import type { WorkerStop, WorkerCommand, WorkerEnd } from "./worker/worker-spec.js";

/** Messages from the host to the keeper, one JSON object a line. */
export type ToKeeper =
  /** The variables that all runs share; a spec has only what it adds to them. */
  | { readonly type: "base"; readonly env: Readonly<Record<string, string>> }
  | { readonly type: "run"; readonly spec: ProcessSpec }
  | { readonly type: "cancel"; readonly runId: string }
  /** Whether it is there: it says again that it is ready. */
  | { readonly type: "ask" }
  /** Start a worker and connect it to the host. */
  | { readonly type: "serve"; readonly command: WorkerCommand; readonly line: LineAddress }
  | { readonly type: "stop"; readonly runId: string; readonly how: WorkerStop };

/** Messages from the keeper to the host. Bytes travel as base64. */
export type FromKeeper =
  | { readonly type: "ready" }
  /** Only where a hook cannot be found by its environment. */
  | { readonly type: "started"; readonly runId: string; readonly pid: number }
  | { readonly type: "ended"; readonly runId: string; readonly result: WireResult }
  /** What a worker says on stderr. */
  | { readonly type: "said"; readonly runId: string; readonly text: string }
  /** A worker has ended. */
  | { readonly type: "left"; readonly runId: string; readonly end: WireEnd };

type WireResult = Omit<ProcessResult, "stdout" | "stderr"> & {
  readonly stdout: string;
  readonly stderr: string;
};

type WireEnd = Omit<WorkerEnd, "stderr"> & { readonly stderr: string };

export function toWire(result: ProcessResult): WireResult {
  return { ...result, stdout: encode(result.stdout), stderr: encode(result.stderr) };
}

export function fromWire(result: WireResult): ProcessResult {
  return {
    ...result,
    stdout: Buffer.from(result.stdout, "base64"),
    stderr: Buffer.from(result.stderr, "base64"),
  };
}

export function endToWire(end: WorkerEnd): WireEnd {
  return { ...end, stderr: encode(end.stderr) };
}

export function endFromWire(end: WireEnd): WorkerEnd {
  return { ...end, stderr: Buffer.from(end.stderr, "base64") };
}

function encode(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}

/** Sends messages, those of one turn in one write: each write wakes the other side. */
export function outbox(write: (text: string) => void): (message: ToKeeper | FromKeeper) => void {
  let lines = "";
  return (message) => {
    if (lines === "")
      queueMicrotask(() => {
        write(lines);
        lines = "";
      });
    lines += `${JSON.stringify(message)}\n`;
  };
}

/** Splits a stream of text into lines and parses each. A line that is no message is not from us and is passed over. */
export function lineReader(take: (message: object) => void): (chunk: string) => void {
  let parts: string[] = [];
  return (chunk) => {
    for (const [index, part] of chunk.split("\n").entries()) {
      if (index > 0) {
        const message = parseJson(parts.join(""));
        parts = [];
        if (isRecord(message)) take(message);
      }
      parts.push(part);
    }
  };
}
