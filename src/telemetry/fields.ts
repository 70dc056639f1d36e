import { isRecord } from "../json/index.js";
import type { Plain, PlainRecord } from "../trace/index.js";

export type RecordFields = { readonly [field: string]: Plain };

const none: RecordFields = {};

/** A name is cut here, whatever the limit for texts: it is no place for content. */
const LONGEST_NAME = 256;

export function fieldsAt(source: RecordFields, field: string): RecordFields {
  return asFields(source[field]);
}

function asFields(value: Plain | undefined): RecordFields {
  return isRecord(value) ? value : none;
}

/** The objects in a list; empty ones for what is no object. */
export function listAt(source: RecordFields, field: string): readonly RecordFields[] {
  const value = source[field];
  return Array.isArray(value) ? value.map(asFields) : [];
}

export function countAt(source: RecordFields, field: string): number {
  const value = source[field];
  return Array.isArray(value) ? value.length : 0;
}

export function textAt(source: RecordFields, field: string): string | undefined {
  const value = source[field];
  return typeof value === "string" ? value : undefined;
}

export function nameAt(source: RecordFields, field: string): string | undefined {
  const value = textAt(source, field);
  return value === undefined || value === "" ? undefined : value.slice(0, LONGEST_NAME);
}

export function integerAt(source: RecordFields, field: string): number | undefined {
  const value = source[field];
  return Number.isSafeInteger(value) ? (value as number) : undefined;
}

/** When a record happened, in milliseconds. */
export function timeOf(record: PlainRecord): number {
  const time = Date.parse(record.time);
  return Number.isNaN(time) ? Date.now() : time;
}

/** A text as far as the limit lets it. */
export function cutText(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit)}…`;
}

/** JSON as far as the limit lets it; nothing after it is read. */
export function jsonText(value: Plain, limit: number): string {
  let text = "";
  const write = (part: Plain): void => {
    if (text.length > limit) return;
    if (typeof part === "string") text += JSON.stringify(part.slice(0, limit + 1 - text.length));
    else if (typeof part !== "object" || part === null) text += String(part);
    else if (Array.isArray(part))
      writeAll("[", part.keys(), (index) => write(part[index] ?? null), "]");
    else
      writeAll(
        "{",
        Object.keys(part),
        (key) => {
          write(key);
          text += ":";
          write(part[key] ?? null);
        },
        "}",
      );
  };
  const writeAll = <Key>(
    open: string,
    keys: Iterable<Key>,
    each: (key: Key) => void,
    close: string,
  ): void => {
    text += open;
    let first = true;
    for (const key of keys) {
      if (text.length > limit) return;
      if (!first) text += ",";
      first = false;
      each(key);
    }
    text += close;
  };
  write(value);
  return cutText(text, limit);
}
