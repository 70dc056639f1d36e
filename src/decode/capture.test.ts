import { expect, test } from "vitest";
import type { Captured } from "./hook-run.js";
import { capture } from "./capture.js";

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);
const le = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "utf16le"));
const be = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "utf16le").swap16());
const utf8 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));

test.each<[what: string, stream: string | Uint8Array, limit: number, captured: Captured]>([
  ["a text", "zwölf", 100, { text: "zwölf", cut: false, faithful: true }],
  ["a text of just the limit", "zwölf", 6, { text: "zwölf", cut: false, faithful: true }],
  ["a text that is cut before a character", "zwölf", 3, { text: "zw", cut: true, faithful: true }],
  ["a text that is cut to nothing", "zwölf", 0, { text: "", cut: true, faithful: true }],
  ["UTF-8", utf8("zwölf"), 6, { text: "zwölf", cut: false, faithful: true }],
  ["UTF-8 that is cut in a character", utf8("zwölf"), 3, { text: "zw", cut: true, faithful: true }],
  [
    "a mark of UTF-8",
    bytes(0xef, 0xbb, 0xbf, 97),
    9,
    { text: "\ufeffa", cut: false, faithful: true },
  ],
  ["half a character", bytes(97, 0xc3), 9, { text: "a\ufffd", cut: false, faithful: false }],
  ["Latin-1", bytes(97, 0xe4, 98), 9, { text: "a\ufffdb", cut: false, faithful: false }],
  ["UTF-16 with its mark", le("\ufeffdeny"), 99, { text: "deny", cut: false, faithful: false }],
  [
    "the other UTF-16 with its mark",
    be("\ufeffdeny"),
    99,
    { text: "deny", cut: false, faithful: false },
  ],
  ["UTF-16 without a mark", le("deny"), 99, { text: "deny", cut: false, faithful: false }],
  [
    "the other UTF-16 without a mark",
    be("deny"),
    99,
    { text: "deny", cut: false, faithful: false },
  ],
  ["UTF-16 that is cut", le("deny"), 4, { text: "de", cut: true, faithful: false }],
  ["one zero", bytes(97, 0, 98, 99), 9, { text: "a\0bc", cut: false, faithful: true }],
  ["a zero at the end", bytes(97, 98, 99, 0), 9, { text: "abc\0", cut: false, faithful: true }],
  ["zeros alone", bytes(0, 0, 0, 0), 9, { text: "\0\0\0\0", cut: false, faithful: true }],
  ["a zero first", bytes(0, 97, 98, 99), 9, { text: "\0abc", cut: false, faithful: true }],
  ["half a mark", bytes(0xff, 97), 9, { text: "\ufffda", cut: false, faithful: false }],
  ["nothing", bytes(), 9, { text: "", cut: false, faithful: true }],
])("%s", (_what, stream, limit, captured) => {
  expect(capture(stream, limit)).toEqual(captured);
});
