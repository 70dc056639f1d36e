import { isRecord } from "./json.js";

const isText = (value: unknown): value is string => typeof value === "string";

const checks = {
  text: isText,
  boolean: (value: unknown) => typeof value === "boolean",
  object: isRecord,
  list: (value: unknown) => Array.isArray(value),
  texts: (value: unknown) => Array.isArray(value) && value.every(isText),
  paths: (value: unknown) =>
    Array.isArray(value) && value.every((item) => isText(item) && item !== ""),
  variables: (value: unknown) => isRecord(value) && Object.values(value).every(isText),
  any: () => true,
};

/** What a field of an answer must hold; a list is of the only words allowed. */
export type FieldType = keyof typeof checks | readonly string[];

export function fits(value: unknown, type: FieldType): boolean {
  return typeof type === "string" ? checks[type](value) : type.some((word) => word === value);
}
