import { closeSync, mkdirSync, openSync, readSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../tests/workspace.js";
import { LineBuffer } from "./line-buffer.js";
import { lineBody, NO_HASH } from "./line.js";
import { isDamage, linesIn, linesOf, readLedger, TORN, type RawLine } from "./read-ledger.js";

let file: string;
let fd = -1;
beforeEach(() => {
  file = join(temporaryFolder(), "ledger.jsonl");
});
afterEach(() => {
  if (fd >= 0) closeSync(fd);
  fd = -1;
});

type Options = Parameters<typeof linesIn>[2];
type Seen = readonly [line: number, offset: number, text: string, fault: string | null];
/** A long text by its first letter and its length: it is not for reading. */
const shown = (text: string): string => (text.length > 50 ? `${text[0]}${text.length}` : text);
const seen = ({ line, offset, bytes, fault }: RawLine): Seen => [
  line,
  offset,
  shown(bytes.toString()),
  fault,
];
function inFile(text: string, from: number | null = 0, options?: Options): Seen[] {
  writeFileSync(file, text);
  fd = openSync(file, "r");
  // At once, each: with `isFleeting` it is good until the next one only.
  return Array.from(linesIn(fd, from, options), seen);
}

describe.each([{ isFleeting: false }, { isFleeting: true }])("with %o", (fleeting) => {
  test.each<[string, string, readonly Seen[]]>([
    ["no line is in an empty file", "", []],
    [
      "each line has its number and its place",
      "a\nbc\nd\n",
      [
        [1, 0, "a", null],
        [2, 2, "bc", null],
        [3, 5, "d", null],
      ],
    ],
    [
      "what has no line end is torn",
      "a\nb",
      [
        [1, 0, "a", null],
        [2, 2, "b", TORN],
      ],
    ],
    [
      "places are counted in bytes",
      "é日\nb\n",
      [
        [1, 0, "é日", null],
        [2, 6, "b", null],
      ],
    ],
    [
      "empty lines are not there, and are counted",
      "\n\na\n\nb\n\n",
      [
        [3, 2, "a", null],
        [5, 5, "b", null],
      ],
    ],
    ["of nothing but an empty line there is none", "\n", []],
  ])("%s", (_name, text, lines) => {
    expect(inFile(text, 0, fleeting)).toEqual(lines);
  });

  const chunk = 262_144;
  test.each([chunk - 2, chunk - 1, chunk, chunk + 1, 2 * chunk, 3 * chunk + 7])(
    "a line of %i bytes is read whole, and so are those around it",
    (length) => {
      const lines = ["a", "x".repeat(length), "b", "y".repeat(length), "z".repeat(length)];
      const offsets = lines.map((_, at) => lines.slice(0, at).join("\n").length + Number(at > 0));
      expect(inFile(lines.map((line) => `${line}\n`).join(""), 0, fleeting)).toEqual(
        lines.map((line, at) => [at + 1, offsets[at], shown(line), null]),
      );
    },
  );

  const much = 1_048_576;
  test("what is longer than a megabyte is not kept, and is said to be no record", () => {
    const longer = "longer than any record";
    const text = `a\n${"x".repeat(5 * much)}\nb\n${"y".repeat(much)}\nc\n${"z".repeat(2 * much)}`;
    const at = [2, 2 + 5 * much + 1, 2 + 5 * much + 3, 2 + 6 * much + 4, 2 + 6 * much + 6];
    const found = inFile(text, 0, fleeting);
    expect(found.map(([line, offset, , fault]) => [line, offset, fault])).toEqual([
      [1, 0, null],
      [2, at[0], longer],
      [3, at[1], null],
      [4, at[2], null],
      [5, at[3], null],
      [6, at[4], longer],
    ]);
    expect(found[3]?.[2]).toBe(`y${much}`);
  });

  test("how much is kept is looked at between two chunks, to the byte", () => {
    const longest = much + chunk - 1;
    expect(inFile(`${"x".repeat(longest)}\nb\n`, 0, fleeting)).toEqual([
      [1, 0, `x${longest}`, null],
      [2, longest + 1, "b", null],
    ]);
    expect(inFile(`${"x".repeat(longest + 1)}\nb\n`, 0, fleeting)).toEqual([
      [1, 0, "", "longer than any record"],
      [2, longest + 2, "b", null],
    ]);
  });
});

describe("from a place in the file", () => {
  const text = "ab\ncd\n\nef\n";
  test.each<[string, number | null, readonly Seen[]]>([
    [
      "at its beginning all lines are read",
      0,
      [
        [1, 0, "ab", null],
        [2, 3, "cd", null],
        [4, 7, "ef", null],
      ],
    ],
    [
      "where the descriptor is, too",
      null,
      [
        [1, 0, "ab", null],
        [2, 3, "cd", null],
        [4, 7, "ef", null],
      ],
    ],
    [
      "in a line, from the next one",
      1,
      [
        [1, 3, "cd", null],
        [3, 7, "ef", null],
      ],
    ],
    [
      "at a line end, from the next one",
      2,
      [
        [1, 3, "cd", null],
        [3, 7, "ef", null],
      ],
    ],
    [
      "where a line begins, from that one",
      3,
      [
        [1, 3, "cd", null],
        [3, 7, "ef", null],
      ],
    ],
    ["behind that, from the next one", 4, [[2, 7, "ef", null]]],
    ["in the last line nothing", 8, []],
    ["at the end nothing", 10, []],
    ["behind the end nothing", 99, []],
  ])("%s", (_name, from, lines) => {
    const numbered = from === 4 ? lines.map(([, ...rest]) => [2, ...rest]) : lines;
    expect(inFile(text, from)).toEqual(numbered);
  });

  test("in a torn line there is none", () => {
    expect(inFile("ab\ncd", 4)).toEqual([]);
    expect(inFile("ab\ncd", 3)).toEqual([[1, 3, "cd", TORN]]);
  });

  test("in a line that is longer than any there is none but the next", () => {
    expect(inFile(`${"x".repeat(3_000_000)}\nb\n`, 5)).toEqual([[1, 3_000_001, "b", null]]);
    expect(inFile("x".repeat(3_000_000), 5)).toEqual([]);
  });

  test.each([
    [
      5,
      [
        [1, 0, "ab", null],
        [2, 3, "cd", TORN],
      ],
    ],
    [
      6,
      [
        [1, 0, "ab", null],
        [2, 3, "cd", null],
      ],
    ],
    [3, [[1, 0, "ab", null]]],
    [0, []],
  ])("up to byte %i no more is read", (to, lines) => {
    expect(inFile(text, 0, { to })).toEqual(lines);
  });

  test("a descriptor without a place is read from where it is, and others stay where they are", () => {
    writeFileSync(file, text);
    fd = openSync(file, "r");
    readSync(fd, Buffer.alloc(3), 0, 3, null);
    expect(Array.from(linesIn(fd, 0), seen)).toHaveLength(3);
    expect(Array.from(linesIn(fd, null), seen)).toEqual([
      [1, 0, "cd", null],
      [3, 4, "ef", null],
    ]);
  });
});

describe("memory", () => {
  const chunk = 262_144;
  const lines = `${"a".repeat(100)}\n`.repeat(8000);

  test("lines stay as they were where nobody says that they are fleeting", () => {
    writeFileSync(file, lines);
    fd = openSync(file, "r");
    const kept = [...linesIn(fd, 0)];
    expect(new Set(kept.map(({ bytes }) => bytes.toString()))).toEqual(new Set(["a".repeat(100)]));
    const sizes = kept.map(({ bytes }) => bytes.buffer.byteLength);
    expect(Math.max(...sizes)).toBeLessThan(chunk + 101);
  });

  test("is used again where they are, for as long as there is room", () => {
    writeFileSync(file, lines);
    fd = openSync(file, "r");
    const used = new Set(
      [...linesIn(fd, 0, { isFleeting: true })].map(({ bytes }) => bytes.buffer),
    );
    expect([...used].map(({ byteLength }) => byteLength)).toEqual([2 * chunk]);
  });
});

describe("a file", () => {
  const chain = { writer: "0123456789abcdef", seq: 7, prev: NO_HASH };
  const time = "2026-01-02T03:04:05.678Z";
  const line = (members: string): string => {
    const buffer = new LineBuffer();
    buffer.begin("");
    buffer.add(lineBody(chain, time, members));
    return buffer.lines.toString();
  };

  test("is read line by line, what is no record as damage", () => {
    const bad = line('"type":"run"').replace("run", "ran");
    writeFileSync(
      file,
      `${line('"type":"run","a":1')}x\n${bad}${line('"type":"run","b":2').trim()}`,
    );
    const found = [...readLedger(file)];
    const common = { v: 1, seq: 7, time, pid: process.pid, writer: chain.writer, prev: NO_HASH };
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
    expect(found).toEqual([
      { line: 1, ...common, type: "run", a: 1, hash },
      { type: "damage", line: 2, what: "not a whole record", bytes: 1 },
      {
        type: "damage",
        line: 3,
        what: "its content does not have its hash",
        bytes: bad.length - 1,
      },
      {
        type: "damage",
        line: 4,
        what: "torn: it has no line end",
        bytes: line('"type":"run","b":2').length - 1,
      },
    ]);
    expect(found.map(isDamage)).toEqual([false, true, true, true]);
    expect([...readLedger(file, 5)].map(({ line: number }) => number)).toEqual([1, 2, 3]);
  });

  test("that is not there, or is a folder, is one fault", () => {
    const missing = `unreadable: ENOENT: no such file or directory, open '${file}'`;
    expect([...linesOf(file)]).toEqual([
      { line: 0, offset: 0, bytes: Buffer.alloc(0), fault: missing },
    ]);
    mkdirSync(file);
    expect([...linesOf(file)].map(seen)).toEqual([
      [0, 0, "", "unreadable: EISDIR: illegal operation on a directory, read"],
    ]);
    expect([...readLedger(file)]).toEqual([
      {
        type: "damage",
        line: 0,
        what: "unreadable: EISDIR: illegal operation on a directory, read",
        bytes: 0,
      },
    ]);
  });
});
