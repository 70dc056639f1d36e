import { isRecord } from "../json.js";
import type { GeminiEvent, GeminiMerge } from "./events.js";
import type { GeminiOutput, GeminiRead } from "./output.js";

/** All answers as one, the way the host holds them before it acts. */
export interface MergedAnswers {
  readonly halt: boolean;
  readonly decision: "block" | "ask" | null;
  readonly reason: string;
  /** One for each hook that has a `systemMessage`, whatever its `suppressOutput` says. */
  readonly messages: readonly { readonly text: string; readonly hook: string }[];
  readonly context: string;
  /** As given, by the last hook that has the field at all. */
  readonly toolInput: unknown;
  /** Reads whose texts are in `reason` and `context`. */
  readonly from: Readonly<Record<"reason" | "context", readonly GeminiAnswered[]>>;
}

/** A read that holds an output. */
export type GeminiAnswered = GeminiRead & { readonly output: GeminiOutput };

/** Stands where neither a hook's `stopReason` nor its `reason` says anything. */
const NO_REASON = "No reason provided";

/**
 * Null where nobody answered. Throws where the host throws: it then holds the event as if no hook had answered.
 */
export function merge(
  answers: readonly GeminiAnswered[],
  { merge: how }: GeminiEvent,
): MergedAnswers | null {
  return answers.length === 0 ? null : { ...merges[how](answers), messages: messagesOf(answers) };
}

type Joined = Omit<MergedAnswers, "messages">;

const merges: Readonly<Record<GeminiMerge, (answers: readonly GeminiAnswered[]) => Joined>> = {
  strictest,
  later: (answers) => replaced(answers),
  tools: () => silent,
  spread: (answers) => ({ ...replaced(answers), halt: false, decision: null }),
};

const silent: Joined = {
  halt: false,
  decision: null,
  reason: NO_REASON,
  context: "",
  toolInput: undefined,
  from: { reason: [], context: [] },
};

function strictest(answers: readonly GeminiAnswered[]): Joined {
  const halting = answers.filter(({ output }) => output["continue"] === false);
  const stopping = halting.filter(({ output }) => truthy(output["stopReason"]));
  const reasoned = answers.filter(({ output }) => truthy(output["reason"]));
  const adding = answers.filter(
    ({ output }) => typeof specific(output)["additionalContext"] === "string",
  );
  const decisions = new Set(answers.map(({ output }) => decisionOf(output["decision"])));
  const stopReason = joined(stopping, "stopReason");
  return {
    halt: halting.length > 0,
    decision: decisions.has("block") ? "block" : decisions.has("ask") ? "ask" : null,
    reason: stopReason || joined(reasoned, "reason") || NO_REASON,
    context: adding.map(({ output }) => specific(output)["additionalContext"]).join("\n"),
    toolInput: rewriteOf(answers)?.value,
    from: {
      reason: stopReason === "" ? reasoned : stopping,
      context: adding,
    },
  };
}

/** A later rewrite replaces an earlier one, also where it is none that the host can use. */
export function rewriteOf(
  answers: readonly GeminiAnswered[],
): { by: GeminiAnswered; value: unknown } | null {
  const by = answers.findLast(({ output }) => Object.hasOwn(specific(output), "tool_input"));
  return by === undefined ? null : { by, value: specific(by.output)["tool_input"] };
}

function replaced(answers: readonly GeminiAnswered[]): Joined {
  const last = (field: string): GeminiAnswered | undefined =>
    answers.findLast(({ output }) => Object.hasOwn(output, field));
  const value = (field: string): unknown => last(field)?.output[field];
  const reason = [value("stopReason"), value("reason"), NO_REASON].find(truthy);
  return {
    ...silent,
    halt: value("continue") === false,
    decision: decisionOf(value("decision")),
    reason: textOf(reason),
    from: {
      reason: listed(last(truthy(value("stopReason")) ? "stopReason" : "reason")),
      context: [],
    },
  };
}

function messagesOf(answers: readonly GeminiAnswered[]): MergedAnswers["messages"] {
  return answers
    .filter(({ output }) => truthy(output["systemMessage"]))
    .map(({ run, output }) => ({ text: textOf(output["systemMessage"]), hook: run.hook }));
}

/** Case-sensitive; every other value counts as allow. */
export function decisionOf(value: unknown): "block" | "ask" | null {
  if (value === "block" || value === "deny") return "block";
  return value === "ask" ? "ask" : null;
}

/** The host takes `in` of whatever is here: a string, a number and `true` make it throw. */
function specific(output: GeminiOutput): GeminiOutput {
  const { hookSpecificOutput: value } = output;
  if (!truthy(value)) return {};
  if (typeof value !== "object") throw new TypeError("hookSpecificOutput is no object");
  return isRecord(value) ? value : {};
}

/** Whether `hookSpecificOutput` makes the host drop the answers of all hooks. */
export function breaksMerge(output: GeminiOutput): boolean {
  const { hookSpecificOutput: value } = output;
  return truthy(value) && typeof value !== "object";
}

function joined(answers: readonly GeminiAnswered[], field: string): string {
  return answers.map(({ output }) => output[field]).join("\n");
}

/** As a template would write it; throws for an object that has a `toString` of its own. */
function textOf(value: unknown): string {
  return [value].join("");
}

function listed(answer: GeminiAnswered | undefined): readonly GeminiAnswered[] {
  return answer === undefined ? [] : [answer];
}

function truthy(value: unknown): boolean {
  return Boolean(value);
}
