import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { allDialects, findDialect, interpret, type Problem } from "../../src/core.js";
import { isMatcherCase, type AnyCase, type ConformanceCase } from "../../src/conform/index.js";
import { cleanAnswer } from "../properties/answers.js";
import { dirtyAnswer } from "../properties/dirty-answers.js";

/** What a hook printed in a case of Snaphook's own dialects, where that is one JSON object. */
interface RecordedAnswer {
  readonly id: string;
  readonly dialect: string;
  readonly event: string;
  readonly text: string;
}

export const recordedAnswers: readonly RecordedAnswer[] = readdirSync("conformance")
  .flatMap((file) => JSON.parse(readFileSync(`conformance/${file}`, "utf8")) as AnyCase[])
  .filter((example): example is ConformanceCase => !isMatcherCase(example))
  .filter(({ dialect }) => allDialects.some(({ name }) => name === dialect))
  .flatMap(({ id, dialect, event, runs }) =>
    runs
      .map(({ stdout = "", json }) => (json === undefined ? String(stdout) : JSON.stringify(json)))
      .filter(isObjectText)
      .map((text) => ({ id, dialect, event, text })),
  );

function isObjectText(text: string): boolean {
  try {
    return isObject(JSON.parse(text));
  } catch {
    return false;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Problems of severity warning or worse that reading the answer alone gives. What the settings turn off is no fault of it. */
export function faultsOf(dialect: string, event: string, text: string): readonly Problem[] {
  const request = { dialect, event, allowUpdatedPrompt: true };
  return interpret({ ...request, runs: [{ exit: 0, stdout: text }] }).problems.filter(
    ({ severity }) => severity !== "info",
  );
}

/** Values that are nearly what one field may hold. */
const wrongValue = fc.oneof(
  fc.constantFrom<unknown>(null, "", " ", "x", true, false, 0, [], {}, "false"),
  fc.constantFrom("block", "approve", "allow", "deny", "ask", "defer", "Deny", "nope"),
  fc.constantFrom<unknown>(
    { behavior: "deny" },
    { behavior: "deny", message: "" },
    { behavior: "deny", message: " " },
    { behavior: "allow" },
    { behavior: "allow", message: 1 },
    { behavior: "ask" },
    { behavior: "deny", message: "m", updatedInput: {} },
    { message: "m", more: 1 },
  ),
);
const someName = fc.constantFrom(
  ...Object.keys(findDialect("wave").fields),
  "hookSpecificOutput",
  "hookEventName",
  "other",
);

/** One field set to something else, or taken away, in one of the two places. */
const mutation = fc.record({
  inside: fc.boolean(),
  name: someName,
  value: fc.oneof(
    { weight: 3, arbitrary: wrongValue },
    { weight: 1, arbitrary: fc.constant(undefined) },
  ),
});

/** Decisions and reasons at either level, in whatever combination. */
function manyDecisions(event: string): fc.Arbitrary<object> {
  const optional = { requiredKeys: [] };
  const reason = fc.constantFrom("r", "r", " ", "");
  const decision = fc.constantFrom<unknown>(
    "block",
    "block",
    "approve",
    "deny",
    { behavior: "deny" },
    { behavior: "deny", message: " " },
    { behavior: "allow", message: "" },
  );
  const specific = fc.record(
    {
      decision,
      reason,
      ...(event.startsWith("P") && {
        permissionDecision: fc.constantFrom("allow", "deny", "deny", "ask", "defer"),
        permissionDecisionReason: reason,
      }),
    },
    optional,
  );
  const top = {
    decision,
    reason,
    continue: fc.boolean(),
    stopReason: reason,
    systemMessage: reason,
  };
  return fc
    .tuple(fc.record(top, optional), fc.option(specific))
    .map(([answer, inside]) =>
      inside === null
        ? answer
        : { ...answer, hookSpecificOutput: { hookEventName: event, ...inside } },
    );
}

/** An answer as its author meant it, with up to three fields changed; one of many decisions; or one in which anything is anywhere. */
export function mutatedAnswer(event: string): fc.Arbitrary<object> {
  const near = fc
    .tuple(cleanAnswer(event), fc.array(mutation, { maxLength: 3 }))
    .map(([answer, mutations]) => {
      let changed: { readonly [field: string]: unknown } = answer;
      for (const { inside, name, value } of mutations) {
        const specific = changed["hookSpecificOutput"];
        changed =
          inside && isObject(specific)
            ? { ...changed, hookSpecificOutput: { ...specific, [name]: value } }
            : { ...changed, [name]: value };
      }
      return changed;
    });
  const far = dirtyAnswer(event).map((text) => JSON.parse(text) as object);
  // Through JSON: what is undefined goes, and what is too large for a number.
  return fc
    .oneof(near, manyDecisions(event), far)
    .map((answer) => JSON.parse(JSON.stringify(answer)) as object);
}
