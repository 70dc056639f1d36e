import { describe, expect, test } from "vitest";
import { findObjects } from "./find-objects.js";

const found = (text: string): { own: string[]; inline: number | null } => {
  const { answers, inline } = findObjects(text, () => true);
  return { own: answers.map(({ start, end }) => text.slice(start, end)), inline };
};

describe("objects that have their lines to themselves", () => {
  test.each<[string, string, string[]]>([
    ["after noise", 'noise\n{"a":1}', ['{"a":1}']],
    ["before noise", '{"a":1}\nnoise', ['{"a":1}']],
    ["several", '{"a":1}\n{"b":2}\n', ['{"a":1}', '{"b":2}']],
    ["indented, with blanks behind", 'noise\n \t{"a":1} \t\r\nmore', ['{"a":1}']],
    ["over several lines", 'noise\n{\n"a": 1\n}\nmore', ['{\n"a": 1\n}']],
    ["two on one line", 'noise\n{"a":1}{"b":2} {"c":3}\n', ['{"a":1}', '{"b":2}', '{"c":3}']],
    ["after a carriage return, as progress bars write", '50%\r{"a":1}\r100%', ['{"a":1}']],
    ["after a byte order mark", '\uFEFF{"a":1}\nnoise', ['{"a":1}']],
    ["after a brace that is no object", '{starting}\n{"a":1}', ['{"a":1}']],
    ["inside an object that never ends", '{"a":\n{"b":1}\n', ['{"b":1}']],
    ["empty", "noise\n{}\n", ["{}"]],
    ["after white space of any script", 'noise\n\u00a0\u3000{"a":1}\u00a0\n', ['{"a":1}']],
  ])("%s", (_name, text, own) => {
    expect(found(text)).toEqual({ own, inline: null });
  });
});

describe("objects that share a line with text are only pointed at", () => {
  test.each<[string, string, number]>([
    ["behind text", 'loading {"a":1}', 8],
    ["before text", '{"a":1} // done', 0],
    ["before text on its last line", '{\n"a":{"b":1}\n} done', 0],
    ["behind another brace", 'use {x} {"a":1}', 8],
    ["on a later line", 'noise\nlog: {"a":1}\n', 11],
    ["behind objects", '{"a":1} {"b":2} end', 0],
    ["inside an unfinished object", 'x {"a":{"b":1},', 7],
  ])("%s", (_name, text, inline) => {
    expect(found(text)).toEqual({ own: [], inline });
  });

  test("parts of an object that is not alone are not read as objects of their own", () => {
    expect(found('{"a":\n{"decision":"block"}\n} trailing')).toEqual({ own: [], inline: 0 });
  });

  test("next to objects of their own, both are found", () => {
    expect(found('log: {"a":1}\n{"b":2}\n')).toEqual({ own: ['{"b":2}'], inline: 5 });
  });
});

test("an object in a line of text that looks like no answer is passed over, with all that it holds", () => {
  const text = 'code {"a":{"decision":1}} and {"decision":"block"}';
  const search = findObjects(text, (object) =>
    object.members.some(({ key }) => key === "decision"),
  );
  expect(search).toEqual({ count: 0, first: null, tooDeep: false, answers: [], inline: 30 });
});

test("objects on lines of their own that look like no answer are counted and not kept; those of a line with text are neither", () => {
  const text = `log\n{}\n{"a":1}{"b":${"[".repeat(70)}${"]".repeat(70)}}\n{"decision":1}\n{} {"decision":2} end\n`;
  const { answers, ...search } = findObjects(text, (object) =>
    object.members.some(({ key }) => key === "decision"),
  );
  expect(search).toEqual({
    count: 4,
    first: 4,
    tooDeep: true,
    inline: text.indexOf('{"decision":2'),
  });
  expect(answers.map(({ start, end }) => text.slice(start, end))).toEqual(['{"decision":1}']);
});

test.each(["use {name} here", "function f() {}", "no braces", "}", "{", "{ {", ""])(
  "%j holds no object",
  (text) => {
    expect(found(text)).toEqual({ own: [], inline: null });
  },
);

test("too deep an object is found and marked", () => {
  const deep = `{"a":${"[".repeat(70)}${"]".repeat(70)}}`;
  expect(findObjects(`noise\n${deep}`, () => true).answers[0]).toMatchObject({
    start: 6,
    end: 6 + deep.length,
    tooDeep: true,
  });
});
