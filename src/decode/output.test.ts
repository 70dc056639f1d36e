import { describe, expect, test } from "vitest";
import {
  answer,
  specific,
  problemsOf,
  type Given,
  silent,
  type ReportedProblem,
} from "./answer.test-support.js";

describe("a silent hook says nothing", () => {
  test.each(["", " \n", "\uFEFF", "{}", " {} ", '{"suppressOutput":true}'])("%j", (out) => {
    expect(answer({ out })).toEqual(silent);
  });

  test("plain output is kept as output of a clean exit, and as an aside of any other", () => {
    expect(answer({ out: " hello \n" })).toEqual({ ...silent, output: "hello" });
    expect(answer({ out: " hello \n", exit: 2, err: "no" })).toMatchObject({
      output: null,
      asides: ["hello"],
    });
    expect(answer({ out: "hello", err: " side note " })).toEqual({
      ...silent,
      output: "hello",
      asides: ["side note"],
    });
  });
});

describe("an output that is not one object", () => {
  test.each<[string, Given, Partial<ReportedProblem>[]]>([
    [
      "cut off",
      { out: '{"a":' },
      [
        {
          code: "output-malformed",
          offset: 5,
          found: "the end of the output",
          suggestion: "a complete object",
        },
      ],
    ],
    [
      "cut off, with a line end",
      { out: '{"a":1\n' },
      [{ offset: 7, found: "the end of the output", suggestion: "a complete object" }],
    ],
    [
      "single quotes",
      { out: "{'a':1}" },
      [{ offset: 1, found: "'a':1}", suggestion: 'double quotes: "…"' }],
    ],
    [
      "a Python literal",
      { out: '{"a":True}' },
      [{ offset: 5, found: "True}", suggestion: "true" }],
    ],
    [
      "a trailing comma",
      { out: '{"a":1,}' },
      [{ offset: 7, found: "}", suggestion: "no comma before the closing bracket" }],
    ],
    [
      "a raw line end in a string",
      { out: '{"a":"x\ny"}' },
      [{ offset: 7, suggestion: "\\n, \\r or \\t inside a string" }],
    ],
    ["an unquoted key", { out: "{frobnicate:1}" }, [{ offset: 1, found: "frobnicate:1}" }]],
    [
      "noise before",
      { out: 'hi\n{"decision":"block","reason":"r"}' },
      [
        {
          code: "output-noise",
          offset: 3,
          found: "an object among other lines",
          lost: "what it permits, changes or adds",
        },
      ],
    ],
    ["two objects", { out: "{}\n{}" }, [{ code: "output-noise", offset: 0, found: "2 objects" }]],
    [
      "noise, read by the letter",
      { out: "hi\n{}", dialect: "wave/strict" },
      [{ code: "output-noise", lost: "the whole answer" }],
    ],
    [
      "an object behind text",
      { out: 'log: {"decision":1}' },
      [
        {
          code: "output-inline-object",
          offset: 5,
          found: '{"decision":1}',
          lost: "whatever the object says",
        },
      ],
    ],
    [
      "an array of objects",
      { out: '[{"decision":"block"}]' },
      [
        {
          code: "output-not-object",
          severity: "warning",
          found: "an array",
          allowed: ["an object"],
        },
      ],
    ],
    ["an array of other things", { out: '["block"]' }, []],
    [
      "too deep",
      { out: `{"a":${"[".repeat(64)}${"]".repeat(64)}}` },
      [{ code: "output-too-deep", path: "stdout" }],
    ],
    [
      "too deep among noise",
      { out: `hi\n{"a":${"[".repeat(64)}${"]".repeat(64)}}` },
      [{ code: "output-noise" }, { code: "output-too-deep" }],
    ],
    [
      "a text that is cut at the cap",
      { out: "abc", cut: true },
      [{ code: "output-truncated", severity: "warning", found: "3 characters kept" }],
    ],
    [
      "an answer that is cut at the cap",
      { out: "{}", cut: true },
      [{ code: "output-truncated", severity: "error", found: "2 characters kept" }],
    ],
    [
      "cut, by exit code only",
      { out: " abc", cut: true, dialect: "wave/exit" },
      [{ code: "output-truncated", severity: "warning", found: "3 characters kept" }],
    ],
    [
      "not UTF-8",
      { out: "abc", faithful: false },
      [{ code: "output-not-utf8", found: "invalid bytes" }],
    ],
    ["with NULs", { out: "abcdef\0" }, [{ code: "output-nul", offset: 6, found: "\\u0000" }]],
    [
      "UTF-16",
      { out: "h\0i\0" },
      [{ code: "output-utf16", offset: 1, found: "every second byte is zero" }],
    ],
  ])("%s", (_name, given, problems) => {
    expect(problemsOf(given).filter(({ code }) => code !== "field-unknown")).toMatchObject(
      problems,
    );
    expect(problemsOf(given)).toHaveLength(
      problems.length +
        (typeof given.out === "string" && given.out.includes('{"a":[') && problems.length === 1
          ? 1
          : 0),
    );
  });

  test.each<[string, object]>([
    ["abc", { faithful: false }],
    ["{}", { faithful: false }],
    ["{}", { cut: true }],
    ['{"systemMessage":"x', { cut: true }],
    ['{"systemMessage":"x"}', { cut: true }],
    ['{"systemMessage":"x"}', { faithful: false }],
  ])("%s is a failure and never context where it is %j", (out, fault) => {
    expect(answer({ out, event: "UserPromptSubmit", ...fault })).toMatchObject({
      failed: true,
      output: null,
      context: null,
    });
  });

  test.each(["wave", "wave/strict", "gosu", "pact"])(
    "a plain text that is cut is given as far as it was kept, with a note, in %s",
    (dialect) => {
      for (const out of ["abc", "[1, 2]"])
        expect(answer({ out, event: "UserPromptSubmit", cut: true, dialect })).toMatchObject({
          failed: false,
          output: `${out}\n[cut: the hook printed more]`,
        });
    },
  );

  test("a deny in UTF-16 is honoured, an allow is not", () => {
    const utf16 = (text: string): string =>
      `\uFFFD\uFFFD${[...text].map((character) => `${character}\0`).join("")}`;
    const deny = JSON.stringify(
      specific({ permissionDecision: "deny", permissionDecisionReason: "r" }),
    );
    expect(answer({ out: utf16(deny), faithful: false })).toMatchObject({
      failed: true,
      says: [{ level: "deny", reasons: ["r"] }],
    });
    expect(answer({ out: utf16(deny.replace('"deny"', '"allow"')) })).toMatchObject({
      failed: true,
      says: [],
    });
  });

  test("an output of NULs alone is malformed", () => {
    expect(answer({ out: "\0\0" })).toMatchObject({ failed: true });
  });
});
