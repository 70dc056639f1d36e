import { idHash, type Columns } from "./columns.js";

/** The last event whose line begins at a byte or before; -1 for none. */
export function rowAt(columns: Columns, offset: number): number {
  const block = columns.blocks.findLast((one) => one.from <= offset);
  if (block === undefined) return -1;
  const { events } = block.tables;
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (events.at("offset", middle) <= offset) low = middle + 1;
    else high = middle;
  }
  return block.firstRow + low - 1;
}

/** The latest event of an id that is not after a row; -1 for none. `idAt` gives the id of the line at a byte. */
export function rowOfId(
  columns: Columns,
  id: string,
  last: number,
  idAt: (offset: number) => string,
): number {
  const hash = idHash(id);
  for (let at = columns.blocks.length - 1; at >= 0; at--) {
    const block = columns.blocks[at];
    if (block === undefined || block.firstRow > last) continue;
    const { columns: events, length } = block.tables.events;
    let index = Math.min(length - 1, last - block.firstRow);
    while (index >= 0) {
      index = events.id.lastIndexOf(hash, index);
      if (index < 0) break;
      if (idAt(events.offset[index] ?? 0) === id) return block.firstRow + index;
      index--;
    }
  }
  return -1;
}
