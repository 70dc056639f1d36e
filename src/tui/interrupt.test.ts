import { expect, test } from "vitest";
import { notInterrupted, pressInterrupt, type Moment } from "./interrupt.js";

const at = (now: number, turn: number | null = null, isClosing = false): Moment => ({
  now,
  turn,
  isClosing,
});

test.each<[string, readonly Moment[], readonly string[]]>([
  ["idle, twice", [at(0), at(1000)], ["hint", "quit"]],
  ["idle, the second just in time", [at(0), at(2999)], ["hint", "quit"]],
  ["idle, the second too late", [at(0), at(3000)], ["hint", "hint"]],
  ["in a turn", [at(0, 1)], ["abort"]],
  ["twice in a turn", [at(0, 1), at(60_000, 1)], ["abort", "quit"]],
  ["once in each of two turns", [at(0, 1), at(10, 2)], ["abort", "abort"]],
  ["in a turn and after it", [at(0, 1), at(10)], ["abort", "hint"]],
  ["idle and then in a turn", [at(0), at(10, 1)], ["hint", "abort"]],
  ["while hooks run for the end", [at(0, null, true)], ["leave"]],
])("Ctrl-C %s", (_name, moments, does) => {
  let state = notInterrupted;
  const done = moments.map((moment) => {
    const next = pressInterrupt(state, moment);
    ({ state } = next);
    return next.does;
  });
  expect(done).toEqual(does);
});
