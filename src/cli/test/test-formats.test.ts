import { resolve } from "node:path";
import { expect, test } from "vitest";
import { formatted, type TestReport } from "./test-formats.js";

const placed = {
  file: resolve("hooks/guard.hooktest.json"),
  index: 0,
  hosts: null,
  given: { event: "PreToolUse" },
  expect: {},
  on: {},
};
const common = { expect: {}, differences: [], seen: null, fired: [], contents: {}, ms: 1234 };
const report: TestReport = {
  run: {
    sandbox: "full",
    results: [
      {
        ...common,
        test: { ...placed, name: "passes", line: 3 },
        host: "snaphook",
        state: "passed",
      },
      {
        ...common,
        test: { ...placed, name: 'denies "<rm>" & asks', line: 9 },
        host: "cursor",
        state: "failed",
        differences: [
          { field: "outcome", expected: "block", got: "proceed" },
          { field: "toUser", expected: "no", got: [] },
        ],
      },
      {
        ...common,
        test: { ...placed, name: "no hook", line: null },
        host: "",
        state: "broken",
        why: "no host, 100%",
      },
    ],
  },
  loaded: {
    tests: [],
    faults: [{ file: resolve("b.hooktest.json"), line: 2, what: "it is not JSON" }],
    refused: [],
  },
  coverage: null,
  seconds: 1.5,
};

test("JUnit has a suite for each file, failures, errors, and files that could not be read", () => {
  expect(formatted("junit", report)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="snaphook test" time="1.500">
  <testsuite name="hooks/guard.hooktest.json" tests="3" failures="1" errors="1" skipped="0">
    <testcase name="passes [snaphook]" classname="hooks/guard.hooktest.json" time="1.234"></testcase>
    <testcase name="denies &quot;&lt;rm&gt;&quot; &amp; asks [cursor]" classname="hooks/guard.hooktest.json" time="1.234"><failure message="outcome: expected &quot;block&quot;, got &quot;proceed&quot;
toUser: expected &quot;no&quot;, got []"/></testcase>
    <testcase name="no hook" classname="hooks/guard.hooktest.json" time="1.234"><error message="no host, 100%"/></testcase>
  </testsuite>
  <testsuite name="files that could not be read" tests="1" errors="1">
    <testcase name="b.hooktest.json" classname="b.hooktest.json"><error message="it is not JSON"/></testcase>
  </testsuite>
</testsuites>
`);
});

test("GitHub gets a line for each test that has not passed, at its place", () => {
  expect(formatted("github", report)).toBe(
    [
      '::error file=hooks/guard.hooktest.json,line=9,title=denies "<rm>" & asks in cursor%3A failed::outcome: expected "block", got "proceed"%0AtoUser: expected "no", got []',
      "::error file=hooks/guard.hooktest.json,title=no hook%3A broken::no host, 100%25",
      "::error file=b.hooktest.json,line=2,title=snaphook test::it is not JSON",
      "",
    ].join("\n"),
  );
});
