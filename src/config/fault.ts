import { nearest, type ProblemCode } from "../problem/index.js";
import { describe, type Located } from "./located.js";
import type { Details } from "./report.js";
import { allowedFor, type ValueSpec } from "./value-spec.js";

/** Something wrong with a value. Its code is the caller's to say unless it has one of its own, and then it spoils nothing. */
export interface ValueFault extends Omit<Details, "lost" | "severity" | "offset"> {
  readonly code?: Extract<ProblemCode, "matcher-invalid" | "setting-duplicate">;
}

/** A value as far as it is right: of a list or an object, the parts that are. Undefined where nothing is. */
export interface ReadValue {
  readonly value: unknown;
  readonly faults: readonly ValueFault[];
}

/** A value without a fault. */
export const fine = (value: unknown): ReadValue => ({ value, faults: [] });

/** Says what is there instead of what is allowed, and what was most likely meant. */
export function faultOf(
  value: Located,
  spec: ValueSpec,
  path: string,
  found = describe(value),
): ValueFault {
  const suggestion = suggest(value, spec);
  const allowed = allowedFor(spec);
  return {
    path,
    line: value.line,
    found,
    allowed,
    ...(suggestion !== undefined && { suggestion }),
  };
}

function suggest(value: Located, spec: ValueSpec): string | undefined {
  if (value.type === "list" && spec.kind === "pattern") {
    const names = value.items.map((item) => (item.type === "text" ? item.value : ""));
    return JSON.stringify(names.filter((name) => name !== "").join("|"));
  }
  if (value.type !== "text") return undefined;
  const { value: text } = value;
  if (spec.kind === "word") return nearest(text, spec.words);
  if (spec.kind === "texts") return JSON.stringify([text]);
  if (spec.kind === "flag") return nearest(text, ["true", "false"]);
  const digits = /^\s*(\d+(?:\.\d+)?)\s*s?$/.exec(text)?.[1];
  return spec.kind === "number" || spec.kind === "integer" ? digits : undefined;
}

/** No program can be given a NUL. */
export function isText(value: Located): value is Extract<Located, { type: "text" }> {
  return value.type === "text" && !value.value.includes("\0");
}
