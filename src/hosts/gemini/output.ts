import type { HookRun } from "../../decode/index.js";
import { isRecord } from "../json.js";
import { fromText } from "./exit-codes.js";

/** What a hook printed, as the host takes it: unchecked, any field may hold anything. */
export type GeminiOutput = Readonly<Record<string, unknown>>;

/** One run as the host sees it. */
export interface GeminiRead {
  readonly run: HookRun;
  /** Null where the host got nothing that it could read. */
  readonly output: GeminiOutput | null;
  readonly format: "json" | "text" | "scalar" | "nothing";
  /** What was looked at, and where it came from. */
  readonly text: string;
  readonly stream: "stdout" | "stderr";
  /** The host reports it as failed: it did not end with code 0. */
  readonly failed: boolean;
}

/**
 * The exit code is asked only where the text is no JSON. Stderr is read like stdout where stdout is blank, and
 * a JSON string is read a second time as JSON. A hook that was killed counts as code 0 here.
 */
export function readRun(run: HookRun): GeminiRead {
  const { ending } = run;
  const failed = !(ending.type === "exited" && ending.code === 0);
  const stdout = run.stdout.text.trim();
  const text = stdout === "" ? run.stderr.text.trim() : stdout;
  const base = { run, text, stream: stdout === "" ? "stderr" : "stdout", failed } as const;
  const nothing = { ...base, output: null, format: "nothing" } as const;
  if (ending.type === "timed-out" || ending.type === "not-started" || ending.type === "cancelled")
    return nothing;
  if (run.json !== undefined) return ofValue(run.json, base);
  if (text === "") return nothing;
  try {
    const value = JSON.parse(text) as unknown;
    return ofValue(typeof value === "string" ? (JSON.parse(value) as unknown) : value, base);
  } catch {
    const code = ending.type === "signalled" ? 0 : (ending.code ?? 0);
    return { ...base, output: fromText(text, code), format: "text" };
  }
}

/** An array counts as an output too, one without any field. */
function ofValue(value: unknown, base: Omit<GeminiRead, "output" | "format">): GeminiRead {
  if (isRecord(value)) return { ...base, output: value, format: "json" };
  return Array.isArray(value)
    ? { ...base, output: {}, format: "json" }
    : { ...base, output: null, format: "scalar" };
}
