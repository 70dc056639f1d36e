import { describe, expect, test } from "vitest";
import type { HookExpectation } from "./hook-test.js";
import type { TestResult } from "./run-tests.js";
import type { Seen } from "./seen.js";
import { snapshotChanges } from "./snapshot.js";
import { checkTest } from "./check-test.js";

const silent: Seen = {
  outcome: "proceed",
  permission: "none",
  input: null,
  prompt: null,
  failed: false,
  toUser: [],
  toModel: [],
  toLog: [],
  hooks: [],
  problems: [],
  files: [],
};

function resultOf(
  host: string,
  expected: HookExpectation,
  seen: Partial<Seen>,
  on: TestResult["test"]["on"] = {},
): TestResult {
  const all = { ...silent, ...seen };
  const own = { ...expected, ...on[host] };
  const contents = { "a.txt": "new" };
  const found = checkTest(all, own, (path) => (path === "a.txt" ? "new" : null));
  const differences =
    Object.keys(own).length === 0 ? [{ field: "expect", expected: "", got: "" }] : found;
  const given = { event: "PreToolUse" };
  const placed = {
    file: "a",
    line: 1,
    index: 4,
    name: "x",
    hosts: null,
    given,
    expect: expected,
    on,
  };
  const state = differences.length === 0 ? "passed" : "failed";
  return {
    test: placed,
    host,
    expect: own,
    state,
    differences,
    seen: all,
    fired: [],
    contents,
    ms: 0,
  };
}

const one = (expected: HookExpectation, seen: Partial<Seen>): object[] =>
  snapshotChanges(resultOf("snaphook", expected, seen), []).map(
    ({ path, before, after, loosens }) => ({
      path: path.slice(2).join("."),
      before,
      after,
      loosens,
    }),
  );

const rows: Readonly<Record<string, [HookExpectation, Partial<Seen>, object[]]>> = {
  "a stricter decision": [
    { outcome: "ask" },
    { outcome: "block" },
    [{ path: "expect.outcome", before: "ask", after: "block", loosens: false }],
  ],
  "a less strict decision is marked": [
    { outcome: "block", permission: "deny" },
    { outcome: "proceed", permission: "allow" },
    [
      { path: "expect.outcome", before: "block", after: "proceed", loosens: true },
      { path: "expect.permission", before: "deny", after: "allow", loosens: true },
    ],
  ],
  "texts, one or several or none": [
    { toUser: "x", toModel: "y", toLog: "z" },
    { toUser: ["one\n"], toModel: ["two", "three"], toLog: [] },
    [
      { path: "expect.toUser", before: "x", after: "one", loosens: false },
      { path: "expect.toModel", before: "y", after: ["two", "three"], loosens: false },
      { path: "expect.toLog", before: "z", after: [], loosens: false },
    ],
  ],
  files: [
    { files: { "a.txt": { contains: "old" }, "b.txt": "created", "*": "unchanged" } },
    {
      files: [
        { path: "a.txt", state: "changed" },
        { path: "c.txt", state: "removed" },
      ],
    },
    [
      {
        path: "expect.files",
        before: { "a.txt": { contains: "old" }, "b.txt": "created", "*": "unchanged" },
        after: {
          "c.txt": "removed",
          "a.txt": { state: "changed", equals: "new" },
          "b.txt": "unchanged",
          "*": "unchanged",
        },
        loosens: false,
      },
    ],
  ],
  "a first snapshot has all that was seen": [
    {},
    {
      outcome: "block",
      permission: "deny",
      toModel: ["no"],
      files: [{ path: "x", state: "created" }],
    },
    [
      { path: "expect.outcome", before: undefined, after: "block", loosens: false },
      { path: "expect.permission", before: undefined, after: "deny", loosens: false },
      { path: "expect.toModel", before: undefined, after: "no", loosens: false },
      { path: "expect.files", before: undefined, after: { x: "created" }, loosens: false },
    ],
  ],
  "what a hook may take is not taken over": [
    { withinMs: 1 },
    { hooks: [{ name: "slow", ms: 5 }] as never },
    [],
  ],
};

describe("what is taken over", () => {
  test.each(Object.entries(rows))("%s", (_name, [expected, seen, changes]) => {
    expect(one(expected, seen)).toEqual(changes);
  });
});

test("where only one host differs, it gets an expectation of its own", () => {
  const own = resultOf("cursor", { outcome: "block" }, { outcome: "ask" });
  const other = resultOf("snaphook", { outcome: "block" }, { outcome: "block" });
  expect(snapshotChanges(own, [other]).map(({ path }) => path)).toEqual([
    ["tests", 4, "on", "cursor", "outcome"],
  ]);
});

test("where all hosts differ alike, what they share is changed", () => {
  const own = resultOf("cursor", { outcome: "block" }, { outcome: "ask" });
  const other = resultOf("snaphook", { outcome: "block" }, { outcome: "ask" });
  expect(snapshotChanges(own, [other]).map(({ path }) => path)).toEqual([
    ["tests", 4, "expect", "outcome"],
  ]);
});
