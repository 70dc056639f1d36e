import { crc32 } from "node:zlib";
import { parseJson, isRecord } from "../json/index.js";
import type { Block, Tables } from "./columns.js";
import {
  bytesOfKind,
  columnOver,
  makeColumns,
  Table,
  tableNames,
  type Column,
  type TableName,
} from "./tables.js";

/** A mark, the checksum of the rest, the length of the description and that of the columns. */
export const HEAD_BYTES = 16;
const MARK = 0x4b4c4253;
const UNIT = 8;
/** More than any block has. */
const LARGEST = 0x4000_0000;

interface Description {
  readonly from: number;
  readonly to: number;
  readonly firstRow: number;
  readonly firstString: number;
  readonly damaged: number;
  readonly lengths: Readonly<Record<TableName, number>>;
  readonly strings: readonly string[];
  /** A hash of the end of the stretch. */
  readonly tail: string;
}

/** A block as it is kept, in parts, so that nothing is copied: its description as JSON, then its columns one after the other, each from a multiple of 8. */
export function encodeBlock(
  block: Block,
  strings: readonly string[],
  tail: string,
): readonly Uint8Array[] {
  const { from, to, firstRow, firstString, damaged } = block;
  const lengths = Object.fromEntries(tableNames.map((name) => [name, block.tables[name].length]));
  const described = Buffer.from(
    JSON.stringify({ from, to, firstRow, firstString, damaged, lengths, strings, tail }),
  );
  const description = Buffer.concat([described], padded(described.length)).fill(
    " ",
    described.length,
  );
  const parts: Uint8Array[] = [description];
  for (const name of tableNames) {
    const { columns, length } = block.tables[name];
    for (const column of Object.values<Column>(columns)) {
      const bytes = new Uint8Array(
        column.buffer,
        column.byteOffset,
        length * column.BYTES_PER_ELEMENT,
      );
      const padding = new Uint8Array(padded(bytes.length) - bytes.length);
      // An empty part would set the checksum back to 0.
      parts.push(...[bytes, padding].filter((part) => part.length > 0));
    }
  }
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32LE(MARK, 0);
  head.writeUInt32LE(
    parts.reduce((sum, part) => crc32(part, sum), 0),
    4,
  );
  head.writeUInt32LE(description.length, 8);
  head.writeUInt32LE(
    parts.reduce((sum, part) => sum + part.length, -description.length),
    12,
  );
  return [head, ...parts];
}

/** How much follows the head of a block; null where it is no such head. */
export function sizeOf(head: Buffer): number | null {
  if (head.length < HEAD_BYTES || head.readUInt32LE(0) !== MARK) return null;
  const size = head.readUInt32LE(8) + head.readUInt32LE(12);
  return size > LARGEST ? null : size;
}

/** Null for what is not whole, or not of this form. `rest` begins a buffer of its own: the columns stay in it. */
export function decodeBlock(
  head: Buffer,
  rest: Buffer,
): { readonly block: Block; readonly strings: readonly string[]; readonly tail: string } | null {
  if (rest.length !== sizeOf(head) || crc32(rest) !== head.readUInt32LE(4)) return null;
  const begin = head.readUInt32LE(8);
  const described = parseJson(rest.toString("utf8", 0, begin));
  if (!isRecord(described)) return null;
  const { lengths, strings, tail, ...block } = described as unknown as Description;
  let at = begin;
  const filled = tableNames.map((name) => {
    const length = lengths[name];
    const columns = makeColumns(name, (kind) => {
      const column = columnOver(kind, rest.buffer as ArrayBuffer, rest.byteOffset + at, length);
      at += padded(length * bytesOfKind(kind));
      return column;
    });
    return [name, new Table(name, columns, length)] as const;
  });
  if (at !== rest.length) return null;
  return {
    block: { ...block, tables: Object.fromEntries(filled) as unknown as Tables },
    strings,
    tail,
  };
}

function padded(length: number): number {
  return Math.ceil(length / UNIT) * UNIT;
}
