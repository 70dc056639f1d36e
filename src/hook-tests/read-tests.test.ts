import { describe, expect, test } from "vitest";
import { readTests } from "./read-tests.js";
import { jsonFormat, SourceFault } from "./test-source.js";

const read = (text: string): ReturnType<typeof readTests> =>
  readTests("a.hooktest.json", jsonFormat.read(text));

const faultsIn = (content: object): readonly string[] => {
  const found = read(JSON.stringify(content, null, 1));
  return "faults" in found ? found.faults.map(({ line, what }) => `${line}: ${what}`) : [];
};

const call = { event: "PreToolUse" };
const withTest = (fields: object): object => ({ tests: [{ name: "a", given: call, ...fields }] });

const faults: Readonly<Record<string, [object, readonly string[]]>> = {
  "a field that is misspelt": [
    withTest({ expect: { outcom: "block" } }),
    ['8: tests[0].expect: unknown field "outcom"; did you mean outcome?'],
  ],
  "a field at another place than its own": [
    { tests: [{ name: "a", given: call, tool: "Bash", outcome: "block", contents: 1 }] },
    [
      '3: tests[0]: unknown field "tool"; did you mean given.tool?',
      '3: tests[0]: unknown field "outcome"; did you mean expect.outcome?',
      '3: tests[0]: unknown field "contents"',
    ],
  ],
  "a value that is none of those allowed": [
    withTest({ expect: { outcome: "denied" } }),
    ['9: tests[0].expect.outcome: found "denied"; allowed: proceed, block, ask, defer, halt'],
  ],
  "a text of another type": [
    withTest({ expect: { toUser: 3 } }),
    [
      "9: tests[0].expect.toUser: found 3; allowed: a text, an object with contains, equals or pattern, or a list of these",
    ],
  ],
  "a pattern that cannot be read": [
    withTest({ expect: { prompt: { pattern: "(" } } }),
    [
      '10: tests[0].expect.prompt.pattern: found "("; allowed: a regular expression that RE2 can read',
    ],
  ],
  "no name": [{ tests: [{ given: call }] }, ["3: tests[0].name is missing"]],
  "no event": [{ tests: [{ name: "a", given: {} }] }, ["5: tests[0].given: it has no event"]],
  "two tests of one name": [
    {
      tests: [
        { name: "a", given: call },
        { name: "a", given: call },
      ],
    },
    ["10: tests[1].name: tests[0] has the same name"],
  ],
  "a host that the test does not run in": [
    withTest({ hosts: ["snaphook"], on: { cursor: {} } }),
    ["11: tests[0].on: cursor is not in hosts"],
  ],
  "a payload of a host, and a tool besides": [
    withTest({ given: { event: "PreToolUse", from: "cursor", payload: {}, tool: "Bash" } }),
    ["5: tests[0].given: give the tool and its input in the payload where there is a from"],
  ],
  "a time that is none": [
    withTest({ given: { event: "Stop", time: "yesterday" } }),
    ['7: tests[0].given.time: found "yesterday"; allowed: a time such as 2026-01-31T09:00:00Z'],
  ],
  "a list": [[], ["1: the file: found []; allowed: of type object"]],
};

describe("what is wrong with a file is named with its line", () => {
  test.each(Object.entries(faults))("%s", (_name, [content, expected]) => {
    expect(faultsIn(content)).toEqual(expected);
  });
});

test("what a file says for all tests counts where a test says nothing else", () => {
  const text = `{
  // a comment
  "hosts": ["snaphook"],
  "given": { "event": "PreToolUse", "tool": "Bash", "env": { "A": "1", "B": "1" } },
  "tests": [
    { "name": "a", "given": { "tool": "Write", "env": { "B": "2" } }, "expect": { "outcome": "block" } },
    { "name": "b", "hosts": ["cursor"], "given": {} },
  ]
}`;
  const common = { file: "a.hooktest.json", on: {} };
  expect(read(text)).toEqual({
    tests: [
      {
        ...common,
        line: 6,
        index: 0,
        name: "a",
        hosts: ["snaphook"],
        given: { event: "PreToolUse", tool: "Write", env: { A: "1", B: "2" } },
        expect: { outcome: "block" },
      },
      {
        ...common,
        line: 7,
        index: 1,
        name: "b",
        hosts: ["cursor"],
        given: { event: "PreToolUse", tool: "Bash", env: { A: "1", B: "1" } },
        expect: {},
      },
    ],
  });
});

test("a text that is no JSON is a fault with its line", () => {
  expect(() => jsonFormat.read('{\n  "tests": [}')).toThrow(SourceFault);
});

test("another value leaves comments and layout as they are", () => {
  const text =
    '{\n  // why\n  "tests": [\n    { "name": "a", "expect": { "outcome": "ask" } }\n  ]\n}\n';
  expect(jsonFormat.withValue(text, ["tests", 0, "expect", "outcome"], "block")).toBe(
    text.replace("ask", "block"),
  );
});
