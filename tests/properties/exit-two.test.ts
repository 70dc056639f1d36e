import fc from "fast-check";
import { expect, test } from "vitest";
import { interpret } from "../../src/core.js";
import { someText } from "./answers.js";
import { anyDialect, anyRun, blockableEvent, onFailure } from "./arbitraries.js";
import { holdsFor } from "./property.js";

const padding = fc.string({
  unit: fc.constantFrom(" ", "\n", "\r", "\t", "\uFEFF", "\v", "\f", "\u00a0", "\u2028"),
  maxLength: 6,
});

/** An object that states no decision. */
const undecided = fc.oneof(
  { weight: 2, arbitrary: fc.constant("{}") },
  { weight: 1, arbitrary: fc.constant('{"suppressOutput":true}') },
  {
    weight: 1,
    arbitrary: someText.map((systemMessage) => JSON.stringify({ systemMessage })),
  },
);

const exitTwo = fc
  .tuple(padding, undecided, padding, onFailure)
  .map(([before, answer, after, failure]) => ({
    exit: 2,
    stdout: before + answer + after,
    stderr: "no",
    onFailure: failure,
  }));

test("an object that states no decision never cancels exit code 2", () => {
  holdsFor(fc.tuple(anyDialect, blockableEvent, exitTwo), ([dialect, event, run]) => {
    const reading = interpret({ dialect, event, runs: [run] });
    expect(reading.outcome).toBe("block");
    const atStake = event === "PreToolUse" || event === "PermissionRequest";
    expect(reading.permission).toBe(atStake ? "deny" : "none");
  });
});

test("exit code 2 blocks whatever the other hooks answer", () => {
  const among = blockableEvent.chain((event) =>
    fc.record({
      dialect: anyDialect,
      event: fc.constant(event),
      runs: fc
        .tuple(
          fc.array(anyRun(event), { maxLength: 2 }),
          exitTwo,
          fc.array(anyRun(event), { maxLength: 2 }),
        )
        .map(([before, run, after]) => [...before, run, ...after]),
    }),
  );
  holdsFor(among, (request) => {
    expect(["block", "halt"]).toContain(interpret(request).outcome);
  });
});
