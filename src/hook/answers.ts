import type { AnswerPart } from "./shape.js";

/** The values that an answer can hold beside its decision. */
interface Parts {
  /** The tool's new input, whole. */
  readonly input: Readonly<Record<string, unknown>>;
  /** For the model. */
  readonly context: string;
  /** For the user. */
  readonly warning: string;
}

type More<Part extends keyof Parts> = { readonly [Name in Part]?: Parts[Name] | undefined };

/**
 * What a hook answers. `Says` is all that is in it, so that only an event that can take it accepts it. Made by `deny`,
 * `allow` and the others, never by hand.
 */
export interface Answer<Says extends AnswerPart = AnswerPart> {
  readonly says: readonly Says[];
  readonly level: "deny" | "halt" | "defer" | "ask" | "allow" | null;
  readonly reason?: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly prompt?: string;
  readonly output?: unknown;
  readonly context?: string;
  readonly warning?: string;
}

/** The same in every copy of the kit that a process has loaded. */
const brand = Symbol.for("snaphook.answer");

/** Whether it was made by one of the functions here. */
export function isAnswer(value: unknown): value is Answer {
  return typeof value === "object" && value !== null && brand in value;
}

function answer<Says extends AnswerPart>(
  says: Says,
  fields: Omit<Answer, "says">,
  more: Partial<Parts> = {},
): Answer<Says> {
  const given = Object.entries(more).filter(([, value]) => value !== undefined);
  const parts = given.map(([name]) => name as Says);
  const brandOnly = Object.defineProperty({}, brand, { value: true });
  return Object.freeze(
    Object.assign(brandOnly, { says: [says, ...parts], ...fields, ...Object.fromEntries(given) }),
  );
}

/** Refuses a tool. The model reads the reason. */
export function deny<Part extends "context" | "warning" = never>(
  reason: string,
  more?: More<Part>,
): Answer<"deny" | Part> {
  return answer<"deny" | Part>("deny", { level: "deny", reason }, more);
}

/** Blocks what is not a tool: a prompt, a stop, a compaction; after a tool, sends the reason to the model. */
export function block<Part extends "context" | "warning" = never>(
  reason: string,
  more?: More<Part>,
): Answer<"block" | Part> {
  return answer<"block" | Part>("block", { level: "deny", reason }, more);
}

/** Stops the agent. The user reads the reason. */
export function halt<Part extends "context" | "warning" = never>(
  reason: string,
  more?: More<Part>,
): Answer<"halt" | Part> {
  return answer<"halt" | Part>("halt", { level: "halt", reason }, more);
}

/** Lets the user decide; `input` is what the user is asked about. Where nobody can be asked it is a deny. */
export function ask<Part extends keyof Parts = never>(
  reason: string,
  more?: More<Part>,
): Answer<"ask" | Part> {
  return answer<"ask" | Part>("ask", { level: "ask", reason }, more);
}

/** Puts the call off. Where a host cannot, the user is asked, else the call is denied. */
export function defer<Part extends "context" | "warning" = never>(
  reason: string,
  more?: More<Part>,
): Answer<"defer" | Part> {
  return answer<"defer" | Part>("defer", { level: "defer", reason }, more);
}

/** Lets the tool run without a question, where the host's own rules allow that. To have no opinion, return nothing. */
export function allow<Part extends keyof Parts = never>(
  reason?: string,
  more?: More<Part>,
): Answer<"allow" | Part> {
  return answer<"allow" | Part>(
    "allow",
    { level: "allow", ...(reason !== undefined && { reason }) },
    more,
  );
}

/** Lets the tool run with another input, given whole. Where a host cannot do that, it is a deny. */
export function rewrite<Part extends "context" | "warning" = never>(
  input: Readonly<Record<string, unknown>>,
  more?: More<Part>,
): Answer<"input" | Part> {
  return answer<"input" | Part>("input", { level: null, input }, more);
}

/** Puts another prompt in place of the user's. Where a host cannot do that, it is a block. */
export function updatedPrompt<Part extends "context" | "warning" = never>(
  prompt: string,
  more?: More<Part>,
): Answer<"prompt" | Part> {
  return answer<"prompt" | Part>("prompt", { level: null, prompt }, more);
}

/** Puts something else in place of what the tool gave back. Where a host cannot do that, it is a block. */
export function updatedOutput<Part extends "context" | "warning" = never>(
  output: unknown,
  more?: More<Part>,
): Answer<"output" | Part> {
  return answer<"output" | Part>("output", { level: null, output }, more);
}

/** Adds context for the model. */
export function context<Part extends "warning" = never>(
  text: string,
  more?: More<Part>,
): Answer<"context" | Part> {
  return answer<"context" | Part>("context", { level: null, context: text }, more);
}

/** Warns the user. */
export function warn(text: string): Answer<"warning"> {
  return answer<"warning">("warning", { level: null, warning: text });
}
