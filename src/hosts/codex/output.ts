import type { HookRun } from "../../decode/index.js";
import { isRecord, parseJson } from "../json.js";
import { faultOf, fieldsOf, type ShapeFault, type CodexFields, type Shape } from "./shape.js";
import { trimmed } from "./text.js";

/** What Codex takes the stdout of a hook for. */
export type CodexOutput =
  | { readonly type: "none" }
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "invalid"; readonly text: string; readonly fault: ShapeFault | null }
  | { readonly type: "answer"; readonly text: string; readonly fields: CodexFields };

/**
 * A whole JSON object in the event's shape is an answer; anything else that begins with `{` or `[` is
 * broken; the rest is text, a JSON string or number as well.
 */
export function readOutput(stdout: string, shape: Shape): CodexOutput {
  const text = trimmed(stdout);
  if (text === "") return { type: "none" };
  const value = parseStrictly(text);
  if (isRecord(value)) {
    const fault = faultOf(value, shape);
    return fault === null
      ? { type: "answer", text, fields: fieldsOf(value, shape) }
      : { type: "invalid", text, fault };
  }
  return text.startsWith("{") || text.startsWith("[")
    ? { type: "invalid", text, fault: null }
    : { type: "text", text };
}

/** What a run printed. The value of a hook of type `json` stands for its JSON, a string for itself. */
export function printed(run: HookRun): string {
  if (run.json === undefined) return run.stdout.text;
  if (typeof run.json === "string") return run.json;
  try {
    return (
      JSON.stringify(run.json, (_, value: unknown) =>
        typeof value === "bigint" ? Number(value) : value,
      ) ?? ""
    );
  } catch {
    return UNPRINTABLE;
  }
}

/** Broken JSON, so that a value that cannot be printed is an answer that cannot be read. */
const UNPRINTABLE = "{";

/** Codex's JSON reader gives up at this depth. */
const TOO_DEEP = 128;

/** JSON that Codex's reader takes as well: not too deep, no number past a double, no half of a surrogate pair. */
function parseStrictly(text: string): unknown {
  const value = parseBounded(text);
  return isStrict(value) ? value : undefined;
}

/** JSON that is not too deep to be walked through; else undefined. */
export function parseBounded(text: string): unknown {
  return depthOf(text) < TOO_DEEP ? parseJson(text) : undefined;
}

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (inString && sign === "\\") at += 1;
    else if (sign === '"') inString = !inString;
    else if (inString) continue;
    else if (sign === "{" || sign === "[") deepest = Math.max(deepest, (depth += 1));
    else if (sign === "}" || sign === "]") depth -= 1;
  }
  return deepest;
}

const halfPair = /\p{Surrogate}/u;

function isStrict(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value === "string") return !halfPair.test(value);
  if (Array.isArray(value)) return value.every(isStrict);
  return (
    !isRecord(value) ||
    Object.entries(value).every(([key, item]) => isStrict(key) && isStrict(item))
  );
}
