import { isRecord, own } from "../json.js";

/** What a field of an answer may hold. `null` stands for an absent field everywhere but at a flag. */
type FieldShape =
  | { readonly type: "flag" }
  | { readonly type: "text" }
  | { readonly type: "any" }
  | { readonly type: "word"; readonly words: readonly string[]; readonly required?: true }
  | { readonly type: "object"; readonly shape: Shape };

/** Every key that an object may have. One more, and Codex drops the whole answer. */
export type Shape = Readonly<Record<string, FieldShape>>;

/** The first thing in a value that the shape does not allow. */
export interface ShapeFault {
  readonly path: string;
  readonly value: unknown;
  readonly allowed: readonly string[];
}

/** Checks as strictly as Codex: no unknown key, no wrong type, no unknown word, nothing required missing. */
export function faultOf(
  value: Readonly<Record<string, unknown>>,
  shape: Shape,
  prefix = "",
): ShapeFault | null {
  for (const [key, item] of Object.entries(value)) {
    const path = `${prefix}${key}`;
    const field = own(shape, key);
    if (field === undefined) return { path, value: item, allowed: Object.keys(shape) };
    const fault = faultIn(item, field, path);
    if (fault !== null) return fault;
  }
  for (const [key, field] of Object.entries(shape)) {
    if (field.type === "word" && field.required === true && !Object.hasOwn(value, key))
      return { path: `${prefix}${key}`, value: undefined, allowed: field.words };
  }
  return null;
}

function faultIn(value: unknown, field: FieldShape, path: string): ShapeFault | null {
  const wrong = (...allowed: string[]): ShapeFault => ({ path, value, allowed });
  switch (field.type) {
    case "flag":
      return typeof value === "boolean" ? null : wrong("true", "false");
    case "text":
      return value === null || typeof value === "string" ? null : wrong("a string");
    case "any":
      return null;
    case "word":
      if (value === null && field.required !== true) return null;
      return field.words.some((word) => word === value) ? null : wrong(...field.words);
    case "object":
      if (value === null) return null;
      return isRecord(value) ? faultOf(value, field.shape, `${path}.`) : wrong("an object");
  }
}

/** The fields of an answer by path, without those that are null. */
export type CodexFields = ReadonlyMap<string, unknown>;

/** Lays an answer that fits its shape out by path; the objects that the shape names are unfolded. */
export function fieldsOf(
  value: Readonly<Record<string, unknown>>,
  shape: Shape,
  prefix = "",
): CodexFields {
  const fields = new Map<string, unknown>();
  for (const [key, item] of Object.entries(value)) {
    const field = shape[key];
    if (item === null) continue;
    if (field?.type === "object" && isRecord(item)) {
      for (const [path, inner] of fieldsOf(item, field.shape, `${prefix}${key}.`))
        fields.set(path, inner);
    } else fields.set(`${prefix}${key}`, item);
  }
  return fields;
}
