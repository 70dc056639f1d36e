import { format } from "node:util";

/** By which an exit is known: hooks bring their own copy of the kit that makes it. */
const brand = Symbol.for("snaphook.exit");

/** What an ended program would have left: an exit code and what it printed. */
export class Exit {
  readonly [brand] = true;

  /** Also of one that `snaphook/hook` has made. */
  static is(value: unknown): value is Exit {
    return typeof value === "object" && value !== null && brand in value;
  }

  constructor(
    readonly code: number,
    readonly stdout: string,
    readonly stderr: string,
  ) {}
}

/** An event as a module sees it: the payload. */
export interface ModuleEvent {
  readonly hook_event_name: string;
  readonly [field: string]: unknown;
}

/** The first argument of a module's middleware: answers in the words of the event, and a way to say anything else. */
export interface Toolbox {
  /** Refuses: the tool, the prompt, the stop, whatever the event is about. */
  readonly deny: (reason: string) => object;
  /** Lets the user decide about a tool. */
  readonly ask: (reason: string) => object;
  /** Lets a tool run without a question. */
  readonly allow: (reason: string) => object;
  /** Lets the tool run with another input. */
  readonly rewrite: (input: object) => object;
  /** Adds context for the model. */
  readonly context: (text: string) => object;
  /** Warns the user. */
  readonly warn: (text: string) => object;
  /** Stops the agent. */
  readonly halt: (reason: string) => object;
  /** Answers as a program does, by its exit code and what it prints. */
  readonly exit: (
    code: number,
    printed?: { readonly stdout?: string; readonly stderr?: string },
  ) => Exit;
  /** For the log; nobody else sees it. */
  readonly log: (...values: readonly unknown[]) => void;
}

const aboutCalls = new Set(["PreToolUse", "PermissionRequest"]);

export function toolboxFor({ hook_event_name: event }: ModuleEvent): Toolbox {
  const specific = (fields: object): object => ({
    hookSpecificOutput: { hookEventName: event, ...fields },
  });
  const decide = (decision: string, reason: string): object =>
    specific({ permissionDecision: decision, permissionDecisionReason: reason });
  return {
    deny: (reason) =>
      aboutCalls.has(event) ? decide("deny", reason) : { decision: "block", reason },
    ask: (reason) => decide("ask", reason),
    allow: (reason) => decide("allow", reason),
    rewrite: (updatedInput) => specific({ updatedInput }),
    context: (additionalContext) => specific({ additionalContext }),
    warn: (systemMessage) => ({ systemMessage }),
    halt: (stopReason) => ({ continue: false, stopReason }),
    exit: (code, { stdout = "", stderr = "" } = {}) => new Exit(code, stdout, stderr),
    log: (...values) => void process.stderr.write(`${format(...values)}\n`),
  };
}
