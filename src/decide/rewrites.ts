import { reservedKeys, type Answer, type PlainObject, type PlainValue } from "../decode/index.js";
import type { Payload } from "../payload/index.js";
import { problemList, type Problem } from "../problem/index.js";
import type { Rewrite, Verdict } from "./verdict.js";

type Rewritten = Pick<Verdict, "input" | "prompt" | "toolOutput" | "rewrites"> & {
  readonly problems: readonly Problem[];
};

/**
 * Applies what the hooks change, in configuration order, each on what the one before left. A hook that
 * denies changes nothing; where the operation does not happen, nothing is changed at all.
 */
export function applyRewrites(
  answers: readonly Answer[],
  payload: Payload,
  operation: { readonly happens: boolean },
): Rewritten {
  const rewrites: Rewrite[] = [];
  let input: PlainObject | null = null;
  let prompt: string | null = null;
  let toolOutput: { readonly value: PlainValue } | null = null;
  for (const answer of answers) {
    const denies = answer.says.some(({ level }) => level === "deny" || level === "halt");
    const applied = operation.happens && !denies;
    const why = denies
      ? "the hook denies"
      : operation.happens
        ? "applied in configuration order"
        : "nothing happens";
    if (answer.input !== null) {
      rewrites.push({ hook: answer.hook, what: "input", applied, why });
      if (applied)
        input = answer.input.merge
          ? { ...(input ?? originalInput(payload)), ...answer.input.value }
          : answer.input.value;
    }
    if (answer.prompt !== null) {
      rewrites.push({ hook: answer.hook, what: "prompt", applied, why });
      if (applied) prompt = answer.prompt;
    }
    if (answer.toolOutput !== null) {
      // The tool has run. A hook that redacts its output and objects to it as well wants both.
      rewrites.push({
        hook: answer.hook,
        what: "output",
        applied: true,
        why: "applied in configuration order",
      });
      toolOutput = answer.toolOutput;
    }
  }
  return { input, prompt, toolOutput, rewrites, problems: conflicts(rewrites) };
}

/** What the host gave, as far as it is the ground for a merge. Its values are the host's own and are not copied. */
function originalInput(payload: Payload): PlainObject {
  const original = payload.tool_input;
  if (typeof original !== "object" || original === null || Array.isArray(original)) return {};
  const entries = Object.entries(original).filter(([key]) => !reservedKeys.has(key));
  return Object.fromEntries(entries);
}

function conflicts(rewrites: readonly Rewrite[]): readonly Problem[] {
  return (["input", "prompt", "output"] as const).flatMap((what) => {
    const hooks = rewrites
      .filter((rewrite) => rewrite.what === what && rewrite.applied)
      .map(({ hook }) => hook);
    if (hooks.length < 2) return [];
    const list = problemList(hooks.at(-1) ?? "");
    list.report("rewrite-conflict", {
      path: what,
      found: hooks.join(", "),
      lost: `the ${what} of ${hooks.slice(0, -1).join(", ")}`,
    });
    return list.problems;
  });
}
