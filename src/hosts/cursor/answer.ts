import type { HookRun } from "../../decode/index.js";
import { isRecord } from "../json.js";
import type { CursorEvent } from "./events.js";
import { misfitOf } from "./fields.js";
import { findJson } from "./find-json.js";
import { exitText, texts } from "./texts.js";

/** The fields that count, after Claude's names were taken over. */
type CursorFields = Readonly<Record<string, unknown>>;

/** One run as the host sees it. */
export interface CursorAnswer {
  readonly run: HookRun;
  readonly fields: CursorFields;
  /** What the hook printed, where that is a JSON object. */
  readonly printed: CursorFields | null;
  readonly by: "json" | "exit-code" | "failure";
  /** Why there was no usable answer. */
  readonly fault: "failure" | "empty" | "malformed" | null;
  /** Where the fault is, for a Problem. */
  readonly place: { readonly path: string; readonly found: string };
}

/** A killed hook counts as exit code 0: what it printed before is read. */
export function readAnswer(run: HookRun, event: CursorEvent): CursorAnswer {
  const { ending } = run;
  const stdout = run.stdout.text.trim();
  const stderr = run.stderr.text.trim();
  const failed = (
    text: string,
    found: string,
    fault: "failure" | "empty" = "failure",
  ): CursorAnswer => ({
    run,
    fields: run.onFailure === "block" ? refusal(event, text) : {},
    printed: null,
    by: "failure",
    fault,
    place: { path: fault === "empty" ? "stdout" : "exit", found },
  });
  if (ending.type === "timed-out") return failed(texts.timedOut, "timed-out");
  if (ending.type === "cancelled") return failed(texts.cancelled, "cancelled");
  if (ending.type === "not-started")
    return failed(`${texts.notStarted}: ${ending.error}`, ending.error);
  const code = ending.type === "signalled" ? 0 : (ending.code ?? 0);
  const found = ending.type === "signalled" ? ending.signal : `exit code ${code}`;
  if (code === 2) return blocked(run, event, stdout || stderr || texts.noReason);
  if (code !== 0) return failed(exitText(code, stderr), found);
  if (run.json === undefined && stdout === "") return failed(texts.noOutput, found, "empty");
  return ofValue(run, event, run.json === undefined ? findJson(stdout) : run.json);
}

/** On code 2 nothing is parsed: even JSON on stdout is but the reason. */
function blocked(run: HookRun, event: CursorEvent, reason: string): CursorAnswer {
  return {
    run,
    fields: refusal(event, reason),
    printed: null,
    by: "exit-code",
    fault: null,
    place: { path: "exit", found: "exit code 2" },
  };
}

function refusal({ onExitTwo }: CursorEvent, user_message: string): CursorFields {
  if (onExitTwo === "nothing") return {};
  return onExitTwo === "deny"
    ? { permission: "deny", user_message }
    : { continue: false, user_message };
}

function ofValue(run: HookRun, event: CursorEvent, value: unknown): CursorAnswer {
  const malformed = (text: string, printed: CursorFields | null, path: string): CursorAnswer => ({
    run,
    fields: event.guards || run.onFailure === "block" ? refusal(event, text) : {},
    printed,
    by: "failure",
    fault: "malformed",
    place: { path, found: run.stdout.text.trim() },
  });
  if (value === undefined) return malformed(texts.invalidJson, null, "stdout");
  if (!isRecord(value)) return malformed(texts.invalidResponse, null, "stdout");
  const fields = withClaudeNames(value, event);
  const misfit = misfitOf(fields, event.schema);
  if (misfit !== null) return malformed(texts.invalidResponse, value, misfit);
  const place = { path: "stdout", found: "" };
  return { run, fields: onlyKnown(fields, event), printed: value, by: "json", fault: null, place };
}

/** Cursor's own names win over Claude's; a nested `hookSpecificOutput` is not looked at. */
function withClaudeNames(value: CursorFields, { follows }: CursorEvent): CursorFields {
  const { additionalContext, decision, reason } = value;
  const names: Record<string, unknown> = {};
  if (typeof additionalContext === "string") names["additional_context"] = additionalContext;
  if (follows && decision === "block" && typeof reason === "string" && reason.trim() !== "")
    names["followup_message"] = reason.trim();
  return { ...names, ...value };
}

function onlyKnown(fields: CursorFields, { schema }: CursorEvent): CursorFields {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => Object.hasOwn(schema, key)));
}
