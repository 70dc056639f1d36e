import type { Rewrite } from "../../decide/index.js";
import { changesFrom, type Changes } from "../../decode/index.js";
import { changes as known, type ChangeName } from "../../dialects/index.js";
import { copied, isRecord, plainValue } from "../json.js";
import type { Answer } from "./answer.js";
import type { CopilotEvent } from "./events.js";

/** A rewrite with what it puts in place. */
interface Change extends Rewrite {
  readonly name: ChangeName;
  readonly value: unknown;
}

/** Every hook is given the original, and the last usable rewrite counts: they do not build upon each other. */
export function rewritesOf(
  answers: readonly Answer[],
  event: CopilotEvent,
  happens: boolean,
): readonly Change[] {
  const changes = answers.flatMap(({ run, fields }) =>
    Object.entries(event.rewrites)
      .filter(([field]) => Object.hasOwn(fields, field))
      .map(([field, name]) => ({
        hook: run.hook,
        what: known[name].what,
        name,
        value: fields[field],
      })),
  );
  const last = changes.findLast(({ name, value }) => isUsable(name, value));
  return changes.map((change): Change => {
    if (!happens) return { ...change, applied: false, why: "the operation does not happen" };
    if (!isUsable(change.name, change.value))
      return { ...change, applied: false, why: "it is not of the type that the host wants" };
    return change === last
      ? { ...change, applied: true, why: "the last rewrite counts" }
      : { ...change, applied: false, why: "a later rewrite replaces it" };
  });
}

/** What is put in place by those that are applied. */
export function appliedIn(changes: readonly Change[]): Changes {
  return changesFrom((wanted) => {
    const change = changes.find(({ applied, name }) => applied && name === wanted);
    return copied(change?.value, plainValue) ?? undefined;
  });
}

/** An empty text is refused, so that nothing is blanked. */
export function isUsable(name: ChangeName, value: unknown): boolean {
  switch (known[name].spec.type) {
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
