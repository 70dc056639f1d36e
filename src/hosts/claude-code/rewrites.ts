import type { Rewrite } from "../../decide/index.js";
import { changesFrom, type Changes } from "../../decode/index.js";
import { changeNames, changes, type ChangeName } from "../../dialects/index.js";
import type { Payload } from "../../payload/index.js";
import { oneProblem, problemList, type Problem } from "../../problem/index.js";
import type { ClaudeAnswer } from "./answer.js";
import type { EventRule } from "./client.js";
import type { ClaudeMerge } from "./merge.js";
import { texts } from "./texts.js";
import { fitInput } from "./tool-inputs.js";

/** What becomes of what hooks rewrite. */
export interface ClaudeRewrites {
  readonly changes: Changes;
  /** Why the call is refused because of its new input; null: it is not. */
  readonly refusal: { readonly hook: string; readonly reason: string } | null;
  readonly rewrites: readonly Rewrite[];
  readonly problems: readonly Problem[];
}

/** Of several rewrites the last to end counts; no new input does where the call is denied or deferred. */
export function rewrite(
  { counted, permission }: ClaudeMerge,
  rule: EventRule,
  payload: Payload,
): ClaudeRewrites {
  const giving = (name: ChangeName): readonly ClaudeAnswer[] =>
    counted.filter((answer) => answer.changes[name] !== undefined);
  const happens = permission !== "deny" && permission !== "defer";
  const last = happens ? giving("input").at(-1) : undefined;
  const tool = rule.checksInput ? payload.tool_name : undefined;
  const fitted = last?.changes.input === undefined ? null : fitInput(tool, last.changes.input);
  const problems = problemList(last?.hook ?? "");
  const fault = fitted !== null && "fault" in fitted ? fitted.fault : null;
  if (fault !== null)
    problems.report("host-blocks-unasked", {
      path: "hookSpecificOutput.updatedInput",
      found: fault,
    });
  if (fitted !== null && "dropped" in fitted)
    for (const key of fitted.dropped)
      problems.report("host-ignores-field", {
        path: `hookSpecificOutput.updatedInput.${key}`,
        found: key,
      });
  return {
    changes: changesFrom((name) => {
      if (name !== "input") return giving(name).at(-1)?.changes[name];
      return fitted !== null && "input" in fitted ? fitted.input : undefined;
    }),
    refusal:
      fault === null || last === undefined
        ? null
        : { hook: last.hook, reason: texts.badInput(String(tool), fault) },
    rewrites: changeNames.flatMap((name) => {
      const counts = name !== "input" || (happens && fault === null);
      const whyNot = fault ?? `the permission is ${permission}`;
      return rewritesOf(giving(name), changes[name].what, counts, whyNot);
    }),
    problems: [...problems.problems, ...changeNames.flatMap((name) => order(giving(name), name))],
  };
}

function rewritesOf(
  answers: readonly ClaudeAnswer[],
  what: Rewrite["what"],
  counts: boolean,
  whyNot: string,
): readonly Rewrite[] {
  return answers.map(({ hook }, index) => {
    const isLast = index === answers.length - 1;
    const applied = isLast && counts;
    const why = !isLast ? "another hook ended later" : applied ? "it was the last to end" : whyNot;
    return { hook, what, applied, why };
  });
}

function order(given: readonly ClaudeAnswer[], name: ChangeName): readonly Problem[] {
  const last = given.at(-1);
  const values = new Set(given.map((answer) => JSON.stringify(answer.changes[name])));
  if (last === undefined || values.size < 2) return [];
  return oneProblem(last.hook, "host-order-decides", {
    path: `hookSpecificOutput.${changes[name].field}`,
    found: given.map(({ hook }) => hook).join(", "),
  });
}
