import type { HookRun } from "../../decode/index.js";
import { isRecord } from "../json.js";

/** What a hook printed, as the host takes it: unchecked, any field may hold anything. */
export type QwenOutput = Readonly<Record<string, unknown>>;

/** One run as the host sees it. */
export interface QwenRead {
  readonly run: HookRun;
  /** Null where the host got nothing to read. */
  readonly output: QwenOutput | null;
  readonly format: "json" | "text" | "nothing";
  /** What was looked at, and where it came from. */
  readonly text: string;
  readonly stream: "stdout" | "stderr";
  /** The host logs it as failed. */
  readonly failed: boolean;
}

/**
 * With exit code 2 only stderr is read; with every other end, a signal too, stdout or, where that is blank, stderr.
 * JSON counts whatever the code says, and a JSON string is read a second time as JSON.
 */
export function readRun(run: HookRun, promotesText: boolean): QwenRead {
  const { ending } = run;
  const code = ending.type === "exited" || ending.type === "changed" ? ending.code : null;
  const stdout = code === 2 ? "" : run.stdout.text.trim();
  const text = stdout === "" ? run.stderr.text.trim() : stdout;
  const stream = stdout === "" ? "stderr" : "stdout";
  const base = { run, text, stream, failed: !run.isAsync && code !== 0 } as const;
  const nothing = { ...base, output: null, format: "nothing" } as const;
  // The host counts a hook that it does not wait for as one that has said to continue.
  if (run.isAsync) return { ...nothing, output: { continue: true } };
  if (ending.type === "timed-out" || ending.type === "not-started" || ending.type === "cancelled")
    return nothing;
  const value = run.json === undefined ? parsed(text) : run.json;
  if (typeof value === "object" && value !== null)
    return { ...base, output: isRecord(value) ? value : {}, format: "json" };
  if (text === "") return nothing;
  const isContext = promotesText && stream === "stdout" && !text.startsWith("{");
  return { ...base, output: fromText(text, code, isContext), format: "text" };
}

/** Undefined where it is no JSON. A number alone is JSON, and the host takes it for text. */
function parsed(text: string): unknown {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "string" ? (JSON.parse(value) as unknown) : value;
  } catch {
    return undefined;
  }
}

/** Plain text in the form of an answer. The reasons are the host's own words; they are joined with those of hooks. */
function fromText(text: string, code: number | null, isContext: boolean): QwenOutput {
  if (code === 2) return { decision: "deny", reason: text };
  if (code !== 0)
    return {
      decision: "allow",
      reason: `Non-blocking error: ${text}`,
      systemMessage: `Warning: ${text}`,
    };
  const allowed = { decision: "allow", reason: "Hook executed successfully" };
  return isContext
    ? { ...allowed, hookSpecificOutput: { additionalContext: withoutEscapes(text) } }
    : { ...allowed, systemMessage: text };
}

/** Sequences that a terminal would obey. */
// oxlint-disable-next-line no-control-regex
const escapes = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[@-Z\\-_])/g;

function withoutEscapes(text: string): string {
  return text.replaceAll(escapes, "");
}
