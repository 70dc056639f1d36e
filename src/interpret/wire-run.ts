import type { Captured, Ending, HookRun, OnFailure, PlainValue } from "../decode/index.js";
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
  const printed = capture(run.stdout ?? "", outputBytes, `runs[${index}].stdout`);
  const stdout = run.garbled === undefined ? printed : { ...printed, garbled: run.garbled };
  const stderr = capture(run.stderr ?? "", outputBytes, `runs[${index}].stderr`);
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

function wireEnding(ending: Ending): WireRun {
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

/** Keeps at most `limit` bytes, and never more than whole characters of them. */
function capture(stream: string | Uint8Array, limit: number, name: string): Captured {
  if (typeof stream === "string") {
    // A UTF-16 unit is at most three bytes, so short strings need no counting.
    if (stream.length * 3 <= limit) return { text: stream, cut: false, faithful: true };
    const { read } = new TextEncoder().encodeInto(stream, new Uint8Array(limit));
    return { text: stream.slice(0, read), cut: read < stream.length, faithful: true };
  }
  if (!(stream instanceof Uint8Array)) throw new TypeError(`${name} is neither a string nor bytes`);
  const cut = stream.length > limit;
  const kept = cut ? stream.subarray(0, limit) : stream;
  const utf16 = utf16Of(kept);
  if (utf16 !== null) return { text: new TextDecoder(utf16).decode(kept), cut, faithful: false };
  try {
    // A cut may split the last character, which is no fault of the hook's.
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(kept, {
      stream: cut,
    });
    return { text, cut, faithful: true };
  } catch {
    return {
      text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(kept),
      cut,
      faithful: false,
    };
  }
}

/** Which UTF-16 the bytes are, by their mark or because every second one is zero; null where they are not. */
function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return "utf-16le";
  return first === 0 && second !== 0 && third === 0 && fourth !== 0 ? "utf-16be" : null;
}
