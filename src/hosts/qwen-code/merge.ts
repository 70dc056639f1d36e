import { isRecord } from "../json.js";
import type { QwenMerge } from "./events.js";
import type { QwenOutput, QwenRead } from "./output.js";

/** A read that holds an output. */
export type QwenAnswered = QwenRead & { readonly output: QwenOutput };

/**
 * The answers of all hooks as one, the way the host holds them before it acts; null where nobody answered. Throws where
 * the host throws while it merges: no answer of the event counts then.
 */
export function merge(answers: readonly QwenAnswered[], how: QwenMerge): QwenOutput | null {
  const [first, second] = answers;
  if (first === undefined) return null;
  return second === undefined ? first.output : merges[how](answers.map(({ output }) => output));
}

const merges: Readonly<Record<QwenMerge, (outputs: readonly QwenOutput[]) => QwenOutput>> = {
  union,
  permission,
  spread: (outputs) => {
    const merged: QwenOutput = Object.assign({}, ...outputs) as QwenOutput;
    const contexts = contextsOf(outputs);
    if (contexts.length === 0) return merged;
    const additionalContext = contexts.join("\n");
    return {
      ...merged,
      hookSpecificOutput: { ...specific(merged), additionalContext },
    };
  },
};

function union(outputs: readonly QwenOutput[]): QwenOutput {
  const decisions = outputs.map(({ decision }) => decision);
  const blocks = decisions.some((decision) => decision === "block" || decision === "deny");
  const reasons = outputs.map(({ reason }) => reason).filter(Boolean);
  const stopping = outputs.filter(({ continue: goesOn }) => goesOn === false);
  const stopReason = stopping.findLast((output) => Boolean(output["stopReason"]))?.["stopReason"];
  const speaking = outputs.findLast((output) => Object.hasOwn(output, "systemMessage"));
  const contexts = contextsOf(outputs);
  const nested: QwenOutput = {
    ...(Object.assign({}, ...outputs.map(specific)) as QwenOutput),
    additionalContext: contexts.length === 0 ? undefined : contexts.join("\n"),
  };
  return {
    ...(blocks ? { decision: "block" } : decisions.includes("allow") && { decision: "allow" }),
    ...(reasons.length > 0 && { reason: reasons.join("\n") }),
    ...(stopping.length > 0 && { continue: false, stopReason }),
    ...(speaking !== undefined && { systemMessage: speaking["systemMessage"] }),
    hookSpecificOutput: nested,
  };
}

function permission(outputs: readonly QwenOutput[]): QwenOutput {
  const decisions = outputs.map(permissionOf).filter((decision) => decision !== null);
  const behaviors = new Set(decisions.map(({ behavior }) => behavior));
  const behavior = ["deny", "allow"].find((word) => behaviors.has(word));
  const messages = decisions.map(({ message }) => message).filter(Boolean);
  const updatedInput = decisions.findLast((one) => Boolean(one["updatedInput"]))?.["updatedInput"];
  const message = messages.length === 0 ? undefined : messages.join("\n");
  return { hookSpecificOutput: { decision: { behavior, message, updatedInput } } };
}

/** The decision on a permission; null where the output has none. A list counts as an object without fields. */
export function permissionOf({ hookSpecificOutput: nested }: QwenOutput): QwenOutput | null {
  const decision = isRecord(nested) ? nested["decision"] : null;
  return isRecord(decision) ? decision : null;
}

function contextsOf(outputs: readonly QwenOutput[]): readonly string[] {
  return outputs
    .map((output) => specific(output)["additionalContext"])
    .filter((context) => typeof context === "string");
}

/** The host takes `in` of whatever `hookSpecificOutput` holds: a text, a number and `true` make it throw. */
export function specific({ hookSpecificOutput: value }: QwenOutput): QwenOutput {
  if (!value) return {};
  if (typeof value !== "object") throw new TypeError("hookSpecificOutput is no object");
  return isRecord(value) ? value : {};
}

/** Whether `hookSpecificOutput` can make the host drop the answer. */
export function breaksMerge({ hookSpecificOutput: value }: QwenOutput): boolean {
  return Boolean(value) && typeof value !== "object";
}
