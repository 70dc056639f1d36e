import { hash as digest } from "node:crypto";
import { isRecord } from "../json/index.js";
import type { Plain, PlainFields } from "./plain.js";

/** The version of the line format. */
export const VERSION = 1;
/** No line is longer than this, its line end included. */
export const LONGEST_LINE = 262_144;
/** Room for what is around a record: numbers, time, writer and two hashes. */
export const FRAME = 512;
/** What the first record of a chain has for `prev`: the hash of nothing. */
export const NO_HASH = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

export function sha256(content: string | Uint8Array): string {
  return digest("sha256", content, "hex");
}

/** How far one writer's chain has got. */
export interface Chain {
  readonly writer: string;
  readonly seq: number;
  readonly prev: string;
}

const pid = String(process.pid);

/**
 * One line up to its hash. That is of the very bytes before it, closed by `}`: no second way of writing the same content has
 * the same hash.
 */
export function lineBody({ seq, writer, prev }: Chain, time: string, members: string): string {
  return `{"v":${VERSION},"seq":${seq},"time":"${time}","pid":${pid},"writer":"${writer}","prev":"${prev}",${members}`;
}

/** Names that a line uses itself; a record's field of that name is written as `record.seq`. */
const frameNames = new Set(["v", "seq", "time", "pid", "writer", "prev", "hash", "line"]);
/** Types that the ledger writes or reports itself; a record of that type is written as `record.open`. */
const ownTypes = new Set(["open", "close", "recovered", "damage", "pruned"]);

/** The fields of a record as they are written, with none that could be taken for the line's own. */
export function fieldsOf(record: Plain): PlainFields {
  if (!isRecord(record)) return { type: "record.unknown", value: record };
  const { type } = record;
  // A line without a type is none: it could not be read again.
  if (typeof type !== "string")
    return { ...renamed(record), type: "record.unknown", "record.type": type ?? null };
  const clash = Object.keys(record).some((key) => frameNames.has(key));
  if (!clash && !ownTypes.has(type)) return record;
  return { ...renamed(record), type: ownTypes.has(type) ? `record.${type}` : type };
}

function renamed(record: PlainFields): PlainFields {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [
      frameNames.has(key) ? `record.${key}` : key,
      value,
    ]),
  );
}

/** What a line ends with is as long as this, so that it is all of what is looked at. */
const SUFFIX = /,"hash":"([0-9a-f]{64})"\}/;
const SUFFIX_LENGTH = 75;

const CLOSING = 125;

/** The hash of what is before a place in a line, closed by a brace. The byte at that place is changed for a moment. */
export function bodyHash(bytes: Buffer, split: number): string {
  const before = bytes[split] ?? 0;
  bytes[split] = CLOSING;
  const hash = sha256(bytes.subarray(0, split + 1));
  bytes[split] = before;
  return hash;
}

/** A line whose hash is right. */
export interface ReadLine {
  readonly seq: number;
  readonly writer: string;
  readonly prev: string;
  readonly hash: string;
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Reads one line and checks its hash; otherwise says in a few words what is wrong with it. */
export function readLine(bytes: Buffer): ReadLine | string {
  const split = bytes.length - SUFFIX_LENGTH;
  const stated = split > 0 ? SUFFIX.exec(bytes.toString("latin1", split))?.[1] : undefined;
  if (stated === undefined) return "not a whole record";
  if (bodyHash(bytes, split) !== stated) return "its content does not have its hash";
  try {
    const value = parseExact(bytes.toString("utf8")) as Readonly<Record<string, unknown>>;
    return isLine(value) ? value : "not a record of this format";
  } catch {
    return "not JSON";
  }
}

/** Whether an object is a record; what ends with a hash and can be read is nothing else. */
function isLine(line: Readonly<Record<string, unknown>>): line is ReadLine {
  return (
    line["v"] === VERSION &&
    Number.isSafeInteger(line["seq"]) &&
    typeof line["writer"] === "string" &&
    typeof line["prev"] === "string" &&
    typeof line["type"] === "string"
  );
}

const bigInteger = /[:,[]-?\d{16}/;
/** A number as a whole: what is behind its point is no integer of its own. */
const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;
const integer = /^-?\d+$/;

/** `JSON.parse` that keeps integers past 2^53, as BigInt. */
function parseExact(text: string): unknown {
  if (!bigInteger.test(text)) return JSON.parse(text);
  const mark = `bigint ${Math.random()} `;
  const marked = text.replace(stringOrNumber, (token) =>
    integer.test(token) && !Number.isSafeInteger(Number(token)) ? `"${mark}${token}"` : token,
  );
  return JSON.parse(marked, (_, value: unknown) =>
    typeof value === "string" && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
  );
}
