import fc from "fast-check";
import { expect, test } from "vitest";
import { readFrame } from "./read-frame.js";

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

test("an answer comes out as it was written, whatever is in it and however it is spaced", () => {
  const blanks = fc.stringMatching(/^[ \t\r]{0,3}$/);
  fc.assert(
    fc.property(fc.jsonValue(), blanks, fc.integer({ min: 0, max: 3 }), (value, blank, indent) => {
      const answer = JSON.stringify(value, null, " ".repeat(indent)).replaceAll("\n", "\t");
      const line = [
        "{",
        '"id"',
        ":",
        '"7"',
        ",",
        '"answer"',
        ":",
        answer,
        ",",
        '"exit"',
        ":",
        "3",
        "}",
      ];
      const frame = readFrame(Buffer.from(line.join(blank)));
      expect({ ...frame, stdout: text(frame.stdout), stderr: text(frame.stderr) }).toEqual({
        id: "7",
        exit: 3,
        stdout: answer,
        stderr: "",
      });
    }),
  );
});

test("texts come out as bytes, whatever is in them", () => {
  const unicode = fc.string({ unit: "binary" });
  fc.assert(
    fc.property(unicode, unicode, (stdout, stderr) => {
      const frame = readFrame(Buffer.from(JSON.stringify({ stderr, id: "1", stdout })));
      expect([text(frame.stdout), text(frame.stderr), frame.garbled]).toEqual([
        stdout,
        stderr,
        undefined,
      ]);
    }),
  );
});

test("whoever says what is wrong with its own answer is believed", () => {
  const frame = readFrame(Buffer.from('{"id":"1","fault":"it holds itself","answer":{"a":1}}'));
  expect({ ...frame, stdout: text(frame.stdout), stderr: text(frame.stderr) }).toEqual({
    id: "1",
    exit: 0,
    stdout: '{"a":1}',
    stderr: "",
    garbled: "it holds itself",
  });
});

test("what is not UTF-8 comes out byte by byte, and is garbled", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1 }), (bytes) => {
      const stdout = Buffer.from(bytes).toString("latin1");
      const frame = readFrame(Buffer.from(JSON.stringify({ id: "1", stdout }), "latin1"));
      expect([Buffer.from(frame.stdout), frame.id]).toEqual([Buffer.from(bytes), "1"]);
    }),
  );
});

test("no line makes it throw, and one that is no object is garbled and handed over whole", () => {
  const pieces = fc.constantFrom(
    "{",
    "}",
    "[",
    "]",
    '"',
    "\\",
    ":",
    ",",
    '"id"',
    '"answer"',
    "1",
    " ",
    "\u00e9",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
      const line = parts.join("");
      const frame = readFrame(Buffer.from(line));
      let isObject = false;
      try {
        const value: unknown = JSON.parse(line);
        isObject = typeof value === "object" && value !== null && !Array.isArray(value);
      } catch {}
      if (!isObject) expect([text(frame.stdout), typeof frame.garbled]).toEqual([line, "string"]);
    }),
  );
});

test("a nest of 200,000 levels is one answer", () => {
  const answer = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
  expect(text(readFrame(Buffer.from(`{"id":"1","answer":${answer}}`)).stdout)).toBe(answer);
});

const long = "x".repeat(41);
test.each<
  [
    line: string,
    id: string | null,
    exit: number,
    stdout: string | null,
    stderr: string,
    why: string,
  ]
>([
  ['{"id":"1","stdout":"a","stdout":"b"}', "1", 0, "a\nb", "", '"stdout" twice'],
  [
    '{"id":"1","stderr":"a","stderr":"b","stdout":"c","more":1}',
    "1",
    0,
    "c",
    "a\nb",
    '"stderr" twice',
  ],
  [
    '{"id":"1","answer":{"a": 1},"stdout":"b"}',
    "1",
    0,
    '{"a": 1}\nb',
    "",
    '"answer" and "stdout" at once',
  ],
  ['{"id":"1","exit":2,"exit":0,"stdout":""}', "1", 2, "", "", '"exit" twice'],
  ['{"id":"1","exit":1,"exit":3,"stdout":""}', "1", 3, "", "", '"exit" twice'],
  ['{"id":"1","exit":"2","stdout":""}', "1", 2, "", "", '"exit" that is not 0 to 255'],
  ['{"id":"1","exit":256,"stdout":""}', "1", 0, "", "", '"exit" that is not 0 to 255'],
  ['{"id":1,"stdout":"a"}', "1", 0, "a", "", '"id" that is not a text'],
  ['{"id":true,"stdout":"a"}', null, 0, "a", "", '"id" that is not a text'],
  ['{"id":"1","stdout":5,"stderr":6}', "1", 0, null, "", '"stdout" that is not a text'],
  ['{"id":"1","stderr":null}', "1", 0, null, "", '"stderr" that is not a text'],
  ['{"stdout":"a"}', null, 0, "a", "", 'a line without "id"'],
  ["{}", null, 0, null, "", 'a line without "id"'],
  ['{"id":"1","id":"2","stdout":"a"}', "1", 0, "a", "", '"id" twice'],
  ['{"more":"x","id":"1","stdout":"a"}', "1", 0, "a", "", 'a field that is not known: "more"'],
  [`{"id":"1","${long}":1}`, "1", 0, null, "", `a field that is not known: "${long.slice(1)}"`],
  ['{"id":"1","fault":7,"stdout":"a"}', "1", 0, "a", "", "a fault"],
  [`{"id":"1","fault":"${long.repeat(5)}"}`, "1", 0, null, "", long.repeat(5).slice(0, 200)],
])(
  "all that is said in a frame with a fault is kept: %s",
  (line, id, exit, stdout, stderr, why) => {
    const frame = readFrame(Buffer.from(line));
    expect({ ...frame, stdout: text(frame.stdout), stderr: text(frame.stderr) }).toEqual({
      id,
      exit,
      stdout: stdout ?? line,
      stderr,
      garbled: why,
    });
  },
);

const noObject = "a line that is not a JSON object";
const noText = "a line that is not UTF-8";
test.each<[line: string, id: string | null, why: string, isStray: boolean]>([
  ["hello", null, noObject, true],
  ["[1]", null, noObject, true],
  ['"id"', null, noObject, true],
  ['"id":"7"', "7", noObject, true],
  ['[{"id":"7"}]', "7", noObject, false],
  ['{"id":"7","stdout":"a"', "7", noObject, false],
  ['{"id":"7","stdout":"a"} {', "7", noObject, false],
  ['log: {"id" \t: \t123456789012345, "stdout', "123456789012345", noObject, false],
  ['{"id":1234567890123456', null, noObject, false],
  ['{"id":"7x"', null, noObject, false],
  ['{"id":"x"', null, noObject, false],
  [`{"a":"${"x".repeat(1000)}","id":"7"`, "7", noObject, false],
  [`{"a":"${"x".repeat(1012)}","id":"7"`, null, noObject, false],
  ["\u00ff", null, noText, true],
  ['{"id":"7" \u00ff', "7", noText, false],
])("a line that cannot be read is handed over whole: %s", (line, id, why, isStray) => {
  const bytes = Buffer.from(line, "latin1");
  expect(readFrame(bytes)).toEqual({
    id,
    exit: 0,
    stdout: bytes,
    stderr: new Uint8Array(),
    garbled: why,
    ...(isStray && { stray: true }),
  });
});

test.each<[line: string, stdout: string, stderr: string, exit: number]>([
  ['{"id":"1"}', "", "", 0],
  [' \t{ "exit" : 255 , "stderr" : "a\\n\\"}" , "id" : "1" } \r', "", 'a\n"}', 255],
  ['{"id":"1","answer": "text" }', '"text"', "", 0],
  ['{"id":"1","answer":null ,"stderr":"b"}', "null", "b", 0],
  ['{"answer":[1, {"a":"]\\\\"}] ,"id":"1"}', '[1, {"a":"]\\\\"}]', "", 0],
])("a proper line says what it says: %s", (line, stdout, stderr, exit) => {
  const frame = readFrame(Buffer.from(line));
  expect({ ...frame, stdout: text(frame.stdout), stderr: text(frame.stderr) }).toEqual({
    id: "1",
    exit,
    stdout,
    stderr,
  });
});
