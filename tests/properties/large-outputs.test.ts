import { expect, test } from "vitest";
import { spentSince } from "../../scripts/fuzz-checks.mjs";
import { wordFaults } from "../../scripts/fuzz-words.mjs";
import * as core from "../../src/core.js";

const SIZE = 51_200;
/** A bound against hanging, many times what it should take; speed is measured in bench/. */
const LONGEST_MS = 1000;

const repeated = (unit: string, size = SIZE): string => unit.repeat(Math.floor(size / unit.length));
const numbered = (write: (index: number) => string): string => {
  let text = "";
  for (let index = 0; text.length < SIZE; index++) text += write(index);
  return text;
};
const half = SIZE / 2;
const rewrite = (input: string): string =>
  `{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":${input}}}`;

/** Outputs that invite a reader to go back and forth. */
const shapes: Readonly<Record<string, string>> = {
  "objects on one line": repeated("{}"),
  "objects on lines": repeated("{}\n"),
  "objects that share their lines": repeated("{\n}"),
  "objects with text behind them": repeated("{} x\n"),
  "text before objects": repeated('x {"a":1}\n'),
  "braces on one line": repeated("{"),
  "braces on lines": repeated("{\n"),
  "objects that never end": repeated('{"a":'),
  "arrays that never end": repeated('[{"a":'),
  "objects that never end, on lines": repeated('{"a":\n'),
  "strings that never end": repeated('x {"a":"'),
  "wrong escapes": repeated('x {"\\q":'),
  "unknown fields": `{"a":0${numbered((index) => `,"${index.toString(36)}":1`)}}`,
  "unknown fields with long names": `{"a":0${numbered(
    (index) => `,"${`k${index}`.padEnd(58, "abcdefghij")}":1`,
  )}}`,
  "one field many times": `{"a":0${repeated(',"continue":true')}}`,
  "one field many times after a long array": `{"continue":[${repeated("1,", half)}1]${repeated(',"continue":1', half)}}`,
  "one field many times after a long number": `{"continue":${repeated("9", half)}${repeated(',"continue":1', half)}}`,
  "the specific part many times": `{"hookSpecificOutput":{"a":[${repeated("1,", half)}1]}${repeated(',"hookSpecificOutput":{}', half)}}`,
  "one rewrite many times": `{"hookSpecificOutput":{"a":0${repeated(',"updatedInput":{"a":1}')}}}`,
  "a rewrite with one key many times": rewrite(`{"a":0${repeated(',"a":1')}}`),
  "a rewrite with a reserved key many times": rewrite(`{"a":0${repeated(',"__proto__":1')}}`),
  "a rewrite with doubled keys on every level": rewrite(
    `${'{"a":1,"a":'.repeat(50)}[${repeated("1,")}1]${"}".repeat(50)}`,
  ),
  "a rewrite with a long number": rewrite(`{"a":${repeated("9")}}`),
  "white space": `${repeated(" ")}x`,
  "carriage returns": `${repeated("\r")}{`,
  "zero bytes": `${repeated("\0")}{`,
  "byte order marks": `${repeated("\uFEFF")}{`,
};

test.each(Object.entries(shapes))("a large output is read in time: %s", (_, stdout) => {
  const start = process.cpuUsage();
  const reading = core.interpret({
    dialect: "wave",
    event: "PreToolUse",
    runs: [{ exit: 0, stdout }],
  });
  expect(spentSince(start)).toBeLessThan(LONGEST_MS);
  expect(wordFaults(reading, core)).toEqual([]);
});

test("an output far beyond the usual limit is read where the limit is raised", () => {
  const reading = core.interpret({
    dialect: "wave",
    event: "PreToolUse",
    runs: [{ exit: 0, stdout: "{\n}".repeat(200_000) }],
    limits: { outputBytes: 1_000_000 },
  });
  expect(reading).toMatchObject({ outcome: "proceed", failed: true });
});
