import type { Rewrite } from "../../decide/index.js";
import { isRecord } from "../json.js";
import type { CopilotAnswer } from "./answer.js";
import type { CopilotEvent } from "./events.js";

/** A rewrite with what it puts in place. */
export interface Change extends Rewrite {
  readonly value: unknown;
}

/** Every hook is given the original, and the last usable rewrite counts: they do not build upon each other. */
export function rewritesOf(
  answers: readonly CopilotAnswer[],
  event: CopilotEvent,
  happens: boolean,
): readonly Change[] {
  const changes = answers.flatMap(({ run, fields }) =>
    Object.entries(event.rewrites)
      .filter(([field]) => Object.hasOwn(fields, field))
      .map(([field, what]) => ({ hook: run.hook, what, value: fields[field] })),
  );
  const last = changes.findLast(({ what, value }) => isUsable(what, value));
  return changes.map((change): Change => {
    if (!happens) return { ...change, applied: false, why: "the operation does not happen" };
    if (!isUsable(change.what, change.value))
      return { ...change, applied: false, why: "it is not of the type that the host wants" };
    return change === last
      ? { ...change, applied: true, why: "the last rewrite counts" }
      : { ...change, applied: false, why: "a later rewrite replaces it" };
  });
}

/** An empty prompt is refused, so that nothing is blanked. */
export function isUsable(what: Rewrite["what"], value: unknown): boolean {
  if (what === "input") return isRecord(value);
  if (what === "prompt") return typeof value === "string" && value !== "";
  return isRecord(value)
    ? typeof value["textResultForLlm"] === "string"
    : typeof value === "string";
}
