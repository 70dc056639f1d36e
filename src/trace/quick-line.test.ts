import { expect, test } from "vitest";
import { readQuickly } from "./quick-line.js";

const time = "2026-11-18T10:00:00.000Z";
const frame = `{"v":1,"seq":12,"time":"${time}","pid":345,"writer":"${"w".repeat(16)}","prev":"${"0".repeat(64)}",`;
const hash = `,"hash":"${"a".repeat(64)}"}`;
const fields = { type: "open", text: "zwölf" };
const members = JSON.stringify(fields).slice(1, -1);
/** What a line of another form holds: all of it. */
const whole = (line: string): object => ({ time, fields: JSON.parse(line) as object });

test.each<[what: string, line: string, read: (line: string) => object | null]>([
  ["a record as it is written", `${frame}${members}${hash}`, () => ({ time, fields })],
  ["one with blanks in its frame", `${frame.replace(":1,", ": 1,")}${members}${hash}`, whole],
  ["one without a hash", `${frame}${members}}`, whole],
  ["one with a shorter hash", `${frame}${members}${hash.replace("a", "")}`, whole],
  ["one whose hash is no text", `${frame}${members},"hash":"${"a".repeat(61)}","n":1}`, whole],
  ["one with a blank at its end", `${frame}${members}${hash} `, whole],
  ["one without a time", '{"v":1,"type":"open"}', () => null],
  ["a list", "[]", () => null],
  ["the beginning of one", `${frame}${members}`, () => null],
  ["one whose members are no JSON", `${frame}"type":${hash}`, () => null],
  ["nothing", "", () => null],
  [
    "one with large numbers",
    `${frame.replace("12", "90123456789").replace("345", "9876543210")}${members}${hash}`,
    () => ({ time, fields }),
  ],
  ["one with no member at all", `${frame}${hash}`, () => null],
  ["one with nothing but its frame", `${frame.slice(0, -1)}${hash}`, whole],
  ["a hash alone", hash, () => null],
  [
    "one with a sign behind its number",
    `${frame.replace("12", "12:")}${members}${hash}`,
    () => null,
  ],
  [
    "one with a sign before its number",
    `${frame.replace("12", "/12")}${members}${hash}`,
    () => null,
  ],
  ["one with another end", `${frame}${members}${hash.slice(0, -1)}]`, () => null],
  ["one with another quote", `${frame}${members}${hash.slice(0, -2)}'}`, () => null],
  ["one with another name of its hash", `${frame}${members}${hash}`.replace("hash", "Hash"), whole],
  [
    "one with a member that is large",
    `${frame}"n":12345678901234567890${hash}`,
    () => ({ time, fields: { n: 12_345_678_901_234_567_000 } }),
  ],
  ["one whose time is a number", '{"v":1,"time":5}', () => null],
  ["a text", '"time"', () => null],
])("%s", (_what, line, read) => {
  expect(readQuickly(Buffer.from(line))).toEqual(read(line));
});
