import type { Handler, Language, NestedCode, Span, Stream } from "./syntax.js";
import { either, type Value } from "./values.js";

/** What is known at one point of the script. */
export class State {
  constructor(
    readonly writes: Map<number, "always" | "sometimes"> = new Map(),
    readonly values: Map<string, Value> = new Map(),
    public exitCode: Value = { v: "number", value: 0 },
    public hasEnded = false,
    /** Whichever way led here, something was printed on stdout. */
    public hasPrinted = false,
    /** Names that are items of a list that is known. */
    readonly unpacked: Set<string> = new Set(),
  ) {}

  copy(): State {
    const { exitCode, hasEnded, hasPrinted } = this;
    const [writes, values] = [new Map(this.writes), new Map(this.values)];
    return new State(writes, values, exitCode, hasEnded, hasPrinted, new Set(this.unpacked));
  }

  /** Becomes what holds whichever of the states was reached. */
  become(states: readonly State[]): void {
    const alive = states.filter(({ hasEnded }) => !hasEnded);
    const [first, ...rest] = alive;
    this.hasEnded = first === undefined;
    if (first === undefined) return;
    const writes = new Map(first.writes);
    const values = new Map(first.values);
    let exitCode = first.exitCode;
    this.hasPrinted = alive.every(({ hasPrinted }) => hasPrinted);
    for (const other of rest) {
      for (const id of writes.keys()) if (!other.writes.has(id)) writes.set(id, "sometimes");
      for (const [id, how] of other.writes)
        if (how === "sometimes" || !writes.has(id)) writes.set(id, "sometimes");
      for (const [name, value] of other.values) {
        const before = values.get(name);
        values.set(name, before === undefined ? value : either(before, value));
      }
      exitCode = either(exitCode, other.exitCode);
    }
    replace(this.writes, writes);
    replace(this.values, values);
    this.exitCode = exitCode;
  }
}

function replace<Key, Item>(map: Map<Key, Item>, by: ReadonlyMap<Key, Item>): void {
  map.clear();
  for (const [key, item] of by) map.set(key, item);
}

/** Where the statements are that are being followed. */
export interface Place {
  readonly language: Language;
  /** The file whose names are seen here; null for the script itself. */
  readonly module: string | null;
  /** The file was not started, but taken in by another. */
  readonly isModule: boolean;
  /** What comes on standard input: `code` where a here-document is the code itself. */
  readonly stdin: "payload" | "other" | "code";
  /** What the code was given by the script around it. */
  readonly args: readonly Value[] | null;
  readonly stdout: Stream | null;
  readonly stderr: Stream | null;
  readonly handler: Span | null;
  readonly isSubshell: boolean;
  /** What becomes of a failure of the part of the script that it is in. */
  readonly failure: NonNullable<NestedCode["failure"]>;
  readonly isRepeated: boolean;
  readonly depth: number;
  /** States that leave the innermost loop, function, subshell or guarded block. */
  readonly breaks: State[] | null;
  readonly returns: { readonly states: State[]; readonly values: Value[] } | null;
  /** A return from here ends the script with the value. */
  readonly returnsExit: boolean;
  readonly subshellEnds: State[] | null;
  readonly catchers: readonly Handler[];
  /** States in which something was thrown. */
  readonly raises: State[] | null;
}

/** Where a script begins. */
export function startOf(language: Language): Place {
  return {
    language,
    module: null,
    isModule: false,
    stdin: "payload",
    args: null,
    stdout: "stdout",
    stderr: "stderr",
    handler: null,
    isSubshell: false,
    failure: "tested",
    isRepeated: false,
    depth: 0,
    breaks: null,
    returns: null,
    returnsExit: false,
    subshellEnds: null,
    catchers: [],
    raises: null,
  };
}
