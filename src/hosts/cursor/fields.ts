import { fits, type FieldType } from "../field-type.js";

/** Cursor's types by the names that `hosts --json` prints. */
const types = {
  text: "text",
  flag: "boolean",
  object: "object",
  anything: "any",
  verdict: ["allow", "deny", "ask"],
  /** Where nobody can be asked. */
  hardVerdict: ["allow", "deny"],
  variables: "variables",
  paths: "paths",
} as const satisfies Record<string, FieldType>;

export type CursorType = keyof typeof types;

/**
 * The first field that does not match, which makes the whole answer invalid; null where all do. A field that is not in the
 * schema is not looked at.
 */
export function misfitOf(
  answer: Readonly<Record<string, unknown>>,
  schema: Readonly<Record<string, CursorType>>,
): string | null {
  const misfit = Object.entries(schema).find(
    ([field, type]) => Object.hasOwn(answer, field) && !fits(answer[field], types[type]),
  );
  return misfit?.[0] ?? null;
}
