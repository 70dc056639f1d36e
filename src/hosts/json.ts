import { reservedKeys, type PlainObject, type PlainValue } from "../decode/index.js";
import { isRecord, parseJson } from "../json/index.js";

export { isRecord, parseJson };

/** What an object has under a name itself, never what its prototype has. */
export function own<Value>(
  holder: Readonly<Record<string, Value>>,
  name: string,
): Value | undefined {
  return Object.hasOwn(holder, name) ? holder[name] : undefined;
}

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

/** What is nested too deep to be copied is not handed on. */
export function copied<In, Out>(value: In, copy: (value: In) => Out): Out | null {
  try {
    return copy(value);
  } catch {
    return null;
  }
}

/** A new input as it is handed on; nothing where it is no object, or nested too deep. */
export function rewrittenInput(value: unknown): { readonly input?: PlainObject } {
  const input = isRecord(value) ? copied(value, plainObject) : null;
  return input === null ? {} : { input };
}
