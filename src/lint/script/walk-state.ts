import type { Handler, Language, NestedCode, Span, Stream } from "./syntax.js";
import { either, type Value } from "./values.js";

/** The place that has read all of standard input, and by which calls it was reached. */
interface Drained {
  readonly at: Span;
  readonly calls: string;
}

/** A handler, and the ends that it has caught. */
export interface Catcher {
  readonly handler: Handler;
  readonly caught: { readonly state: State; readonly code: Value; readonly at: Span }[];
}

/** What is known at one point of the script. */
export class State {
  constructor(
    public writes: Map<number, "always" | "sometimes"> = new Map(),
    public values: Map<string, Value> = new Map(),
    public exitCode: Value = { v: "number", value: 0 },
    public hasEnded = false,
    /** Whichever way led here, something was printed on stdout. */
    public hasPrinted = false,
    /** Names that are items of a list that is known. */
    readonly unpacked: Set<string> = new Set(),
    /** Where standard input was read to its end, whichever way led here. */
    public drained: Drained | null = null,
    /** Checks that may have run. */
    readonly checks: Set<number> = new Set(),
  ) {}

  copy(): State {
    const { exitCode, hasEnded, hasPrinted, drained } = this;
    const [writes, values] = [new Map(this.writes), new Map(this.values)];
    const [unpacked, checks] = [new Set(this.unpacked), new Set(this.checks)];
    return new State(writes, values, exitCode, hasEnded, hasPrinted, unpacked, drained, checks);
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
    this.drained = alive.every(({ drained }) => drained !== null) ? first.drained : null;
    for (const { checks } of alive) for (const id of checks) this.checks.add(id);
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
    this.writes = writes;
    this.values = values;
    this.exitCode = exitCode;
  }
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
  /** Standard input is a pipe of the script's own. */
  readonly isPiped: boolean;
  /** The calls that led here, as a text. */
  readonly calls: string;
  /** The first of them. */
  readonly calledAt: Span | null;
  readonly stdout: Stream | null;
  readonly stderr: Stream | null;
  /** Gets what is printed between `$(` and `)`. */
  readonly captured: Value[] | null;
  readonly handler: Span | null;
  readonly isSubshell: boolean;
  /** What becomes of a failure of the part of the script that it is in. */
  readonly failure: NonNullable<NestedCode["failure"]>;
  readonly isRepeated: boolean;
  /** The script has not found what it needs itself. */
  readonly isTrouble: boolean;
  readonly depth: number;
  /** States that leave the innermost loop, function, subshell or guarded block. */
  readonly breaks: State[] | null;
  readonly returns: { readonly states: State[]; readonly values: Value[] } | null;
  /** A return from here ends the script with the value. */
  readonly returnsExit: boolean;
  /** A return from here with another code than 0 ends the script. */
  readonly isFatal: boolean;
  readonly subshellEnds: State[] | null;
  readonly catchers: readonly Catcher[];
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
    isPiped: false,
    calls: "",
    calledAt: null,
    stdout: "stdout",
    stderr: "stderr",
    captured: null,
    handler: null,
    isSubshell: false,
    failure: "tested",
    isRepeated: false,
    isTrouble: false,
    depth: 0,
    breaks: null,
    returns: null,
    returnsExit: false,
    isFatal: false,
    subshellEnds: null,
    catchers: [],
    raises: null,
  };
}
