import { reservedKeys, type PlainObject, type PlainValue } from "../decode/index.js";
import { isRecord, parseJson } from "../json/index.js";

export { isRecord, parseJson };

/** A value out of a hook's JSON without any key that could reach a prototype. */
export function plainValue(value: unknown): PlainValue {
  if (Array.isArray(value)) return value.map(plainValue);
  return isRecord(value) ? plainObject(value) : (value as PlainValue);
}

export function plainObject(value: Readonly<Record<string, unknown>>): PlainObject {
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !reservedKeys.has(key))
      .map(([key, item]) => [key, plainValue(item)]),
  );
}
