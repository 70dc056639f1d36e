import type { Rewrite } from "../../decide/index.js";
import type { PlainObject, PlainValue } from "../../decode/index.js";
import type { Payload } from "../../payload/index.js";
import { problemList, type Problem } from "../../problem/index.js";
import type { ClaudeAnswer } from "./answer.js";
import type { EventRule } from "./client.js";
import type { ClaudeMerge } from "./merge.js";
import { texts } from "./texts.js";
import { fitInput } from "./tool-inputs.js";

/** What becomes of rewritten inputs and outputs. */
export interface ClaudeRewrites {
  readonly input: PlainObject | null;
  readonly toolOutput: { readonly value: PlainValue } | null;
  /** Why the call is refused because of its new input; null: it is not. */
  readonly refusal: { readonly hook: string; readonly reason: string } | null;
  readonly rewrites: readonly Rewrite[];
  readonly problems: readonly Problem[];
}

/** Of several rewrites the last to end counts; none does where the call is denied or deferred. */
export function rewrite(
  { counted: heard, permission }: ClaudeMerge,
  rule: EventRule,
  payload: Payload,
): ClaudeRewrites {
  const inputs = heard.filter((answer) => answer.input !== null);
  const outputs = heard.filter((answer) => answer.toolOutput !== null);
  const happens = permission !== "deny" && permission !== "defer";
  const last = happens ? inputs.at(-1) : undefined;
  const tool = rule.checksInput ? payload.tool_name : undefined;
  const fitted = last === undefined || last.input === null ? null : fitInput(tool, last.input);
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
    input: fitted !== null && "input" in fitted ? fitted.input : null,
    toolOutput: outputs.at(-1)?.toolOutput ?? null,
    refusal:
      fault === null || last === undefined
        ? null
        : { hook: last.hook, reason: texts.badInput(String(tool), fault) },
    rewrites: [
      ...rewritesOf(
        inputs,
        "input",
        happens && fault === null,
        fault ?? `the permission is ${permission}`,
      ),
      ...rewritesOf(outputs, "output", true, ""),
    ],
    problems: [
      ...problems.problems,
      ...order(
        inputs.map(({ hook, input }) => ({ hook, value: input })),
        "updatedInput",
      ),
      ...order(
        outputs.map(({ hook, toolOutput }) => ({ hook, value: toolOutput })),
        "updatedToolOutput",
      ),
    ],
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

function order(
  given: readonly { readonly hook: string; readonly value: unknown }[],
  field: string,
): readonly Problem[] {
  const last = given.at(-1);
  if (last === undefined || new Set(given.map(({ value }) => JSON.stringify(value))).size < 2)
    return [];
  const problems = problemList(last.hook);
  problems.report("host-order-decides", {
    path: `hookSpecificOutput.${field}`,
    found: given.map(({ hook }) => hook).join(", "),
  });
  return problems.problems;
}
