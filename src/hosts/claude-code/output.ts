import type { HookRun } from "../../decode/index.js";
import { isRecord, own, parseJson } from "../json.js";
import type { Client } from "./client.js";
import type { ClaudeContext } from "./read-context.js";
import { faultOf, inShort, type SchemaFault } from "./schema.js";

/** An object out of a hook's stdout. */
export type Json = Readonly<Record<string, unknown>>;

/** What the client takes a hook's stdout for. */
export type ClaudeOutput =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "object"; readonly top: Json; readonly specific: Json }
  /** It begins and ends like an object and is none. */
  | { readonly type: "broken"; readonly text: string }
  /** An object with one wrong field: nothing in it counts. */
  | { readonly type: "invalid"; readonly fault: SchemaFault }
  /** Valid, but for another event: nothing in it counts. */
  | { readonly type: "mislabelled"; readonly named: string }
  /** What came back over HTTP is neither empty nor an object. */
  | { readonly type: "no-object"; readonly found: string };

const nothing: Json = {};

/** Without a mark of byte order and without white space at both ends (`trim` takes the mark for white space). */
function stripped(run: HookRun): string {
  return run.stdout.text.trim();
}

/** Reads what a hook printed, or what it answered over HTTP. */
export function readOutput(run: HookRun, { event, rule, client }: ClaudeContext): ClaudeOutput {
  if (run.json !== undefined)
    return isRecord(run.json)
      ? readObject(run.json, event, client)
      : { type: "no-object", found: inShort(run.json) };
  if (run.stdout.garbled !== undefined) return { type: "no-object", found: run.stdout.garbled };
  const text = stripped(run);
  if (!text.startsWith("{") || rule.stdout === "path") return { type: "text", text };
  const value = parseJson(text);
  if (isRecord(value)) return readObject(value, event, client);
  return text.endsWith("}") && client.brokenObject === "invalid"
    ? { type: "broken", text }
    : { type: "text", text };
}

function readObject(top: Json, event: string, client: Client): ClaudeOutput {
  const fault = faultOf(top, client);
  if (fault !== null) return { type: "invalid", fault };
  const specific = own(top, "hookSpecificOutput");
  if (!isRecord(specific)) return { type: "object", top, specific: nothing };
  const named = own(specific, "hookEventName");
  return named === event
    ? { type: "object", top, specific }
    : { type: "mislabelled", named: String(named) };
}

/** A hook that goes to the background by its first line; `later` is what it says afterwards. */
export interface Background {
  readonly later: string;
  /** As a whole the output looks like an object and is none, which the client shows the user. */
  readonly looksBroken: boolean;
}

/** The first line decides, and only if all of the object is on it. */
export function readBackground(run: HookRun, client: Client): Background | null {
  const text = stripped(run);
  if (!text.startsWith("{") || run.stdout.garbled !== undefined) return null;
  const end = text.indexOf("\n");
  const first = parseJson(end < 0 ? text : text.slice(0, end));
  if (!isRecord(first) || own(first, "async") !== true) return null;
  const later = end < 0 ? "" : text.slice(end + 1).trim();
  const looksBroken = later.endsWith("}") && client.brokenObject === "invalid";
  return { later, looksBroken };
}
