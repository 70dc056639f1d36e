import { isRecord } from "../json/index.js";

/** A key of what may be an object; undefined where it is none. What servers send is never trusted to have a shape. */
export function field(value: unknown, key: string): unknown {
  return isRecord(value) ? value[key] : undefined;
}

/** The same for a text; an empty one is as good as none. */
export function textField(value: unknown, key: string): string | undefined {
  const text = field(value, key);
  return typeof text === "string" && text !== "" ? text : undefined;
}
