import fc from "fast-check";
import { expect, test } from "vitest";
import { rank } from "../../scripts/fuzz-words.mjs";
import { interpret, type InterpretRequest, type WireRun } from "../../src/core.js";
import { cleanAnswer } from "./answers.js";
import { anyEvent, anyRequest, anyRun, jsonDialect, noAnswer, onFailure } from "./arbitraries.js";
import { holdsFor } from "./property.js";

interface Addition {
  readonly request: InterpretRequest;
  readonly run: WireRun;
  readonly place: number;
}

const additions = (
  makeRun: (event: string) => fc.Arbitrary<WireRun>,
  dialect?: fc.Arbitrary<string>,
): fc.Arbitrary<Addition> =>
  anyEvent.chain((event) =>
    fc.record({
      request: anyRequest({ event: fc.constant(event), ...(dialect && { dialect }) }),
      run: makeRun(event),
      place: fc.nat(3),
    }),
  );

const withRun = ({ request, run, place }: Addition): InterpretRequest => ({
  ...request,
  runs: request.runs.toSpliced(place, 0, run),
});

/** Runs that fail by construction: no answer at all, or half of one. */
const failingRun = (event: string): fc.Arbitrary<WireRun> =>
  fc.oneof(
    fc.tuple(noAnswer, cleanAnswer(event), onFailure).map(([end, answer, failure]) => ({
      ...end,
      stdout: JSON.stringify(answer),
      onFailure: failure,
    })),
    fc
      .tuple(
        fc.constantFrom(0, 1, 2),
        cleanAnswer(event),
        fc.integer({ min: 1, max: 40 }),
        onFailure,
      )
      .map(([exit, answer, length, failure]) => ({
        exit,
        stdout: JSON.stringify(answer).slice(0, -1).slice(0, length),
        onFailure: failure,
      })),
  );

/** The order of permissions where nobody gains anything: silence and allow are the loosest. */
const permissions = ["allow", "none", "ask", "defer", "deny"];

test("a failing or malformed hook never loosens the verdict, gives a permission or changes the input", () => {
  const failing = additions(failingRun, jsonDialect);
  holdsFor(failing, (addition) => {
    const before = interpret(addition.request);
    const after = interpret(withRun(addition));
    expect(after.failed).toBe(true);
    expect(rank(after)).toBeGreaterThanOrEqual(rank(before));
    expect(permissions.indexOf(after.permission)).toBeGreaterThanOrEqual(
      permissions.indexOf(before.permission),
    );
    expect([null, before.input]).toContainEqual(after.input);
    expect([null, before.prompt]).toContainEqual(after.prompt);
    expect(after.toolOutput).toEqual(before.toolOutput);
  });
});

test("a hook that is read as failed never loosens the verdict of the others", () => {
  holdsFor(additions(anyRun), (addition) => {
    const { request, run } = addition;
    if (!interpret({ ...request, runs: [run] }).failed) return;
    expect(rank(interpret(withRun(addition)))).toBeGreaterThanOrEqual(rank(interpret(request)));
  });
});

test("no hook loosens what another one says: only the silence before a permission can be broken", () => {
  holdsFor(additions(anyRun), (addition) => {
    const before = interpret(addition.request);
    const silent = before.provenance.voices.length === 0;
    const mayBreak = silent && addition.request.event === "PermissionRequest";
    const after = rank(interpret(withRun(addition)));
    expect(after).toBeGreaterThanOrEqual(mayBreak ? 0 : rank(before));
  });
});

test("no hook removes a deny or a halt of another one", () => {
  holdsFor(anyRequest({ least: 2, most: 3 }), (request) => {
    const together = interpret(request);
    const alone = request.runs.map((run) => interpret({ ...request, runs: [run] }));
    const final = alone.filter(({ outcome }) => outcome === "block" || outcome === "halt");
    expect(rank(together)).toBeGreaterThanOrEqual(Math.max(0, ...final.map(rank)));
    const denied = alone.some(({ permission }) => permission === "deny");
    expect(denied).toBe(together.permission === "deny");
  });
});
