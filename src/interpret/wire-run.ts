import {
  capture,
  type Captured,
  type Ending,
  type HookRun,
  type OnFailure,
  type PlainValue,
} from "../decode/index.js";
import { exitCodes, isExitCode, misfit } from "./caller-mistake.js";

/** A run as conformance cases and callers from outside write it. It becomes a HookRun at the door. */
export interface WireRun {
  /** An integer from 0 to 255; a killed hook has a `signal` instead. */
  readonly exit?: number;
  readonly signal?: string;
  readonly timedOut?: boolean;
  readonly spawnError?: string;
  readonly cancelled?: boolean;
  /** A file that the hook names, changed while it ran; of its exit codes only 2 then says anything. */
  readonly changed?: string;
  /** Bytes are decoded here, strictly. */
  readonly stdout?: string | Uint8Array;
  readonly stderr?: string | Uint8Array;
  /** The answer of a hook of type json, instead of stdout. */
  readonly json?: unknown;
  /** What is wrong with how stdout came, in words; it then may only tighten. */
  readonly garbled?: string;
  /** stdout was cut at the cap. */
  readonly cut?: boolean;
  /** stderr was cut at the cap. */
  readonly stderrCut?: boolean;
  readonly onFailure?: OnFailure;
  /** Nobody waited for it: in Snaphook's own dialects it has no vote. */
  readonly async?: boolean;
  readonly sequential?: boolean;
  readonly merge?: boolean;
  /** It ran on the final input: it may only restrict. */
  readonly final?: boolean;
  /** It is recorded with what it would have done, and has no effect. */
  readonly observe?: boolean;
  /** The hook's deadline in seconds. */
  readonly timeout?: number;
  /** The hook's name; `#0`, `#1`, … where there is none. */
  readonly hook?: string;
}

const failures: readonly OnFailure[] = ["continue", "ask", "block"];

/** Reads a wire run. A run that does not say how it ended is the caller's mistake: it throws. */
export function toHookRun(run: WireRun, index: number, outputBytes: number): HookRun {
  if (typeof run !== "object" || run === null)
    throw new TypeError(`runs[${index}] is not an object`);
  const { onFailure = "continue" } = run;
  if (!failures.includes(onFailure)) {
    throw new TypeError(
      `runs[${index}].onFailure is ${JSON.stringify(onFailure)}; allowed are: ${failures.join(", ")}`,
    );
  }
  const read = (name: "stdout" | "stderr"): Captured => {
    const stream = run[name] ?? "";
    if (typeof stream !== "string" && !(stream instanceof Uint8Array))
      throw new TypeError(`runs[${index}].${name} is neither a string nor bytes`);
    return capture(stream, outputBytes);
  };
  const printed = read("stdout");
  const stdout = run.garbled === undefined ? printed : { ...printed, garbled: run.garbled };
  const stderr = read("stderr");
  return {
    hook: typeof run.hook === "string" ? run.hook : `#${index}`,
    ending: endingOf(run, index),
    stdout: run.cut === true ? { ...stdout, cut: true } : stdout,
    stderr: run.stderrCut === true ? { ...stderr, cut: true } : stderr,
    json: run.json as PlainValue | undefined,
    onFailure,
    merge: run.merge === true,
    final: run.final === true,
    observe: run.observe === true,
    isAsync: run.async === true,
    timeout: run.timeout ?? null,
  };
}

/** A run as it is written down: in the ledger, by `--json`, in conformance cases. */
export function toWireRun(run: HookRun): WireRun {
  const { hook, ending, stdout, stderr, json, onFailure, merge, timeout } = run;
  return {
    hook,
    onFailure,
    merge,
    ...(timeout !== null && { timeout }),
    ...wireEnding(ending),
    stdout: stdout.text,
    stderr: stderr.text,
    ...(json !== undefined && { json }),
    ...(stdout.cut && { cut: true }),
    ...(stderr.cut && { stderrCut: true }),
    ...(stdout.garbled !== undefined && { garbled: stdout.garbled }),
    ...(run.isAsync && { async: true }),
    ...(run.final && { final: true }),
    ...(run.observe && { observe: true }),
  };
}

/** How a run ended, in the same words. */
export function wireEnding(ending: Ending): WireRun {
  switch (ending.type) {
    case "exited":
      return { exit: ending.code };
    case "signalled":
      return { signal: ending.signal };
    case "timed-out":
      return { timedOut: true };
    case "not-started":
      return { spawnError: ending.error };
    case "changed":
      return { changed: ending.file, ...(ending.code !== null && { exit: ending.code }) };
    case "cancelled":
      return { cancelled: true };
  }
}

function endingOf(run: WireRun, index: number): Ending {
  const exit = run.exit ?? null;
  if (exit !== null && !isExitCode(exit)) throw misfit(`runs[${index}].exit`, exit, exitCodes);
  if (run.cancelled === true) return { type: "cancelled" };
  if (run.timedOut === true) return { type: "timed-out" };
  if (typeof run.changed === "string") return { type: "changed", file: run.changed, code: exit };
  if (typeof run.spawnError === "string") return { type: "not-started", error: run.spawnError };
  if (typeof run.signal === "string") return { type: "signalled", signal: run.signal };
  if (run.exit === undefined && run.json !== undefined) return { type: "exited", code: 0 };
  if (exit !== null) return { type: "exited", code: exit };
  throw new TypeError(
    `runs[${index}] does not say how it ended: it needs exit (${exitCodes}), signal, timedOut, spawnError or cancelled`,
  );
}
