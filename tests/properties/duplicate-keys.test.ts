import fc from "fast-check";
import { expect, test } from "vitest";
import { rank } from "../../scripts/fuzz-words.mjs";
import { interpret, type Reading } from "../../src/core.js";
import { blockableEvent, tolerantDialect } from "./arbitraries.js";
import { objectText } from "./dirty-answers.js";
import { holdsFor } from "./property.js";
import { booleanTexts, decisionTexts } from "./words.js";

type Write = (...values: string[]) => string;

/** The places where a decision can be; each writes it as often as it is given. */
const places: Readonly<Record<string, (event: string) => Write>> = {
  continue:
    () =>
    (...values) =>
      objectText(values.map((value) => ["continue", value])),
  decision:
    () =>
    (...values) =>
      objectText(values.map((value) => ["decision", value])),
  permissionDecision:
    (event) =>
    (...values) =>
      objectText([
        [
          "hookSpecificOutput",
          objectText([
            ["hookEventName", JSON.stringify(event)],
            ...values.map((value) => ["permissionDecision", value] as const),
          ]),
        ],
      ]),
  behavior:
    () =>
    (...values) =>
      objectText([["decision", objectText(values.map((value) => ["behavior", value]))]]),
  hookSpecificOutput:
    (event) =>
    (...values) =>
      objectText(
        values.map((value) => [
          "hookSpecificOutput",
          objectText([
            ["hookEventName", JSON.stringify(event)],
            ["decision", value],
          ]),
        ]),
      ),
};

const doubled = fc
  .tuple(blockableEvent, fc.constantFrom(...Object.keys(places)))
  .chain(([event, place]) => {
    const value = fc.constantFrom(...(place === "continue" ? booleanTexts : decisionTexts));
    return fc.record({
      dialect: tolerantDialect,
      event: fc.constant(event),
      place: fc.constant(place),
      one: value,
      other: value,
      exit: fc.constantFrom(0, 1, 2),
      silent: fc.boolean(),
    });
  });

test("of a key that appears twice the stricter reading counts", () => {
  holdsFor(doubled, ({ dialect, event, place, one, other, exit, silent }) => {
    const write = (places[place] ?? places["decision"])?.(event);
    // Next to a hook that permits, a restriction that got lost shows.
    const permits = { exit: 0, stdout: '{"decision":"approve"}' };
    const read = (...values: string[]): Reading =>
      interpret({
        dialect,
        event,
        runs: [{ exit, stdout: write?.(...values) ?? "" }, ...(silent ? [] : [permits])],
      });
    const both = read(one, other);
    expect(rank(both)).toBeGreaterThanOrEqual(Math.max(rank(read(one)), rank(read(other))));
    expect(rank(both)).toBe(rank(read(other, one)));
  });
});
