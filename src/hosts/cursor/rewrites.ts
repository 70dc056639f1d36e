import type { Rewrite } from "../../decide/index.js";
import { changesFrom, type Changes } from "../../decode/index.js";
import { changeNames, changes, type ChangeName } from "../../dialects/index.js";
import { copied, isRecord, plainValue } from "../json.js";
import { lastRewrite } from "../last-rewrite.js";
import type { CursorAnswer } from "./answer.js";
import { rewriteFields } from "./events.js";

interface Rewritten {
  readonly changes: Changes;
  readonly rewrites: readonly Rewrite[];
}

/** Every hook gets the original; of several rewrites the last counts, whole. */
export function rewrite(answers: readonly CursorAnswer[], toolRuns: boolean): Rewritten {
  const counts = (name: ChangeName): boolean => toolRuns || changes[name].isAfter;
  const giving = (name: ChangeName): readonly CursorAnswer[] =>
    answers.filter(({ fields }) => Object.hasOwn(fields, rewriteFields[name] ?? ""));
  return {
    changes: changesFrom((name) => {
      const value = giving(name).at(-1)?.fields[rewriteFields[name] ?? ""];
      const fits = changes[name].spec.type !== "object" || isRecord(value);
      return counts(name) && fits ? (copied(value, plainValue) ?? undefined) : undefined;
    }),
    rewrites: changeNames.flatMap((name) =>
      lastRewrite(giving(name), name, counts(name) ? null : "the tool does not run", () => ({
        applied: true,
        why: "the last rewrite counts",
      })),
    ),
  };
}
