import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { openLedger, readLedger, verifyLedger, type Verification } from "./index.js";
import { temporaryFolder } from "../../tests/workspace.js";

let folder: string;
let file: string;
let lines: string[];

/** Two writers in turns: lines 1 and 2 are their headers, 3 to 10 records, 11 and 12 their ends. */
beforeAll(() => {
  folder = temporaryFolder();
  const original = join(folder, "original.jsonl");
  const writers = [openLedger({ file: original }), openLedger({ file: original })];
  for (let index = 0; index < 4; index++)
    for (const [place, writer] of writers.entries())
      writer.append({ type: "event", eventId: `${place}-${index}`, note: "as it was" });
  for (const writer of writers) writer.close();
  lines = readFileSync(original, "utf8").split("\n").slice(0, -1);
  file = join(folder, "changed.jsonl");
});

function verifyText(text: string | Uint8Array): Verification {
  writeFileSync(file, text);
  return verifyLedger(file);
}
const verifyLines = (changed: readonly string[]): Verification =>
  verifyText(changed.map((line) => `${line}\n`).join(""));
/** A line that was changed by someone who computes the hash anew. */
function forge(line: string, change: object): string {
  const { hash: _hash, ...fields } = JSON.parse(line) as Record<string, unknown>;
  const body = JSON.stringify({ ...fields, ...change });
  const hash = createHash("sha256").update(body).digest("hex");
  return `${body.slice(0, -1)},"hash":"${hash}"}`;
}
const forged = (number: number, change: object): string[] =>
  lines.map((line, index) => (index === number - 1 ? forge(line, change) : line));
const at = (number: number): string => lines[number - 1] ?? "";
const without = (...numbers: number[]): string[] =>
  lines.filter((_, index) => !numbers.includes(index + 1));

test("what nobody changed has no fault", () => {
  expect(verifyLines(lines)).toEqual({ ok: true, records: 12, faults: [], unfinished: 0 });
  expect(verifyText("")).toEqual({ ok: true, records: 0, faults: [], unfinished: 0 });
});

test("a flipped byte is found at its line, whichever byte it is", () => {
  const whole = Buffer.from(lines.map((line) => `${line}\n`).join(""));
  const begin = Buffer.byteLength(
    lines
      .slice(0, 4)
      .map((line) => `${line}\n`)
      .join(""),
  );
  const length = Buffer.byteLength(at(5));
  const wrong: number[] = [];
  for (let offset = 0; offset < length; offset++) {
    const changed = Buffer.from(whole);
    changed[begin + offset] = (whole[begin + offset] ?? 0) ^ 1;
    const { ok, records, faults } = verifyText(changed);
    if (ok || records !== 11 || faults.length !== 1 || faults[0]?.line !== 5) wrong.push(offset);
  }
  expect(wrong).toEqual([]);
});

test("a cut is found at every byte, at the line that was cut", () => {
  const whole = Buffer.from(
    lines
      .slice(0, 5)
      .map((line) => `${line}\n`)
      .join(""),
  );
  const full = whole.length;
  const length = Buffer.byteLength(at(5)) + 1;
  const wrong: number[] = [];
  for (let cut = 1; cut < length; cut++) {
    const { ok, faults } = verifyText(whole.subarray(0, full - cut));
    if (ok || faults.length !== 1 || faults[0]?.line !== 5) wrong.push(cut);
  }
  expect(wrong).toEqual([]);
  expect(verifyText(whole.subarray(0, full - length))).toMatchObject({ ok: true, unfinished: 2 });
});

const changes: readonly (readonly [string, () => readonly string[], Verification["faults"]])[] = [
  [
    "a dropped record",
    () => without(5),
    [{ line: 6, what: "1 missing before it: record 3 after 1" }],
  ],
  [
    "two dropped records",
    () => without(5, 7),
    [{ line: 7, what: "2 missing before it: record 4 after 1" }],
  ],
  [
    "a dropped header",
    () => without(1),
    [{ line: 2, what: "a chain without its header: it begins with record 1" }],
  ],
  [
    "a dropped head of the file",
    () => lines.slice(4),
    [
      { line: 1, what: "a chain without its header: it begins with record 2" },
      { line: 2, what: "a chain without its header: it begins with record 2" },
    ],
  ],
  [
    "a doubled record",
    () => [...lines.slice(0, 5), at(5), ...lines.slice(5)],
    [{ line: 6, what: "doubled: record 2 was here before" }],
  ],
  [
    "a record put again at the end",
    () => [...lines, at(5)],
    [{ line: 13, what: "doubled: record 2 was here before" }],
  ],
  [
    "two records of a writer in the wrong order",
    () => [...lines.slice(0, 4), at(7), at(6), at(5), ...lines.slice(7)],
    [
      { line: 5, what: "1 missing before it: record 3 after 1" },
      { line: 7, what: "out of order: record 2 after 3" },
    ],
  ],
  [
    "garbage between records",
    () => [...lines.slice(0, 5), "{}", ...lines.slice(5)],
    [{ line: 6, what: "not a whole record" }],
  ],
  [
    "two lines that became one",
    () => [...lines.slice(0, 4), `${at(5)}x${at(6)}`, ...lines.slice(6)],
    [{ line: 5, what: "its content does not have its hash" }],
  ],
  [
    "a changed word",
    () => lines.map((line, index) => (index === 4 ? line.replace("as it was", "as it is!") : line)),
    [{ line: 5, what: "its content does not have its hash" }],
  ],
  [
    "a forged word",
    () => forged(5, { note: "as it is!" }),
    [{ line: 7, what: "its prev is not the hash of the record before" }],
  ],
  [
    "a forged header",
    () => forged(1, { type: "event" }),
    [
      { line: 1, what: "a chain without its header" },
      { line: 3, what: "its prev is not the hash of the record before" },
    ],
  ],
  [
    "a forged record behind the end",
    () => {
      const { hash } = JSON.parse(at(11)) as { hash: string };
      return [...lines, forge(at(9), { seq: 6, prev: hash })];
    },
    [{ line: 13, what: "written after the chain was closed" }],
  ],
  [
    "a line of another format",
    () => forged(11, { v: 2 }),
    [{ line: 11, what: "not a record of this format" }],
  ],
];

describe("changes", () => {
  test.each(changes)("%s is found at its line", (_, change, faults) => {
    const { ok, faults: found } = verifyLines(change());
    expect({ ok, found }).toEqual({ ok: false, found: faults });
  });

  test("the order of two writers' records among each other says nothing", () => {
    const swapped = [...lines.slice(0, 4), at(6), at(5), ...lines.slice(6)];
    expect(verifyLines(swapped)).toEqual({ ok: true, records: 12, faults: [], unfinished: 0 });
  });

  test("an empty line says nothing but keeps the count of lines", () => {
    const damaged = [...lines.slice(0, 4), "", "torn", ...lines.slice(4)];
    expect(verifyLines(damaged)).toEqual({
      ok: false,
      records: 12,
      faults: [{ line: 6, what: "not a whole record" }],
      unfinished: 0,
    });
  });

  test("a tail that was cut off at a line is reported as chains without an end", () => {
    expect(verifyLines(lines.slice(0, 8))).toEqual({
      ok: true,
      records: 8,
      faults: [],
      unfinished: 2,
    });
    expect(verifyLines(lines.slice(0, 11))).toEqual({
      ok: true,
      records: 11,
      faults: [],
      unfinished: 1,
    });
  });

  test("a damaged line does not hide that another record is gone", () => {
    const changed = without(9).map((line, index) => (index === 4 ? `${line}x` : line));
    expect(verifyLines(changed).faults).toEqual([
      { line: 5, what: "not a whole record" },
      { line: 10, what: expect.stringMatching(/^1 missing before it/) },
    ]);
  });

  test("a torn line that a writer has reported does not hide that a header is gone", () => {
    const torn = join(folder, "torn.jsonl");
    writeFileSync(torn, "torn");
    const [first, second] = [openLedger({ file: torn }), openLedger({ file: torn })];
    for (const writer of [first, second]) writer.append({ type: "event", eventId: "e" });
    const [line1, line2, line3, , ...rest] = readFileSync(torn, "utf8").split("\n");
    expect(verifyText([line1, line2, line3, ...rest].join("\n")).faults).toEqual([
      { line: 1, what: "not a whole record" },
      { line: 5, what: "a chain without its header: it begins with record 1" },
    ]);
  });
});

/** A record of the ledger itself, as a writer puts it behind a torn line, in the chain of another record. */
const recovery = (number: number, damaged: number): string =>
  forge(at(number), { type: "recovered", damaged, lost: 0 });
/** Lines by their number; what is no number is between them as it is. */
const arranged = (...parts: readonly (number | string)[]): string[] =>
  parts.map((part) => (typeof part === "string" ? part : at(part)));

const noise = "not a whole record";
const gap = (count: number, record: number, after: number): string =>
  `${count} missing before it: record ${record} after ${after}`;

/** Odd lines are of the first writer, even ones of the second. */
const strays: readonly (readonly [string, () => readonly string[], Verification["faults"]])[] = [
  [
    "the record that is missing in its place",
    () => arranged(1, 2, 3, 4, "noise", 6, 7, 8, 9, 10, 11, 12),
    [{ line: 5, what: noise }],
  ],
  [
    "one record, not two of a writer",
    () => arranged(1, 2, 3, 4, "noise", 6, 8, 9, 10, 11, 12),
    [
      { line: 5, what: noise },
      { line: 8, what: gap(1, 4, 1) },
    ],
  ],
  [
    "two records where there are two of them",
    () => arranged(1, 2, 3, 4, "noise", 6, "noise", 8, 9, 10, 11, 12),
    [
      { line: 5, what: noise },
      { line: 7, what: noise },
    ],
  ],
  [
    "one record of one writer, not one of each",
    () => arranged(1, 2, 3, 4, "noise", 7, 8, 9, 10, 11, 12),
    [
      { line: 5, what: noise },
      { line: 7, what: gap(1, 3, 1) },
    ],
  ],
  [
    "no record that goes missing after the writer has written again",
    () => arranged(1, 2, 3, 4, "noise", 5, 6, 7, 8, 10, 11, 12),
    [
      { line: 5, what: noise },
      { line: 11, what: gap(1, 5, 3) },
    ],
  ],
  [
    "no record that was missing before it",
    () => arranged(1, 2, 3, 4, 6, 7, "noise", 8, 9, 10, 11, 12),
    [
      { line: 6, what: gap(1, 3, 1) },
      { line: 7, what: noise },
    ],
  ],
  [
    "one record once: a later gap of another writer is reported",
    () => arranged(1, 2, 3, 4, "noise", 7, 6, 8, 9, 11, 12),
    [
      { line: 5, what: noise },
      { line: 11, what: gap(1, 5, 3) },
    ],
  ],
  [
    "a header that is gone",
    () => arranged("noise", 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
    [{ line: 1, what: noise }],
  ],
  [
    "nothing where a writer has reported it as torn",
    () => arranged(1, 2, 3, "noise", recovery(4, 5), 6, 7, 8, 9, 10, 11, 12),
    [
      { line: 4, what: noise },
      { line: 6, what: "its prev is not the hash of the record before" },
      { line: 7, what: gap(1, 3, 1) },
    ],
  ],
  [
    "a record where the torn line that is reported had another length",
    () => arranged(1, 2, 3, "noise", recovery(4, 6), 6, 7, 8, 9, 10, 11, 12),
    [
      { line: 4, what: noise },
      { line: 6, what: "its prev is not the hash of the record before" },
    ],
  ],
  [
    "a record where only another one of its length is reported",
    () => arranged(1, 2, 3, "noise", "NOISE", recovery(4, 5), 6, 7, 8, 9, 10, 11, 12),
    [
      { line: 4, what: noise },
      { line: 5, what: noise },
      { line: 7, what: "its prev is not the hash of the record before" },
    ],
  ],
];

describe("a line that cannot be read excuses", () => {
  test.each(strays)("%s", (_, change, faults) => {
    expect(verifyLines(change()).faults).toEqual(faults);
  });
});

describe("what is left of a damaged line", () => {
  const frameOf = (number: number): string => at(number).slice(0, at(number).indexOf(',"prev"'));

  test("excuses the record that it was, and no other", () => {
    expect(verifyLines(arranged(1, 2, 3, 4, frameOf(5), 6, 7, 8, 10, 11, 12)).faults).toEqual([
      { line: 5, what: noise },
      { line: 10, what: gap(1, 5, 3) },
    ]);
    expect(verifyLines(arranged(1, 2, 3, 4, frameOf(5), 8, 7, 9, 10, 11, 12)).faults).toEqual([
      { line: 5, what: noise },
      { line: 6, what: gap(1, 3, 1) },
    ]);
  });

  test("excuses several records of one writer, and none of another", () => {
    const changed = arranged(1, 2, 3, 4, frameOf(5), frameOf(7), 8, 9, 10, 11, 12);
    expect(verifyLines(changed).faults).toEqual([
      { line: 5, what: noise },
      { line: 6, what: noise },
      { line: 7, what: gap(1, 3, 1) },
    ]);
  });

  test("whose number is not due is any line: it excuses one record and not a later one", () => {
    expect(verifyLines(arranged(1, 2, 3, 4, frameOf(9), 5, 6, 7, 8, 10, 11, 12)).faults).toEqual([
      { line: 5, what: noise },
      { line: 11, what: gap(1, 5, 3) },
    ]);
  });
});

test("a record that was jumped over is out of order once, and then doubled", () => {
  expect(verifyLines(arranged(1, 2, 3, 7, 5, 5, 4, 6, 8, 9, 10, 11, 12)).faults).toEqual([
    { line: 4, what: gap(1, 3, 1) },
    { line: 5, what: "out of order: record 2 after 3" },
    { line: 6, what: "doubled: record 2 was here before" },
  ]);
});

test("a gap that is larger than what is remembered is counted to the last number", () => {
  const { hash } = JSON.parse(at(11)) as { hash: string };
  const far = forge(at(9), { seq: 20_005, prev: hash });
  expect(verifyLines([...lines.slice(0, 10), far, "noise"]).faults).toEqual([
    { line: 11, what: gap(20_000, 20_005, 4) },
    { line: 12, what: noise },
  ]);
});

test("reading continues after a damaged line", () => {
  verifyLines(lines.map((line, index) => (index === 4 ? line.slice(0, 50) : line)));
  expect([...readLedger(file)].map(({ type, line }) => `${line} ${type}`).slice(3, 7)).toEqual([
    "4 event",
    "5 damage",
    "6 event",
    "7 event",
  ]);
});
