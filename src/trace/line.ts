import { createHash, hash as digest } from "node:crypto";
import { isRecord } from "../json/index.js";
import type { Plain } from "./plain.js";

/** The version of the line format. */
const VERSION = 1;
/** No line is longer than this, its line end included. */
export const LONGEST_LINE = 262_144;
/** Room for what is around a record: numbers, time, writer and two hashes. */
export const FRAME = 512;
/** What the first record of a chain has for `prev`: the hash of nothing. */
export const NO_HASH = sha256("");

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
 * One line without its end. The hash is of the very bytes before it, closed by `}`: no second way of
 * writing the same content has the same hash.
 */
export function formLine(
  chain: Chain,
  time: string,
  members: string,
): { line: string; hash: string } {
  const body = `{"v":${VERSION},"seq":${chain.seq},"time":"${time}","pid":${pid},"writer":"${chain.writer}","prev":"${chain.prev}",${members}`;
  const hash = sha256(`${body}}`);
  return { line: `${body},"hash":"${hash}"}`, hash };
}

/** Names that a line uses itself; a record's field of that name is written as `record.seq`. */
const frameNames = new Set(["v", "seq", "time", "pid", "writer", "prev", "hash", "line"]);
/** Types that the ledger writes or reports itself; a record of that type is written as `record.open`. */
const ownTypes = new Set(["open", "close", "recovered", "damage", "pruned"]);

/** The fields of a record as they are written, with none that could be taken for the line's own. */
export function fieldsOf(record: Plain): { [key: string]: Plain } {
  if (!isRecord(record)) return { type: "record.unknown", value: record };
  const { type } = record;
  const clash = Object.keys(record).some((key) => frameNames.has(key));
  if (!clash && !(typeof type === "string" && ownTypes.has(type))) return record;
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => {
      if (key === "type" && typeof value === "string" && ownTypes.has(value))
        return [key, `record.${value}`];
      return [frameNames.has(key) ? `record.${key}` : key, value];
    }),
  );
}

const SUFFIX = /^,"hash":"([0-9a-f]{64})"\}$/;
const SUFFIX_LENGTH = 75;
const CLOSING = Buffer.from("}");

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
  const actual = createHash("sha256")
    .update(bytes.subarray(0, split))
    .update(CLOSING)
    .digest("hex");
  if (actual !== stated) return "its content does not have its hash";
  try {
    const value = parseExact(bytes.toString("utf8"));
    return isLine(value) ? value : "not a record of this format";
  } catch {
    return "not JSON";
  }
}

function isLine(value: unknown): value is ReadLine {
  if (typeof value !== "object" || value === null) return false;
  const line = value as Readonly<Record<string, unknown>>;
  return (
    line["v"] === VERSION &&
    Number.isSafeInteger(line["seq"]) &&
    typeof line["writer"] === "string" &&
    typeof line["prev"] === "string" &&
    typeof line["type"] === "string"
  );
}

const bigInteger = /[:,[]-?\d{16}/;
const stringOrBigInteger = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d{16,}(?![\d.eE])/g;

/** `JSON.parse` that keeps integers past 2^53, as BigInt. */
function parseExact(text: string): unknown {
  if (!bigInteger.test(text)) return JSON.parse(text);
  const mark = `bigint ${Math.random()} `;
  const marked = text.replace(stringOrBigInteger, (token) =>
    token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : `"${mark}${token}"`,
  );
  return JSON.parse(marked, (_, value: unknown) =>
    typeof value === "string" && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
  );
}
