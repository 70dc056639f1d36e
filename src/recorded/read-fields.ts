import { isRecord } from "../json/index.js";

/** A line of a ledger, whoever wrote it: a field may be missing, cut, or of another form. */
export interface RecordLine {
  readonly type: string;
  readonly time: string;
  readonly [field: string]: unknown;
}

export type Fields = Readonly<Record<string, unknown>>;

export function textAt(source: Fields, field: string, otherwise = ""): string {
  const value = source[field];
  return typeof value === "string" ? value : otherwise;
}

export function fieldsAt(source: Fields, field: string): Fields {
  const value = source[field];
  return isRecord(value) ? value : {};
}

/** The objects in a list; nothing for what is none. */
export function listAt(source: Fields, field: string): readonly Fields[] {
  const value = source[field];
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

export function numberAt(source: Fields, field: string): number | null {
  const value = source[field];
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}
