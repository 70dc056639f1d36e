import fc from "fast-check";
import { expect, test } from "vitest";
import { interpret } from "../../src/core.js";
import { cleanAnswer } from "./answers.js";
import {
  anyDialect,
  anyEvent,
  anyRequest,
  blockableEvent,
  commandRun,
  noAnswer,
  onFailure,
} from "./arbitraries.js";
import { gainsOf } from "./gains.js";
import { holdsFor } from "./property.js";

test("a run without an answer fails, permits nothing, rewrites nothing and adds nothing", () => {
  const unanswered = anyRequest({
    run: (event) => commandRun(event, noAnswer),
    least: 1,
    most: 3,
  });
  holdsFor(unanswered, (request) => {
    expect(gainsOf(interpret(request))).toEqual([]);
  });
});

test("a clean permission that was printed before the end without an answer is void", () => {
  const permitting = anyEvent.chain((event) =>
    fc.tuple(anyDialect, fc.constant(event), cleanAnswer(event), noAnswer, onFailure),
  );
  holdsFor(permitting, ([dialect, event, answer, end, failure]) => {
    const run = { ...end, stdout: JSON.stringify(answer), onFailure: failure };
    const reading = interpret({ dialect, event, runs: [run], allowUpdatedPrompt: true });
    expect(gainsOf(reading)).toEqual([]);
    expect(reading.provenance.rewrites).toEqual([]);
  });
});

test("where onFailure is block, no answer blocks whatever can be blocked", () => {
  const guarded = blockableEvent.chain((event) =>
    fc.record({
      dialect: anyDialect,
      event: fc.constant(event),
      runs: fc
        .array(commandRun(event, noAnswer), { minLength: 1, maxLength: 2 })
        .map((runs) => runs.map((run) => ({ ...run, onFailure: "block" as const }))),
    }),
  );
  holdsFor(guarded, (request) => {
    expect(["block", "halt"]).toContain(interpret(request).outcome);
  });
});

test("an event that was aborted never proceeds", () => {
  const aborted = anyRequest({
    run: (event) => commandRun(event, fc.constant({ cancelled: true })),
    least: 1,
    most: 1,
  });
  holdsFor(aborted, (request) => {
    expect(interpret(request).outcome).toBe("halt");
  });
});
