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

type How = "always" | "sometimes";

/** A map or a set that several states have in common until one of them changes it. */
class Shared<Of extends ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>> {
  private isOwn = true;

  constructor(
    private content: Of,
    private readonly copied: (content: Of) => Of,
  ) {}

  get(): Of {
    return this.content;
  }

  own(): Of {
    if (!this.isOwn) this.content = this.copied(this.content);
    this.isOwn = true;
    return this.content;
  }

  share(): Shared<Of> {
    this.isOwn = false;
    const other = new Shared(this.content, this.copied);
    other.isOwn = false;
    return other;
  }
}

/** What is known at one point of the script. */
export class State {
  exitCode: Value = { v: "number", value: 0 };
  hasEnded = false;
  /** Whichever way led here, something was printed on stdout. */
  hasPrinted = false;
  /** Where standard input was read to its end, whichever way led here. */
  drained: Drained | null = null;
  private printed = new Shared(new Map<number, How>(), (map) => new Map(map));
  private known = new Shared(new Map<string, Value>(), (map) => new Map(map));
  private items = new Shared(new Set<string>(), (set) => new Set(set));
  private run = new Shared(new Set<number>(), (set) => new Set(set));

  get writes(): ReadonlyMap<number, How> {
    return this.printed.get();
  }

  get values(): ReadonlyMap<string, Value> {
    return this.known.get();
  }

  /** Names that are items of a list that is known. */
  get unpacked(): ReadonlySet<string> {
    return this.items.get();
  }

  /** Checks that may have run. */
  get checks(): ReadonlySet<number> {
    return this.run.get();
  }

  copy(): State {
    const copy = new State();
    copy.exitCode = this.exitCode;
    copy.hasEnded = this.hasEnded;
    copy.hasPrinted = this.hasPrinted;
    copy.drained = this.drained;
    copy.printed = this.printed.share();
    copy.known = this.known.share();
    copy.items = this.items.share();
    copy.run = this.run.share();
    return copy;
  }

  print(id: number): void {
    if (this.writes.get(id) !== "always") this.printed.own().set(id, "always");
  }

  set(name: string, value: Value): void {
    if (this.values.get(name) !== value) this.known.own().set(name, value);
  }

  setUnpacked(name: string, isItem: boolean): void {
    if (this.unpacked.has(name) === isItem) return;
    if (isItem) this.items.own().add(name);
    else this.items.own().delete(name);
  }

  check(id: number): void {
    if (!this.checks.has(id)) this.run.own().add(id);
  }

  /** Becomes what holds whichever of the states was reached. */
  become(states: readonly State[]): void {
    const alive = states.filter(({ hasEnded }) => !hasEnded);
    const [first, ...rest] = alive;
    this.hasEnded = first === undefined;
    if (first === undefined) return;
    this.hasPrinted = alive.every(({ hasPrinted }) => hasPrinted);
    this.drained = alive.every(({ drained }) => drained !== null) ? first.drained : null;
    for (const { checks } of alive)
      if (checks !== this.checks) for (const id of checks) this.check(id);
    this.exitCode = rest.reduce((code, other) => either(code, other.exitCode), first.exitCode);
    this.printed = first.printed.share();
    this.known = first.known.share();
    for (const other of rest) {
      this.addWrites(other.writes, first.writes);
      this.addValues(other.values, first.values);
    }
  }

  private addWrites(other: ReadonlyMap<number, How>, first: ReadonlyMap<number, How>): void {
    if (other === first) return;
    for (const [id, how] of this.writes)
      if (how === "always" && !other.has(id)) this.printed.own().set(id, "sometimes");
    for (const [id, how] of other) {
      const before = this.writes.get(id);
      if (before === undefined || (before === "always" && how === "sometimes"))
        this.printed.own().set(id, "sometimes");
    }
  }

  private addValues(other: ReadonlyMap<string, Value>, first: ReadonlyMap<string, Value>): void {
    if (other === first) return;
    for (const [name, value] of other) {
      const before = this.values.get(name);
      if (before !== value) this.set(name, before === undefined ? value : either(before, value));
    }
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
  /** The same for what goes to stderr: `2>&1`. */
  readonly capturedErrors: Value[] | null;
  readonly handler: Span | null;
  readonly isSubshell: boolean;
  /** Something looks at the code with which the subshell ends. */
  readonly isAsked: boolean;
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
    capturedErrors: null,
    handler: null,
    isSubshell: false,
    isAsked: false,
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
