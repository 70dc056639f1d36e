import { Table, tableNames, type TableName } from "./tables.js";

export type Tables = { readonly [Name in TableName]: Table<Name> };

/** What a stretch of the ledger holds. A block that is kept in a file never changes again. */
export interface Block {
  readonly from: number;
  /** Behind its last whole line. */
  to: number;
  /** The number of its first event, and of its first new text. */
  readonly firstRow: number;
  readonly firstString: number;
  /** How many lines are no records. */
  damaged: number;
  readonly tables: Tables;
}

function emptyTables(): Tables {
  return Object.fromEntries(tableNames.map((name) => [name, new Table(name)])) as unknown as Tables;
}

const LONGEST_STRING = 256;

/** The columns of one ledger, block by block, as far as it was read. */
export class Columns {
  readonly blocks: Block[] = [];
  /** Names that come again and again: sessions, tools, hooks, codes. The first is empty. */
  readonly strings: string[] = [""];
  private readonly numbers = new Map<string, number>([["", 0]]);

  constructor(private readonly from = 0) {}

  get covered(): number {
    return this.blocks.at(-1)?.to ?? this.from;
  }

  get rows(): number {
    const last = this.blocks.at(-1);
    return last === undefined ? 0 : last.firstRow + last.tables.events.length;
  }

  get damaged(): number {
    return this.blocks.reduce((sum, { damaged }) => sum + damaged, 0);
  }

  /** As if nothing had been read. */
  clear(): void {
    this.blocks.length = 0;
    this.strings.length = 1;
    this.numbers.clear();
    this.numbers.set("", 0);
  }

  begin(): Block {
    const { covered, rows, strings } = this;
    const block: Block = {
      from: covered,
      to: covered,
      firstRow: rows,
      firstString: strings.length,
      damaged: 0,
      tables: emptyTables(),
    };
    this.blocks.push(block);
    return block;
  }

  /** The number of a text. Of a very long one the beginning stands for all of it. */
  intern(text: string): number {
    const short = shortened(text);
    const known = this.numbers.get(short);
    if (known !== undefined) return known;
    this.numbers.set(short, this.strings.length);
    return this.strings.push(short) - 1;
  }

  text(number: number): string {
    return this.strings[number] ?? "";
  }

  blockOf(row: number): Block | undefined {
    let low = 0;
    let high = this.blocks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.blocks[middle]?.firstRow ?? 0) <= row) low = middle + 1;
      else high = middle;
    }
    return this.blocks[low - 1];
  }

  /** A number of an event. */
  event(row: number, column: Parameters<Table<"events">["at"]>[0]): number {
    const block = this.blockOf(row);
    return block === undefined ? 0 : block.tables.events.at(column, row - block.firstRow);
  }
}

export function shortened(text: string): string {
  return text.length <= LONGEST_STRING ? text : `${text.slice(0, LONGEST_STRING)}…`;
}

/** A number for an id. Different ids may have the same: whoever finds one looks at the line. */
export function idHash(id: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index++)
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** A hook is known by its name and the file of its settings: its place in that file changes. */
export function hookKey(name: string, at: string): string {
  return `${name}\0${at.replace(/:\d+$/, "")}`;
}

export function hookOfKey(key: string): { readonly name: string; readonly file: string } {
  const end = key.lastIndexOf("\0");
  return end < 0 ? { name: key, file: "" } : { name: key.slice(0, end), file: key.slice(end + 1) };
}
