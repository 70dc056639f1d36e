/** Where something is in the source: offsets, the end not included. */
export interface Span {
  readonly start: number;
  readonly end: number;
  /** The file, where it is another than the script itself. */
  readonly file?: string;
}

export type Stream = "stdout" | "stderr";

/** What a script computes with, the same for every language: as much of it as a hook's answer needs. */
export type Expression =
  | { readonly e: "text"; readonly text: string }
  | { readonly e: "number"; readonly value: number }
  | { readonly e: "flag"; readonly value: boolean }
  | { readonly e: "null" }
  /** Texts one after the other. */
  | { readonly e: "join"; readonly parts: readonly Expression[] }
  /** A key of null: it is not known which. */
  | {
      readonly e: "object";
      readonly entries: readonly { readonly key: string | null; readonly value: Expression }[];
    }
  | {
      readonly e: "list";
      readonly items: readonly Expression[];
      /** The words of a command, as a shell keeps them. */
      readonly isWords?: true;
    }
  | {
      readonly e: "name";
      readonly name: string;
      readonly at: Span;
      readonly isOptional?: boolean;
      readonly fallbacks?: readonly string[];
    }
  | {
      readonly e: "member";
      readonly of: Expression;
      readonly key: string | null;
      /** What gives the key, where it is not written out. */
      readonly by?: Expression;
      readonly at: Span;
      /** What it is worth where the object has no such key. */
      readonly otherwise?: Expression;
    }
  /** The JSON text of a value. */
  | { readonly e: "json"; readonly value: Expression }
  /** All of standard input, parsed or not. */
  | {
      readonly e: "stdin";
      readonly at: Span;
      /** By its name a function gives it back; in which form is not known. */
      readonly isGuess?: true;
      /** It is read to its end: whoever reads then gets nothing. */
      readonly isWhole?: true;
    }
  | { readonly e: "argv"; readonly at: Span }
  | {
      readonly e: "variable";
      readonly name: string;
      readonly at: Span;
      /** There is something to fall back on. */
      readonly isOptional?: boolean;
      /** Other variables to fall back on. */
      readonly fallbacks?: readonly string[];
    }
  /** One of them. */
  | {
      readonly e: "either";
      readonly options: readonly Expression[];
      readonly test?: Expression;
    }
  /** A function of the script, if it has one of this name. */
  | {
      readonly e: "call";
      readonly name: string;
      readonly args: readonly Expression[];
      readonly at: Span;
      /** The parameters that arguments are for, where they are named; null for others. */
      readonly names?: readonly (string | null)[];
      /** The object whose field the function is; without a name it is one of its fields. */
      readonly of?: Expression;
    }
  /** A function as a value. */
  | { readonly e: "function"; readonly define: Define }
  /** Fields of a JSON text, by path; the value of the first. */
  | {
      readonly e: "fields";
      readonly of: Expression;
      readonly paths: readonly string[];
      /** Names that are searched in the text, wherever they are in it. */
      readonly keys?: readonly string[];
      /** Those of them whose value is read only up to the first quote. */
      readonly toQuote?: readonly string[];
      /** What gives a filter of jq that names them, where they are not written out. */
      readonly by?: Expression;
      readonly at: Span;
      /** The first that is there is used. */
      readonly isEither?: boolean;
    }
  /** What statements print on stdout. */
  | {
      readonly e: "printed";
      readonly body: readonly Statement[];
      readonly at: Span;
      /** Something looks at the code with which they end. */
      readonly isAsked?: boolean;
    }
  /** A statement where a value is expected. */
  | { readonly e: "effect"; readonly statement: Statement }
  /** One of the items of a list. */
  | { readonly e: "item"; readonly of: Expression }
  /** What a JSON text stands for. */
  | { readonly e: "parsed"; readonly of: Expression; readonly at: Span }
  /** The beginning of a text. */
  | { readonly e: "cut"; readonly of: Expression; readonly most: Expression }
  | {
      readonly e: "compare";
      readonly isEqual: boolean;
      readonly left: Expression;
      readonly right: Expression;
      readonly at?: Span;
      /** Whether the left is in the list on the right; where that is no list, something else is asked. */
      readonly isMember?: true;
    }
  | { readonly e: "not"; readonly of: Expression }
  /** `ran`: it is what this command line has printed. */
  | {
      readonly e: "unknown";
      readonly uses: readonly Expression[];
      readonly ran?: Expression;
    };

/** What a function is. */
export interface Define {
  readonly s: "define";
  readonly name: string;
  readonly params: readonly string[];
  /** What a parameter is worth where nothing is given for it. */
  readonly defaults?: readonly (Expression | null)[];
  readonly body: readonly Statement[];
  /** It belongs to a class. */
  readonly isMethod?: true;
}

export interface Handler {
  /** Catches also the exception by which a Python script ends. */
  readonly catchesExit: boolean;
  /** It catches nothing else. */
  readonly isForExit?: true;
  /** The name of what it has caught. */
  readonly name?: string;
  /** What may fail is the parsing of a text that may be the payload. */
  readonly parsesInput: boolean;
  readonly body: readonly Statement[];
  readonly at: Span;
}

/** What a script does, the same for every language. */
export type Statement =
  | {
      readonly s: "write";
      readonly stream: Stream;
      readonly value: Expression;
      readonly at: Span;
    }
  | { readonly s: "exit"; readonly code: Expression; readonly at: Span }
  /** The code with which the script will end unless it says otherwise. */
  | { readonly s: "exit-code"; readonly code: Expression; readonly at: Span }
  | {
      readonly s: "set";
      readonly name: string;
      readonly path: readonly (string | null)[];
      readonly value: Expression;
      readonly adds: boolean;
    }
  /** A list gets one more item. */
  | { readonly s: "append"; readonly name: string; readonly value: Expression }
  | {
      readonly s: "branch";
      readonly arms: readonly (readonly Statement[])[];
      /** One of the arms is taken in any case. */
      readonly complete: boolean;
      /** What decides for the first arm. */
      readonly test?: Expression;
      /** The first arm is for what the script itself needs and does not find. */
      readonly isTrouble?: boolean;
    }
  /** The items of a list get names; null is one that gets none. */
  | {
      readonly s: "unpack";
      readonly names: readonly (string | null)[];
      readonly value: Expression;
    }
  | { readonly s: "loop"; readonly body: readonly Statement[] }
  | { readonly s: "break" }
  | {
      readonly s: "try";
      readonly body: readonly Statement[];
      readonly handlers: readonly Handler[];
      readonly final: readonly Statement[];
    }
  | { readonly s: "raise" }
  | { readonly s: "shift" }
  /** `isFatal`: where it fails, the script ends with its code. */
  | { readonly s: "do"; readonly value: Expression; readonly isFatal?: boolean }
  | { readonly s: "return"; readonly value: Expression | null; readonly at?: Span }
  | Define
  /** Statements whose output goes elsewhere, or that an exit does not end the script from. */
  | {
      readonly s: "scope";
      readonly body: readonly Statement[];
      readonly stdout: Stream | null;
      readonly stderr: Stream | null;
      readonly isSubshell: boolean;
      /** Its standard input is something else than the script's. */
      readonly isFed?: boolean;
      /** Its standard input is a pipe, with what may be the payload again. */
      readonly isPiped?: boolean;
    }
  /** The body of a function that is called where it is. */
  | { readonly s: "inline"; readonly body: readonly Statement[] }
  | { readonly s: "program"; readonly name: string; readonly at: Span }
  /** A command line that is run. */
  | {
      readonly s: "runs";
      readonly line: Expression;
      readonly at: Span;
      /** What becomes of its failure. */
      readonly failure: NonNullable<NestedCode["failure"]>;
      /** The part of it that is read as code, and by whom. */
      readonly code?: { readonly of: Expression; readonly by: string };
    }
  /** What is done only where the file is started itself. */
  | { readonly s: "main"; readonly body: readonly Statement[] }
  /** The code of another file. */
  | { readonly s: "include"; readonly include: Include }
  /** Code in another language; its reader fills in the body. */
  | { readonly s: "nested"; readonly code: NestedCode };

/** A file whose code a script takes in. */
export interface Include {
  /** `source`: as if it were written here. `module`: it has names of its own. */
  readonly kind: "source" | "module";
  /** Where it may be, in this order; see `FilePath`. */
  readonly paths: readonly FilePath[];
  /** What is taken from it, and how it is called here. `exported: null` is the module itself, `*` all of it. */
  readonly names: readonly { readonly local: string; readonly exported: string | null }[];
  readonly at: Span;
  /** The script can do without it. */
  readonly isOptional: boolean;
}

/**
 * A path as far as it is known from the text: `@/x` is in the folder of the file itself, `$NAME/x` in one that the
 * host names, `x` in the folder in which the hook is started.
 */
export type FilePath = string;

/** A file that a script starts. */
export interface StartedFile {
  readonly path: FilePath;
  /** The program that it is given to, or null where it is started itself. */
  readonly interpreter: string | null;
  readonly at: Span;
  /** The script looks for it first. */
  readonly isTested: boolean;
}

/** Code of another language inside a script. */
export interface NestedCode {
  readonly language: Language;
  readonly source: string;
  /** The file that it is in, instead of the source. */
  readonly path?: FilePath;
  /** Where it begins in the script around it; null where its characters are not those of the script. */
  readonly offset: number | null;
  readonly at: Span;
  /** What it is given as arguments. */
  readonly args: readonly Expression[];
  /** Nothing comes after it: its end is the script's. */
  readonly isTail: boolean;
  /** What becomes of its failure: the script ends as it does (`set -e`), something looks at it, or nothing does. */
  readonly failure?: "ends" | "tested" | "lost";
  /** What is piped into it. */
  readonly input: Expression | null;
  /** Its standard input is not the code itself. */
  readonly hasStdin: boolean;
  /** Values of the outer script are put into its text. */
  readonly isSpliced: boolean;
}

export type Language = "shell" | "python" | "javascript" | "unknown";

/** A place that never does what it was written for, whatever the host does. */
export interface Flaw {
  /**
   * `fails`: the script stops there with an error of its own. `never-matches`: what it looks for cannot be found.
   * `ends-early`: it ends there where nothing is wrong. `needs-bash`: `sh` does not know it.
   */
  readonly kind: "fails" | "never-matches" | "ends-early" | "needs-bash";
  readonly at: Span;
  /** What happens there, as a sentence. */
  readonly message: string;
  readonly fix: string;
  /** It depends on the system, or something else may have been meant. */
  readonly isUnsure?: true;
}

/** What tells an ES module from one of CommonJS. */
export interface ModuleForm {
  /** The first `import` or `export`. */
  readonly es: { readonly at: Span } | null;
  /** The first name that only CommonJS has: `require`, `__dirname`. */
  readonly common: { readonly name: string; readonly at: Span } | null;
}

/** A script after reading. */
export interface ParsedScript {
  readonly language: Language;
  readonly body: readonly Statement[];
  /** Programs that it looks for before it uses them. */
  readonly checked: ReadonlySet<string>;
  /** Names that it gives values to itself. */
  readonly assigned: ReadonlySet<string>;
  readonly nested: ReadonlyMap<NestedCode, ParsedScript>;
  readonly includes: readonly Include[];
  /** Those of them that were found and read. */
  readonly included: ReadonlyMap<Include, ParsedScript>;
  readonly starts: readonly StartedFile[];
  readonly flaws: readonly Flaw[];
  /** Null for other languages. */
  readonly form: ModuleForm | null;
  /** The names that other files can take from it; null where that is not known. */
  readonly names: ReadonlySet<string> | null;
  /** The file that it is, where another one took it in. */
  readonly file: string | null;
  /** Why it could not be read, or not all of it; null where it could. */
  readonly fault: {
    readonly message: string;
    readonly at: Span;
    /** What to do, where it is not the script that is wrong. */
    readonly fix?: string;
  } | null;
}

/** A test for an option that only somebody who starts the script by hand gives: `--selftest`. */
export const BY_HAND =
  /(?:\$\{?[1@*]|\bargv\b|\bargs\b)[^\n]*["' ]--?(?:self|test|help|debug|dry|verbose|h\b)/;

/** One of several values, the first that is there: a variable before others may be unset. */
export function firstOf(options: readonly Expression[]): Expression {
  return {
    e: "either",
    options: options.map((option, index) => {
      if (option.e !== "variable") return option;
      // A fixed text says nothing of what was meant.
      const rest = options
        .slice(index + 1)
        .flatMap((one) => (one.e === "either" ? one.options : [one]))
        .filter((one) => !isFixed(one));
      const fallbacks = rest.flatMap((one) => (one.e === "variable" ? [one.name] : []));
      if (rest.length > fallbacks.length) return { ...option, isOptional: true };
      return fallbacks.length === 0 ? option : { ...option, fallbacks };
    }),
  };
}

/** A fixed value, or the time: nothing that the script was given. */
function isFixed(one: Expression): boolean {
  if (one.e === "unknown") return one.uses.length > 0 && one.uses.every(isFixed);
  if (one.e === "call")
    return one.of === undefined
      ? /^(?:Date|Date\.now|datetime\.\w+|time\.time)$/.test(one.name)
      : [one.of, ...one.args].every(isFixed);
  return /^(?:text|number|flag|null)$/.test(one.e);
}

/** `a and b`: the last, if it comes so far. */
export function lastOf(values: readonly Expression[]): Expression {
  const last = values.at(-1) ?? unknown;
  return { e: "either", options: [last], test: { e: "unknown", uses: values.slice(0, -1) } };
}

export const unknown: Expression = { e: "unknown", uses: [] };

export function text(value: string): Expression {
  return { e: "text", text: value };
}
