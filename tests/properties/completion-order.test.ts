import fc from "fast-check";
import { expect, test } from "vitest";
import { interpret, toJsonText, type InterpretRequest, type Reading } from "../../src/core.js";
import { anyRequest } from "./arbitraries.js";
import { holdsFor } from "./property.js";

const text = (request: InterpretRequest): string => toJsonText(interpret(request), 0);

test("the order of completion changes nothing, byte for byte", () => {
  const finished = anyRequest({ least: 2, most: 3 }).chain((request) => {
    const indexes = request.runs.map((_, index) => index);
    const order = fc.shuffledSubarray(indexes, { minLength: indexes.length });
    return fc.tuple(fc.constant(request), order);
  });
  holdsFor(finished, ([request, finish]) => {
    expect(text({ ...request, finish })).toBe(text(request));
  });
});

test("the same request gives the same reading, and is left as it was", () => {
  holdsFor(anyRequest(), (request) => {
    const before = toJsonText(request, 0);
    expect(text(request)).toBe(text(request));
    expect(toJsonText(request, 0)).toBe(before);
  });
});

test("the order of the configuration never changes the decision", () => {
  const shuffled = anyRequest({ least: 2, most: 3 }).chain((request) =>
    fc.tuple(
      fc.constant(request),
      fc.shuffledSubarray([...request.runs], { minLength: request.runs.length }),
    ),
  );
  holdsFor(shuffled, ([request, runs]) => {
    const decision = ({ outcome, permission, failed }: Reading): string =>
      `${outcome}, ${permission}, ${failed ? "failed" : "fine"}`;
    expect(decision(interpret({ ...request, runs }))).toBe(decision(interpret(request)));
  });
});
