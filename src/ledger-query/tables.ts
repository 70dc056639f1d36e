/** How one number of a column is kept. */
const kinds = {
  u8: Uint8Array,
  u32: Uint32Array,
  f32: Float32Array,
  f64: Float64Array,
} as const;
type Kind = keyof typeof kinds;
export type Column = InstanceType<(typeof kinds)[Kind]>;

/**
 * What is kept of a ledger to filter and count it without reading it. `row` is the number of an event, from 0, in the order
 * of the file; texts are numbers of `Columns.strings`. Whoever changes a table counts `VERSION` of the sidecar up.
 */
const tables = {
  /** One for each event. `id` is a hash of its id. */
  events: {
    offset: "f64",
    time: "f64",
    id: "u32",
    session: "u32",
    event: "u32",
    tool: "u32",
    project: "u32",
  },
  /** `end`: where its line ends, from the event's own; `waited`: for hooks, in ms, negative for none. */
  verdicts: { row: "u32", end: "u32", waited: "f32", by: "u32", outcome: "u8", flags: "u8" },
  /** `run`, `skip` and `start` records. */
  runs: { row: "u32", hook: "u32", ms: "f32", kind: "u8", flags: "u8" },
  /** What hooks, rules and others said. */
  voices: { row: "u32", hook: "u32", level: "u8", flags: "u8" },
  problems: { row: "u32", hook: "u32", code: "u32", flags: "u8" },
  /** Records of an event that come after its verdict: async runs, answers of the user. */
  late: { row: "u32", offset: "f64", answer: "u8" },
  /** Where the settings are that events refer to. */
  settings: { offset: "f64", revision: "u32" },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Kind>>>>;

export type TableName = keyof typeof tables;
type ColumnName<Name extends TableName> = keyof (typeof tables)[Name] & string;
export type Entry<Name extends TableName> = Readonly<Record<ColumnName<Name>, number>>;

export const tableNames = Object.keys(tables) as readonly TableName[];

const FIRST_ROOM = 256;

/** Columns of numbers that grow together. */
export class Table<Name extends TableName> {
  columns: Readonly<Record<ColumnName<Name>, Column>>;
  length: number;

  constructor(
    private readonly name: Name,
    columns: Readonly<Record<ColumnName<Name>, Column>> = emptyColumns(name, FIRST_ROOM),
    length = 0,
  ) {
    this.columns = columns;
    this.length = length;
  }

  push(entry: Entry<Name>): void {
    const names = columnNames(this.name);
    if (this.length === this.columns[names[0] as ColumnName<Name>].length) this.grow();
    for (const name of names) this.columns[name][this.length] = entry[name];
    this.length++;
  }

  /** A number of an entry; 0 for one that is not there. */
  at(name: ColumnName<Name>, index: number): number {
    return this.columns[name][index] ?? 0;
  }

  /** Gives back the room that is not used. It can grow again. */
  trim(): void {
    this.columns = makeColumns(this.name, (_, name) =>
      this.columns[name as ColumnName<Name>].slice(0, this.length),
    );
  }

  private grow(): void {
    const more = emptyColumns(this.name, Math.max(FIRST_ROOM, 2 * this.length));
    for (const name of columnNames(this.name)) more[name].set(this.columns[name]);
    this.columns = more;
  }
}

const namesOf = Object.fromEntries(
  tableNames.map((table) => [table, Object.keys(tables[table])]),
) as unknown as { readonly [Name in TableName]: readonly ColumnName<Name>[] };

function columnNames<Name extends TableName>(table: Name): readonly ColumnName<Name>[] {
  return namesOf[table];
}

function emptyColumns<Name extends TableName>(
  table: Name,
  room: number,
): Record<ColumnName<Name>, Column> {
  return makeColumns(table, (kind) => new kinds[kind](room));
}

/** The columns of a table by how each is made. */
export function makeColumns<Name extends TableName>(
  table: Name,
  make: (kind: Kind, name: string) => Column,
): Record<ColumnName<Name>, Column> {
  return Object.fromEntries(
    Object.entries(tables[table]).map(([name, kind]) => [name, make(kind, name)]),
  ) as Record<ColumnName<Name>, Column>;
}

/** A column over bytes that are there already. */
export function columnOver(kind: Kind, bytes: ArrayBuffer, offset: number, length: number): Column {
  return new kinds[kind](bytes, offset, length);
}

export function bytesOfKind(kind: Kind): number {
  return kinds[kind].BYTES_PER_ELEMENT;
}
