import { fits, type FieldType } from "../field-type.js";

/**
 * The first field that does not match, which makes the whole answer invalid; null where all do. A field that is not in the
 * schema is not looked at.
 */
export function misfitOf(
  answer: Readonly<Record<string, unknown>>,
  schema: Readonly<Record<string, FieldType>>,
): string | null {
  const misfit = Object.entries(schema).find(
    ([field, type]) => Object.hasOwn(answer, field) && !fits(answer[field], type),
  );
  return misfit?.[0] ?? null;
}
