import fc from "fast-check";
import { expect, test } from "vitest";
import {
  checkHookJSONOutput,
  events,
  interpret,
  isHookJSONOutput,
  isHookSpecificOutput,
  isKnownEvent,
  type HookEventName,
} from "../../src/core.js";
import { knownEvent } from "../properties/arbitraries.js";
import { holdsFor } from "../properties/property.js";
import { mutatedAnswer, recordedAnswers } from "./own-answers.js";

const given = knownEvent.chain((event) =>
  fc.record({
    event: fc.constant(event as HookEventName),
    answer: mutatedAnswer(event),
    allowUpdatedPrompt: fc.boolean(),
  }),
);

/** Whether `interpret` reads the answer without a Problem of severity warning or worse. */
function isReadWell(event: string, answer: object, allowUpdatedPrompt = false): boolean {
  const request = { dialect: "wave", event, allowUpdatedPrompt };
  const { diagnosed, failed } = interpret({
    ...request,
    runs: [{ exit: 0, stdout: JSON.stringify(answer) }],
  });
  expect(failed && !diagnosed).toBe(false);
  return !diagnosed;
}

test("the guard accepts what is read without a warning, and nothing else", () => {
  holdsFor(given, ({ event, answer, allowUpdatedPrompt }) => {
    const isAccepted = isHookJSONOutput(answer, event, { allowUpdatedPrompt });
    expect(isAccepted).toBe(isReadWell(event, answer, allowUpdatedPrompt));
    if (isAccepted)
      expect(
        interpret({ dialect: "wave", event, allowUpdatedPrompt, runs: [{ json: answer }] }),
      ).toMatchObject({ diagnosed: false, failed: false });
  });
});

test("without an event the guard accepts what is right for the one it names, or for some event", () => {
  holdsFor(given, ({ answer }) => {
    const named = (answer as { hookSpecificOutput?: { hookEventName?: unknown } })
      .hookSpecificOutput?.hookEventName;
    const candidates = events
      .map(({ name }) => name)
      .filter((name) => typeof named !== "string" || !isKnownEvent(named) || named === name);
    expect(isHookJSONOutput(answer)).toBe(candidates.some((name) => isReadWell(name, answer)));
  });
});

test("the guard of the specific part agrees with that of the whole", () => {
  holdsFor(given, ({ event, answer }) => {
    const { hookSpecificOutput } = answer as { hookSpecificOutput?: unknown };
    fc.pre(hookSpecificOutput !== undefined);
    expect(isHookSpecificOutput(hookSpecificOutput, event)).toBe(
      isHookJSONOutput({ hookSpecificOutput }, event),
    );
  });
});

test("the check throws a TypeError exactly where the guard refuses, with the Problems as its cause", () => {
  holdsFor(given, ({ event, answer }) => {
    if (isHookJSONOutput(answer, event)) expect(checkHookJSONOutput(answer, event)).toBe(answer);
    else expect(() => checkHookJSONOutput(answer, event)).toThrow(TypeError);
  });
});

test("of every answer in the cases of wave guard and decoder say the same", () => {
  const known = recordedAnswers.flatMap(({ id, dialect, event, text }) =>
    dialect === "wave" && isKnownEvent(event) ? [{ id, event, text }] : [],
  );
  expect(known.length).toBeGreaterThan(100);
  const differing = known.filter(({ event, text }) => {
    const answer = JSON.parse(text) as object;
    // JSON.parse keeps the last of two keys; the decoder is given what it kept.
    const kept = isTooDeep(answer) ? text : JSON.stringify(answer);
    const { diagnosed } = interpret({ dialect: "wave", event, runs: [{ exit: 0, stdout: kept }] });
    return isHookJSONOutput(answer, event) === diagnosed;
  });
  expect(differing).toEqual([]);
});

function isTooDeep(answer: object): boolean {
  try {
    JSON.stringify(answer);
    return false;
  } catch {
    return true;
  }
}

test("no value makes a guard throw", () => {
  holdsFor(
    fc.anything({ withBigInt: true, withDate: true, withMap: true, withSparseArray: true }),
    (value) => {
      for (const guard of [isHookJSONOutput, isHookSpecificOutput])
        expect([true, false]).toContain(guard(value));
    },
  );
});
