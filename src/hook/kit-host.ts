/** What a program prints and how it ends. */
export interface Printed {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * How one answer is printed. In the texts `<r>` is the reason, `<c>` the context, `<w>` the warning, `<p>` the prompt and
 * `<e>` the event; `"<i>"` and `"<o>"` are the tool's new input and output as JSON, and `<O>` is the JSON of the output as text.
 */
export type PrintedForm = readonly [exit: number, stderr: string, stdout: string];

/** How a host names the fields of a payload. */
export interface PayloadRow {
  /** The host's name to Snaphook's. */
  readonly fields: Readonly<Record<string, string>>;
  /** The tool's input may be a text that holds JSON. */
  readonly isText?: true;
  /** The payload does not say which event it is. */
  readonly isUnnamed?: true;
  /** The tool is the event: its name, and the fields of its input, which are in the payload itself. */
  readonly tool?: readonly [name: string, fields: readonly string[]];
}

/** A tool of a host. */
export interface ToolRow {
  /** What hooks call it. */
  readonly name: string;
  /** The host's name of a field to Snaphook's. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Tools whose work it does as well, with an input that cannot be made into theirs. */
  readonly covers?: readonly string[];
}

/**
 * One event of a host: what hooks call it, its row of `payloads` and of `answers`, and whether what is on stderr is shown
 * to somebody also where the exit code is 0.
 */
export type EventRow = readonly [
  name: string,
  payload: number,
  answers: number,
  showsStderr: 0 | 1,
];

/** What the kit knows of a host. Made from `src/hosts` and the bridge by `npm run generate`. */
export interface KitHost {
  /** By the host's own name. */
  readonly events: Readonly<Record<string, EventRow>>;
  readonly payloads: readonly PayloadRow[];
  /** By the shape of an answer, an index of the forms, which all hosts share. */
  readonly answers: readonly Readonly<Record<string, number>>[];
  readonly tools: Readonly<Record<string, ToolRow>>;
  readonly mcp: readonly [prefix: string, separator: string | null];
  readonly inputKeys?: Readonly<Record<string, readonly string[]>>;
  readonly outputKeepsShape?: true;
  /** What is printed where nothing is said; absent where that is nothing. */
  readonly silence?: string;
}

/** By what a hook knows its host, as `HostMark` of src/hosts has it; variables with the field that they must repeat. */
export interface KitMark {
  readonly host: string;
  readonly fields?: readonly string[];
  readonly lacks?: readonly string[];
  readonly variables?: Readonly<Record<string, string | null>>;
}
