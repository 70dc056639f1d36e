import type { Rewrite } from "../../decide/index.js";
import type { PlainObject } from "../../decode/index.js";
import { oneProblem, problemList, type Problem } from "../../problem/index.js";
import { inOrder } from "../ending.js";
import { isRecord, plainObject } from "../json.js";
import type { RunReading } from "./read-run.js";
import type { CodexRules } from "./rules.js";

/** What becomes of the tool's input. */
export interface CodexRewrites {
  readonly input: PlainObject | null;
  /** The call fails with this text, which the model gets. */
  readonly failure: { readonly text: string; readonly hook: string } | null;
  readonly rewrites: readonly Rewrite[];
  readonly problems: readonly Problem[];
}

interface RewriteCandidate {
  readonly hook: string;
  readonly value: unknown;
  readonly path: string;
}

/**
 * Of several rewrites the one whose hook ended last counts, whole; where anything blocks, none does. A
 * rewrite that the tool cannot take makes the call fail: the hook that wanted to allow has blocked.
 */
export function applyRewrite(
  readings: readonly RunReading[],
  finish: readonly number[],
  given: {
    readonly rules: CodexRules;
    readonly path: string;
    readonly tool: unknown;
    readonly blocked: boolean;
  },
): CodexRewrites {
  const candidates = inOrder(readings, finish).flatMap(({ run, rewrite }): RewriteCandidate[] =>
    rewrite === null ? [] : [{ hook: run.hook, value: rewrite.value, path: given.path }],
  );
  const winner = candidates.at(-1);
  if (winner === undefined) return { input: null, failure: null, rewrites: [], problems: [] };
  if (given.blocked)
    return {
      input: null,
      failure: null,
      rewrites: candidates.map((one) => rewriteOf(one, false, "the call is blocked")),
      problems: [],
    };

  const taken = take(winner, given.rules, given.tool);
  return {
    input: taken.input,
    failure: taken.failure === null ? null : { text: taken.failure, hook: winner.hook },
    rewrites: candidates.map((one) =>
      one === winner
        ? rewriteOf(one, taken.failure === null, taken.failure ?? "its hook ended last")
        : rewriteOf(one, false, `${winner.hook} ended later`),
    ),
    problems: [...orderProblems(candidates, winner), ...taken.problems],
  };
}

function rewriteOf({ hook }: RewriteCandidate, applied: boolean, why: string): Rewrite {
  return { hook, what: "input", applied, why };
}

function take(
  { hook, value, path }: RewriteCandidate,
  { commandTools, commandField, noCommand, noObject }: CodexRules,
  tool: unknown,
): { input: PlainObject | null; failure: string | null; problems: readonly Problem[] } {
  const list = problemList(hook);
  const isCommand = commandTools.some((name) => name === tool);
  const fits = isRecord(value) && (!isCommand || typeof value[commandField] === "string");
  if (!fits) {
    const failure = isCommand ? noCommand : noObject;
    list.report("host-blocks-unasked", { path, found: JSON.stringify(value) ?? "" });
    return { input: null, failure, problems: list.problems };
  }
  if (!isCommand) return { input: plainObject(value), failure: null, problems: [] };
  for (const key of Object.keys(value))
    if (key !== commandField)
      list.report("host-ignores-field", { path: `${path}.${key}`, found: key });
  return {
    input: plainObject({ [commandField]: value[commandField] }),
    failure: null,
    problems: list.problems,
  };
}

function orderProblems(
  candidates: readonly RewriteCandidate[],
  winner: RewriteCandidate,
): readonly Problem[] {
  const kept = JSON.stringify(winner.value);
  const others = candidates.filter(({ value }) => JSON.stringify(value) !== kept);
  if (others.length === 0) return [];
  return oneProblem(winner.hook, "host-order-decides", {
    path: winner.path,
    found: kept ?? "",
    lost: `the rewrite of ${others.map(({ hook }) => hook).join(", ")}`,
  });
}
