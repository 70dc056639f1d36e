import { fits, type FieldType } from "../field-type.js";
import { isRecord, own } from "../json.js";
import type { Client, EventRule, SpecificType } from "./client.js";

/** The one thing that makes an answer invalid, and with it everything else in the answer. */
export interface SchemaFault {
  readonly path: string;
  readonly found: string;
  readonly allowed: readonly string[];
}

/** Top-level fields with the type that the client demands; `async` and every other key may hold anything. */
export const topFields: Readonly<Record<string, FieldType>> = {
  continue: "boolean",
  stopReason: "text",
  suppressOutput: "boolean",
  systemMessage: "text",
  terminalSequence: "text",
  decision: ["approve", "block"],
  reason: "text",
};

const rulingFields: Readonly<Record<"allow" | "deny", Readonly<Record<string, FieldType>>>> = {
  allow: { updatedInput: "object", updatedPermissions: "list" },
  deny: { message: "text", interrupt: "boolean" },
};

/** Checks an object against the client's schema: the first fault, or null. Null is no value of any field. */
export function faultOf(
  answer: Readonly<Record<string, unknown>>,
  client: Client,
): SchemaFault | null {
  const fault = faultIn(answer, topFields, "");
  if (fault !== null || !Object.hasOwn(answer, "hookSpecificOutput")) return fault;
  const { hookSpecificOutput: specific } = answer;
  if (!isRecord(specific)) return wrong("hookSpecificOutput", specific, ["object"]);
  const named = own(specific, "hookEventName");
  const fields = specificFields(client, named);
  if (fields === null) {
    const names = Object.keys(client.events).filter((name) => specificFields(client, name));
    return wrong("hookSpecificOutput.hookEventName", named, names);
  }
  return faultIn(specific, fields, "hookSpecificOutput.");
}

function specificFields(client: Client, name: unknown): EventRule["specific"] {
  return typeof name === "string" ? (own(client.events, name)?.specific ?? null) : null;
}

function faultIn(
  holder: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, SpecificType>>,
  prefix: string,
): SchemaFault | null {
  for (const [name, type] of Object.entries(fields)) {
    if (!Object.hasOwn(holder, name)) continue;
    const fault = faultAt(holder[name], type, `${prefix}${name}`);
    if (fault !== null) return fault;
  }
  return null;
}

function faultAt(value: unknown, type: SpecificType, path: string): SchemaFault | null {
  if (type === "ruling") return faultOfRuling(value, path);
  if (fits(value, type)) return null;
  return wrong(path, value, typeof type === "string" ? [type] : type);
}

function faultOfRuling(value: unknown, path: string): SchemaFault | null {
  if (!isRecord(value)) return wrong(path, value, ["object"]);
  const behavior = own(value, "behavior");
  if (behavior !== "allow" && behavior !== "deny")
    return wrong(`${path}.behavior`, behavior, ["allow", "deny"]);
  return faultIn(value, rulingFields[behavior], `${path}.`);
}

function wrong(path: string, value: unknown, allowed: readonly string[]): SchemaFault {
  return { path, found: inShort(value), allowed };
}

/** A value for a Problem; what is nested is not written out, however deep it is. */
export function inShort(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "an array";
  return isRecord(value) ? "an object" : (JSON.stringify(value) ?? "nothing");
}
