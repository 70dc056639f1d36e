import type { LedgerFile } from "./ledger-file.js";

const CHUNK = 4_194_304;

/** A stretch of whole lines, and those lines in it that hold one of some bytes. */
export interface SearchedStretch {
  /** Everything from here on was searched. */
  readonly from: number;
  readonly hits: readonly { readonly offset: number; readonly bytes: Buffer }[];
}

/**
 * Searches a file for bytes from its end to its beginning, stretch by stretch, so that whoever wants the newest can stop
 * early. `end` is behind a line end. Only lines with a hit are taken out; they are good until the next stretch.
 */
export function* searchBack(
  file: LedgerFile,
  from: number,
  end: number,
  needle: Buffer,
): Generator<SearchedStretch, void> {
  let to = end;
  let size = CHUNK;
  while (to > from) {
    const begin = Math.max(from, to - size);
    const chunk = file.bytes(begin, to);
    // Somebody has cut the file meanwhile.
    if (chunk.length < to - begin) return;
    // The line that this chunk begins in the middle of belongs to the next one.
    const first = begin === from ? 0 : chunk.indexOf(10) + 1;
    if (begin !== from && (first === 0 || first === chunk.length)) {
      size *= 2;
      continue;
    }
    size = CHUNK;
    yield { from: begin + first, hits: hitsIn(chunk.subarray(first), begin + first, needle) };
    to = begin + first;
  }
}

function hitsIn(bytes: Buffer, base: number, needle: Buffer): SearchedStretch["hits"] {
  const hits: { offset: number; bytes: Buffer }[] = [];
  for (let at = bytes.indexOf(needle); at >= 0;) {
    const begin = bytes.lastIndexOf(10, at) + 1;
    const lineEnd = bytes.indexOf(10, at);
    const end = lineEnd < 0 ? bytes.length : lineEnd;
    hits.push({ offset: base + begin, bytes: bytes.subarray(begin, end) });
    at = bytes.indexOf(needle, end + 1);
  }
  return hits;
}
