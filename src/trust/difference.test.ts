import { describe, expect, test } from "vitest";
import { differences, type HookDifference } from "./difference.js";
import type { NamedFile } from "./fingerprint.js";

const fileOf = (path: string, sha256: string, real = path): NamedFile => ({ path, real, sha256 });

describe("what differs between two entries", () => {
  const before = {
    name: "guard",
    timeout: 5,
    env: { A: "1", B: "2" },
    action: { type: "command", args: ["a", "b"], json: { deep: { list: [1] } } },
    cwd: null,
  };

  test.each<[string, object, readonly HookDifference[]]>([
    ["nothing", {}, []],
    ["the order of keys does not", { env: { B: "2", A: "1" } }, []],
    ["a value", { timeout: 6 }, [{ what: "timeout", before: "5", after: "6" }]],
    ["its type", { timeout: "5" }, [{ what: "timeout", before: "5", after: '"5"' }]],
    ["a key more", { more: true }, [{ what: "more", before: null, after: "true" }]],
    ["a key less", { env: { A: "1" } }, [{ what: "env.B", before: '"2"', after: null }]],
    [
      "what is nested deep",
      { action: { ...before.action, json: { deep: { list: [2] } } } },
      [{ what: "action.json.deep.list", before: "[1]", after: "[2]" }],
    ],
    [
      "a list as a whole",
      { action: { ...before.action, args: ["a"] } },
      [{ what: "action.args", before: '["a","b"]', after: '["a"]' }],
    ],
    [
      "nothing that becomes something",
      { cwd: "x" },
      [{ what: "cwd", before: "null", after: '"x"' }],
    ],
    [
      "a value that becomes a group of them",
      { name: { first: 1 } },
      [
        { what: "name", before: '"guard"', after: null },
        { what: "name.first", before: null, after: "1" },
      ],
    ],
  ])("%s", (_, change, expected) => {
    const after = { ...before, ...change };
    expect(differences({ entry: before, files: [] }, { entry: after, files: [] })).toEqual(
      expected,
    );
  });
});

test("what differs between files: content, presence, and where they lead", () => {
  const before = [
    fileOf("./same", "1"),
    fileOf("./content", "1"),
    fileOf("./gone", "1"),
    fileOf("./way", "1", "./one"),
    fileOf("./link", "1"),
  ];
  const after = [
    fileOf("./same", "1"),
    fileOf("./content", "2"),
    fileOf("./way", "1", "./two"),
    fileOf("./link", "1", "~/x"),
    fileOf("./new", "3"),
  ];
  expect(differences({ entry: {}, files: before }, { entry: {}, files: after })).toEqual([
    { what: "file ./content", before: "sha256 1", after: "sha256 2" },
    { what: "file ./gone", before: "sha256 1", after: null },
    { what: "file ./way", before: "→ ./one, sha256 1", after: "→ ./two, sha256 1" },
    { what: "file ./link", before: "sha256 1", after: "→ ~/x, sha256 1" },
    { what: "file ./new", before: null, after: "sha256 3" },
  ]);
});
