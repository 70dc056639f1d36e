import { isRecord } from "../../json/index.js";

/** A hook that failed without anybody noticing, as a line of a host's transcript has it. */
export interface TranscriptFailure {
  readonly event: string;
  /** Its command, or what else the host says about which hook it is. */
  readonly hook: string;
  /** In a few words: the exit code, and the first line that it printed. */
  readonly how: string;
  readonly time: string | null;
  /** It is a summary of what single lines of the same transcript may say too. */
  readonly isSummary: boolean;
}

/** Every line about a failed hook has one of these: the others are not parsed. */
export const marks: readonly string[] = [
  "hook_non_blocking_error",
  "hook_error_during_execution",
  "hook_cancelled",
  "stop_hook_summary",
  "failed with non-blocking status code",
  "] failed to run: ",
  "hook_completed",
];

/** What a line of a transcript of Claude Code or Codex says about hooks that failed. */
export function failuresIn(line: unknown): readonly TranscriptFailure[] {
  if (!isRecord(line)) return [];
  const time = textAt(line, "timestamp");
  const failed = (event: string, hook: string, how: string): TranscriptFailure => ({
    event,
    hook: hook === "" ? event : hook,
    how,
    time,
    isSummary: false,
  });
  const { attachment, payload } = line;
  if (isRecord(attachment)) {
    const how = howAttached(attachment);
    if (how === null) return [];
    const event = textAt(attachment, "hookName") ?? textAt(attachment, "hookEvent") ?? "";
    return [failed(event, textAt(attachment, "command") ?? "", how)];
  }
  if (isRecord(payload) && payload["type"] === "hook_completed")
    return codexFailure(payload, failed);
  if (line["type"] !== "system") return [];
  if (line["subtype"] === "stop_hook_summary")
    return stopErrors(line).map((one) => ({
      ...failed("Stop", one.hook, one.how),
      isSummary: true,
    }));
  // Until 2.0 a failure was a line of text: `PreToolUse:Bash [guard.sh] failed with non-blocking status code 1: …`.
  const content = (textAt(line, "content") ?? "").replaceAll(COLOURS, "");
  const [, event = "", command = "", how = ""] =
    /^(\S+) \[([^]*?)\] (failed (?:with non-blocking status code|to run)[^\n]*)/.exec(content) ??
    [];
  return event === ""
    ? []
    : [failed(event, command, how.replace("failed with non-blocking status code", "exit code"))];
}

// oxlint-disable-next-line no-control-regex -- the host has painted it
const COLOURS = /\u001b\[[0-9;]*m/g;

/** How a hook failed by its attachment; null where it did not. One that the user has cancelled did not. */
function howAttached(attachment: Readonly<Record<string, unknown>>): string | null {
  switch (attachment["type"]) {
    case "hook_non_blocking_error": {
      const said = (textAt(attachment, "stderr") ?? "").replace(
        /^Failed with non-blocking status code: /,
        "",
      );
      const exit = attachment["exitCode"];
      return withText(typeof exit === "number" ? `exit code ${exit}` : "failed", said);
    }
    case "hook_error_during_execution":
      return withText("did not run", textAt(attachment, "content") ?? "");
    case "hook_cancelled": {
      const limit = attachment["timeoutMs"];
      if (attachment["timedOut"] !== true) return null;
      return typeof limit === "number" ? `timed out after ${limit / 1000} s` : "timed out";
    }
    default:
      return null;
  }
}

/** The errors of Stop hooks: which hook it was is known where there is only one. */
function stopErrors(
  line: Readonly<Record<string, unknown>>,
): readonly { readonly hook: string; readonly how: string }[] {
  const { hookErrors, hookInfos, preventedContinuation } = line;
  // A hook that keeps the agent at work has its reason there too.
  if (!Array.isArray(hookErrors) || preventedContinuation === true) return [];
  const infos: readonly unknown[] = Array.isArray(hookInfos) ? hookInfos : [];
  const [only] = infos;
  const hook = infos.length === 1 && isRecord(only) ? (textAt(only, "command") ?? "") : "";
  return hookErrors.flatMap((error: unknown) =>
    typeof error === "string" ? [{ hook, how: withText("failed", error) }] : [],
  );
}

function codexFailure(
  payload: Readonly<Record<string, unknown>>,
  failed: (event: string, hook: string, how: string) => TranscriptFailure,
): readonly TranscriptFailure[] {
  const run = payload["run"];
  if (!isRecord(run) || run["status"] !== "failed") return [];
  const entries: readonly unknown[] = Array.isArray(run["entries"]) ? run["entries"] : [];
  const texts = entries.flatMap((entry) => (isRecord(entry) ? (textAt(entry, "text") ?? []) : []));
  const event = textAt(run, "event_name") ?? "";
  return [failed(event, textAt(run, "source_path") ?? "", withText("failed", texts[0] ?? ""))];
}

function textAt(from: Readonly<Record<string, unknown>>, key: string): string | null {
  const value = from[key];
  return typeof value === "string" ? value : null;
}

const LONGEST = 120;

function withText(what: string, text: string): string {
  const [line = ""] = text.trim().split("\n", 1);
  const short = line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
  return short === "" ? what : `${what}: ${short}`;
}
