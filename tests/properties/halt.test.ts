import fc from "fast-check";
import { expect, test } from "vitest";
import { interpret, type WireRun } from "../../src/core.js";
import { cleanAnswer, jsonText, someText } from "./answers.js";
import { anyEvent, anyPayload, anyRun, ending, tolerantDialect } from "./arbitraries.js";
import { holdsFor } from "./property.js";

interface Halting {
  readonly run: WireRun;
  readonly stopReason: string;
}

/** A clean answer that stops the agent, however its hook ended. */
const halting = (event: string): fc.Arbitrary<Halting> =>
  fc
    .tuple(cleanAnswer(event), someText, ending, fc.boolean())
    .chain(([answer, stopReason, end, printed]): fc.Arbitrary<Halting> => {
      const halt = { ...answer, continue: false, stopReason };
      return printed
        ? jsonText(halt).map((stdout) => ({ run: { ...end, stdout }, stopReason }))
        : fc.constant({ run: { ...end, json: halt }, stopReason });
    });

test("a halt wins over whatever else is said", () => {
  const among = anyEvent.chain((event) =>
    fc.record({
      dialect: tolerantDialect,
      event: fc.constant(event),
      payload: anyPayload(event),
      halt: halting(event),
      before: fc.array(anyRun(event), { maxLength: 2 }),
      after: fc.array(anyRun(event), { maxLength: 2 }),
    }),
  );
  holdsFor(among, ({ halt, before, after, ...request }) => {
    const reading = interpret({ ...request, runs: [...before, halt.run, ...after] });
    expect(reading.outcome).toBe("halt");
    expect(reading.input).toBeNull();
    expect(reading.prompt).toBeNull();
  });
});

test("a bare halt wins in the strict reading too", () => {
  const among = anyEvent.chain((event) =>
    fc.record({
      event: fc.constant(event),
      stopReason: someText,
      end: ending,
      others: fc.array(anyRun(event), { maxLength: 3 }),
    }),
  );
  holdsFor(among, ({ event, stopReason, end, others }) => {
    const run = { ...end, stdout: JSON.stringify({ continue: false, stopReason }) };
    const reading = interpret({ dialect: "wave/strict", event, runs: [...others, run] });
    expect(reading.outcome).toBe("halt");
  });
});

test("the user sees every reason of a halt", () => {
  const halts = anyEvent.chain((event) =>
    fc.record({
      dialect: tolerantDialect,
      event: fc.constant(event),
      halts: fc.array(halting(event), { minLength: 1, maxLength: 3 }),
    }),
  );
  holdsFor(halts, ({ halts: all, ...request }) => {
    const reading = interpret({ ...request, runs: all.map(({ run }) => run) });
    const reported = reading.toUser.map(({ text }) => text);
    for (const { stopReason } of all) expect(reported).toContain(stopReason);
  });
});
