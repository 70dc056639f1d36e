import { expect, test } from "vitest";
import { cleanPaste, editKey, insert } from "./edit-buffer.js";

/** A buffer as it is drawn: the bar is the cursor. */
const read = (drawn: string): { text: string; cursor: number } => ({
  text: drawn.replace("|", ""),
  cursor: drawn.indexOf("|"),
});
const draw = ({ text, cursor }: { text: string; cursor: number }): string =>
  `${text.slice(0, cursor)}|${text.slice(cursor)}`;

test.each([
  ["ab|c", "left", "a|bc"],
  ["|abc", "left", "|abc"],
  ["a|bc", "right", "ab|c"],
  ["abc|", "right", "abc|"],
  ["a👨‍👩‍👧|b", "left", "a|👨‍👩‍👧b"],
  ["a|👨‍👩‍👧b", "right", "a👨‍👩‍👧|b"],
  ["漢字|", "backspace", "漢|"],
  ["ae\u0301|", "backspace", "a|"],
  ["|e\u0301a", "delete", "|a"],
  ["|😀a", "ctrl-d", "|a"],
  ["abc|", "delete", "abc|"],
  ["|", "backspace", "|"],
  ["one\ntwo|", "home", "one\n|two"],
  ["one\nt|wo", "ctrl-a", "one\n|two"],
  ["o|ne\ntwo", "end", "one|\ntwo"],
  ["o|ne\ntwo", "ctrl-e", "one|\ntwo"],
  ["one t|wo three\nfour", "ctrl-k", "one t|\nfour"],
  ["one|\ntwo", "ctrl-k", "one|two"],
  ["zero\none two|", "ctrl-u", "zero\n|"],
  ["one two|", "ctrl-w", "one |"],
  ["one, two,  |", "ctrl-w", "one, |"],
  ["one two|", "alt-b", "one |two"],
  ["one |two", "alt-b", "|one two"],
  ["über| alles", "alt-b", "|über alles"],
  ["one| two", "alt-f", "one two|"],
  ["|one two", "alt-f", "one| two"],
  ["|one two", "alt-d", "| two"],
  ["a|b", "newline", "a\n|b"],
  ["abc\nde|f", "up", "ab|c\ndef"],
  ["a\ndef|", "up", "a|\ndef"],
  ["ab|c\ndef", "down", "abc\nde|f"],
  ["abc|\nd", "down", "abc\nd|"],
  ["abc|\nd😀", "down", "abc\nd😀|"],
  ["abc\n\nd|", "up", "abc\n|\nd"],
  ["ab|c", "ctrl-b", "a|bc"],
  ["a|bc", "ctrl-f", "ab|c"],
  ["a|", "ctrl-f", "a|"],
  ["|\nab", "home", "|\nab"],
  ["|\nab", "end", "|\nab"],
  ["  |a", "alt-b", "|  a"],
  ["a|  ", "alt-f", "a  |"],
  ["a|  ", "alt-d", "a|"],
  ["abc\nde|f\nghi", "down", "abc\ndef\ngh|i"],
  ["ab\nabc|\nd", "up", "ab|\nabc\nd"],
  ["a😀\nab|", "up", "a|😀\nab"],
])("%j after %s is %j", (before, name, after) => {
  const edited = editKey(read(before), name);
  expect(edited === null ? null : draw(edited)).toBe(after);
});

test.each([
  ["a|b", "up"],
  ["a|b", "down"],
  ["a|b", "ctrl-x"],
  ["a|b", "enter"],
])("%j has no place to go with %s", (before, name) => {
  expect(editKey(read(before), name)).toBe(null);
});

test.each([
  ["two\r\nlines\rand more", "two\nlines\nand more"],
  ["\u001b[31mred\u001b[0m", "[31mred[0m"],
  ["a\u0000b\u0007c\u009bd\u007f", "abcd"],
  ["a\tb", "a    b"],
  ["half \ud800", "half \ufffd"],
  ["漢字 😀 é", "漢字 😀 é"],
])("of a paste %j stays %j", (pasted, kept) => {
  expect(cleanPaste(pasted)).toBe(kept);
});

test("what is inserted comes before the cursor", () => {
  expect(draw(insert(read("a|d"), "b\r\nc"))).toBe("ab\nc|d");
});
