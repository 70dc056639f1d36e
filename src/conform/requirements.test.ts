import { expect, test } from "vitest";
import { requirementsOf } from "./requirements.js";

test.each<[string, string[]]>([
  ["SPEC section 7; FR-001, FR-015", ["FR-001", "FR-015"]],
  ["SPEC law 1: noise; FR-010", ["FR-010", "law 1"]],
  ["SPEC laws 1, 2: no consent", ["law 1", "law 2"]],
  ["FR-003 and FR-003 again, US4.3", ["FR-003", "US4.3"]],
  ["a host that was watched", ["event Stop"]],
])("%s is a source of %j", (source, expected) => {
  const example = { id: "x", dialect: "wave", event: "Stop", runs: [], expect: {}, source };
  expect(requirementsOf(example)).toEqual(expected);
});

test("a case without a source belongs to its event", () => {
  expect(requirementsOf({ id: "x", dialect: "wave", event: "Stop", runs: [], expect: {} })).toEqual(
    ["event Stop"],
  );
});
