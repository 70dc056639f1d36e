import type { Span, Stream } from "./syntax.js";
import type { Value } from "./values.js";

/** Something that the script prints. */
export interface Write {
  readonly id: number;
  readonly stream: Stream;
  readonly value: Value;
  readonly at: Span;
  /** It may be printed more than once. */
  readonly isRepeated: boolean;
  /** It is in what is done when something failed. */
  readonly handler: Span | null;
  /** The same place has printed the same before: a function is called twice. */
  readonly isAgain?: true;
}

/** A way in which the script ends, and what it has printed by then. */
export interface ScriptExit {
  /** Null where it is not known. */
  readonly code: number | null;
  /** Null where it ends by coming to its end. */
  readonly at: Span | null;
  /** Printed whichever way leads here, in order. */
  readonly always: readonly Write[];
  /** Printed on some of the ways. */
  readonly sometimes: readonly Write[];
  /** It is in what is done when something failed. */
  readonly handler: Span | null;
  /** On every way that leads here, something was printed on stdout. */
  readonly hasPrinted: boolean;
  /** It ends only a part of the script: a subshell, or the side of a pipe. */
  readonly isSubshell: boolean;
  /** Something looks at the code with which that part ends. */
  readonly isAsked: boolean;
  /** It ends a program that the script starts, and nothing looks at the code. */
  readonly isLost: boolean;
  /** It is where the script does not find what it needs itself: a file, a folder, a program. */
  readonly isTrouble: boolean;
  /** The checks that may have run by then, by their numbers. */
  readonly checks: readonly number[];
}

/** A program that looks for mistakes, run by the script. */
export interface CheckRun {
  readonly id: number;
  /** `npm test` */
  readonly name: string;
  readonly at: Span;
  /** Where what it finds is printed; null where the script keeps it, or throws it away. */
  readonly stream: Stream | null;
  /** The exit code with which it says that there are mistakes. */
  readonly code: number;
  /** What becomes of that: the script ends with it, looks at it, or goes on as if nothing were. */
  readonly failure: "ends" | "tested" | "lost";
  readonly handler: Span | null;
}

/** A field of the payload that the script reads. */
export interface FieldRead {
  /** From the top, with dots. */
  readonly path: string;
  readonly at: Span;
  /** What it is read from may hold the payload, and not be it. */
  readonly isGuess: boolean;
  /** It is read only where something else, not of the payload, is not there. */
  readonly isFallback?: true;
  /** Of the fields with one number the first that is there is used. */
  readonly group?: number;
}

/** What is known of a script without running it. */
export interface ScriptFacts {
  readonly writes: readonly Write[];
  readonly exits: readonly ScriptExit[];
  readonly stdin: readonly Span[];
  /** Where it reads standard input that its caller has replaced, by a here-document for instance. */
  readonly lostStdin: readonly Span[];
  /** Where it reads standard input again that was read to its end before. */
  readonly drainedStdin: readonly { readonly at: Span; readonly before: Span }[];
  readonly checks: readonly CheckRun[];
  readonly argv: readonly Span[];
  /** Variables of the environment that it reads. */
  readonly variables: readonly {
    readonly name: string;
    readonly at: Span;
    /** Others that are used where it is not set. */
    readonly fallbacks?: readonly string[];
  }[];
  readonly fields: readonly FieldRead[];
  /** Names that are searched in the text of the payload. */
  readonly searched: readonly {
    readonly name: string;
    readonly at: Span;
    /** What it is worth is read up to the first quote. */
    readonly toQuote: boolean;
  }[];
  /** Fields of the payload that are compared with texts. */
  readonly compared: readonly {
    readonly path: string;
    readonly texts: readonly string[];
    readonly at: Span;
  }[];
  /** Where a payload is parsed that was cut before. */
  readonly cutInput: readonly { readonly most: number; readonly at: Span }[];
  /** Where something that the host sent is put into code that a program then runs. */
  readonly injected: readonly { readonly by: string; readonly at: Span }[];
  readonly programs: readonly { readonly name: string; readonly at: Span }[];
  /** Ends that a handler catches. */
  readonly swallowed: readonly {
    readonly code: number | null;
    readonly at: Span;
    readonly handler: Span;
  }[];
  /** What is done when something failed. */
  readonly handlers: readonly {
    readonly at: Span;
    /** What may have failed is the reading of the payload. */
    readonly readsInput: boolean;
    /** The script then goes on after it. */
    readonly goesOn: boolean;
  }[];
  /** It compares something with the name of an event: what it does depends on that. */
  readonly isEventAsked: boolean;
  /** Not all ways were followed: there were too many. */
  readonly isPartial: boolean;
}
