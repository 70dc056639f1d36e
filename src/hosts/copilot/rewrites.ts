import type { Rewrite } from "../../decide/index.js";
import { changesFrom, type Changes } from "../../decode/index.js";
import { changes as known } from "../../dialects/index.js";
import { copied, isRecord, plainValue } from "../json.js";
import type { CopilotAnswer } from "./answer.js";
import type { CopilotEvent } from "./events.js";

/** A rewrite with what it puts in place. */
interface AppliedChange extends Rewrite {
  readonly value: unknown;
}

/** Every hook is given the original, and the last usable rewrite counts: they do not build upon each other. */
export function rewritesOf(
  answers: readonly CopilotAnswer[],
  event: CopilotEvent,
  happens: boolean,
): readonly AppliedChange[] {
  const changes = answers.flatMap(({ run, fields }) =>
    Object.entries(event.rewrites)
      .filter(([field]) => Object.hasOwn(fields, field))
      .map(([field, what]) => ({ hook: run.hook, what, value: fields[field] })),
  );
  const last = changes.findLast(({ what, value }) => isUsable(what, value));
  return changes.map((change): AppliedChange => {
    if (!happens) return { ...change, applied: false, why: "the operation does not happen" };
    if (!isUsable(change.what, change.value))
      return { ...change, applied: false, why: "it is not of the type that the host wants" };
    return change === last
      ? { ...change, applied: true, why: "the last rewrite counts" }
      : { ...change, applied: false, why: "a later rewrite replaces it" };
  });
}

/** What is put in place by those that are applied. */
export function appliedIn(changes: readonly AppliedChange[]): Changes {
  return changesFrom((name) => {
    const change = changes.find(({ applied, what }) => applied && what === known[name].what);
    return copied(change?.value, plainValue) ?? undefined;
  });
}

/** An empty text is refused, so that nothing is blanked. */
export function isUsable(what: Rewrite["what"], value: unknown): boolean {
  const type = Object.values(known).find((one) => one.what === what)?.spec.type ?? "any";
  switch (type) {
    case "object":
      return isRecord(value);
    case "text":
      return typeof value === "string" && value !== "";
    case "any":
      return isRecord(value)
        ? typeof value["textResultForLlm"] === "string"
        : typeof value === "string";
  }
}
