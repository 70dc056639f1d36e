import { describe, expect, test } from "vitest";
import { decodeKeys, endOfSequence, nothingDecoded, type Key } from "./keys.js";

const key = (name: string, isAlone = true): Key => ({ type: "key", name, isAlone });
const text = (written: string, isAlone = true): Key => ({ type: "text", text: written, isAlone });
const paste = (pasted: string): Key => ({ type: "paste", text: pasted });

/** All keys of several pieces, and what an end of the sequence adds. */
function decoded(...chunks: readonly string[]): Key[] {
  const keys: Key[] = [];
  let state = nothingDecoded;
  for (const chunk of chunks) {
    const next = decodeKeys(state, chunk);
    state = next.state;
    keys.push(...next.keys);
  }
  return [...keys, ...endOfSequence(state).keys];
}

describe("what a terminal sends becomes keys", () => {
  test.each<[string, readonly string[], readonly Key[]]>([
    ["a letter", ["a"], [text("a")]],
    ["a letter with a mark is one character", ["e\u0301"], [text("e\u0301")]],
    ["an emoji", ["😀"], [text("😀")]],
    ["enter", ["\r"], [key("enter")]],
    ["a line feed begins a line", ["\n"], [key("newline")]],
    ["alt-enter", ["\u001b\r"], [key("newline")]],
    ["shift-enter of newer terminals", ["\u001b[13;2u"], [key("newline")]],
    ["backspace", ["\u007f"], [key("backspace")]],
    ["ctrl-a", ["\u0001"], [key("ctrl-a")]],
    ["ctrl-c", ["\u0003"], [key("ctrl-c")]],
    ["ctrl-w", ["\u0017"], [key("ctrl-w")]],
    ["alt-b", ["\u001bb"], [key("alt-b")]],
    ["alt-f", ["\u001bf"], [key("alt-f")]],
    ["ctrl-right moves by a word", ["\u001b[1;5C"], [key("alt-f")]],
    ["alt-backspace deletes a word", ["\u001b\u007f"], [key("ctrl-w")]],
    ["arrows", ["\u001b[A", "\u001bOB"], [key("up"), key("down")]],
    ["home of several kinds", ["\u001b[H", "\u001b[1~", "\u001b[7~"], Array(3).fill(key("home"))],
    ["end of several kinds", ["\u001b[F", "\u001b[4~", "\u001b[8~"], Array(3).fill(key("end"))],
    ["delete", ["\u001b[3~"], [key("delete")]],
    ["pages", ["\u001b[5~", "\u001b[6~"], [key("page-up"), key("page-down")]],
    ["a lone escape", ["\u001b"], [key("escape")]],
    ["a sequence in two pieces", ["\u001b", "[A"], [key("up")]],
    ["a sequence nobody knows", ["\u001b[?1;2c"], []],
    ["arrows to the sides", ["\u001b[C", "\u001b[D"], [key("right"), key("left")]],
    [
      "what a keypad in application mode sends",
      ["A", "B", "C", "D", "H", "F", "M"].map((end) => `\u001bO${end}`),
      ["up", "down", "right", "left", "home", "end", "enter"].map((name) => key(name)),
    ],
    ["shift-tab", ["\u001b[Z"], [key("back-tab")]],
    ["alt-right moves by a word", ["\u001b[1;3C"], [key("alt-f")]],
    [
      "ctrl-left and alt-left move by a word",
      ["\u001b[1;5D", "\u001b[1;3D"],
      [key("alt-b"), key("alt-b")],
    ],
    [
      "other ways to begin a line",
      ["\u001b[13;3u", "\u001b[27;2;13~", "\u001b\n"],
      Array(3).fill(key("newline")),
    ],
    ["alt-backspace of other terminals", ["\u001b\b"], [key("ctrl-w")]],
    ["backspace of other terminals", ["\b"], [key("backspace")]],
    ["tab", ["\t"], [key("tab")]],
    ["ctrl-z", ["\u001a"], [key("ctrl-z")]],
    ["alt with a letter that is none of ours", ["\u001bz"], [key("alt-z")]],
    ["alt with ctrl is nothing", ["\u001b\u0001"], []],
    ["a name that every object has", ["\u001b[constructor"], [text("onstructor", false)]],
    ["a letter behind a sequence", ["\u001b[Aa"], [key("up", false), text("a", false)]],
    ["a sequence that never ends", ["\u001b[1;"], []],
  ])("%s", (_name, chunks, keys) => {
    expect(decoded(...chunks)).toEqual(keys);
  });
});

describe("what came at once is marked", () => {
  test.each<[string, readonly string[], readonly Key[]]>([
    ["several letters", ["yes"], [text("yes", false)]],
    ["a letter and enter", ["y\r"], [text("y", false), key("enter", false)]],
    ["two arrows", ["\u001b[B\u001b[B"], [key("down", false), key("down", false)]],
    ["enter before a letter", ["\rx"], [key("enter", false), text("x", false)]],
    ["lines without a mark are a paste", ["y\rls\r"], [paste("y\rls\r")]],
    ["several line ends between letters as well", ["y\r\n\r\nls"], [paste("y\r\n\r\nls")]],
    ["lines behind an escape", ["\u001b[Ay\rls"], [paste("\u001b[Ay\rls")]],
    ["a letter and an escape", ["y\u001b"], [text("y"), key("escape")]],
    ["ctrl-c and a letter", ["\u0003y"], [key("ctrl-c", false), text("y", false)]],
    ["ctrl-c behind such a paste", ["y\ra\u0003"], [paste("y\ra"), key("ctrl-c", false)]],
    ["a marked paste", ["\u001b[200~y\r\u001b[201~"], [paste("y\r")]],
    [
      "a marked paste in pieces, cut inside of its marks",
      ["\u001b[20", "0~a\u001b[31mb", "c\u001b[20", "1~"],
      [paste("a\u001b[31mbc")],
    ],
    [
      "keys around a paste",
      ["a\u001b[200~b\u001b[201~c"],
      [text("a", false), paste("b"), text("c", false)],
    ],
    ["an empty paste", ["\u001b[200~\u001b[201~"], [paste("")]],
    ["two pastes", ["\u001b[200~a\u001b[201~\u001b[200~b\u001b[201~"], [paste("a"), paste("b")]],
    ["a paste that has not ended", ["\u001b[200~abc"], []],
    [
      "a mark that has only begun in a paste",
      ["\u001b[200~ab\u001b[2", "c\u001b[201~"],
      [paste("ab\u001b[2c")],
    ],
    [
      "ctrl-c within a paste is part of it",
      ["\u001b[200~a\u0003b\u001b[201~"],
      [paste("a\u0003b")],
    ],
    ["ctrl-c breaks a paste that has no end", ["\u001b[200~abc", "\u0003"], [key("ctrl-c")]],
  ])("%s", (_name, chunks, keys) => {
    expect(decoded(...chunks)).toEqual(keys);
  });
});

test.each<[what: string, before: typeof nothingDecoded, chunk: string, state: object]>([
  ["a key leaves nothing", nothingDecoded, "a", { rest: "", pasted: null }],
  ["ctrl-c outside of a paste leaves nothing", nothingDecoded, "\u0003", nothingDecoded],
  [
    "the beginning of a sequence is kept",
    nothingDecoded,
    "a\u001b[1;",
    { rest: "\u001b[1;", pasted: null },
  ],
  ["so is a paste that begins", nothingDecoded, "a\u001b[200~", { rest: "", pasted: "" }],
  ["and goes on", { rest: "", pasted: "a" }, "b\u001b[2", { rest: "\u001b[2", pasted: "ab" }],
  ["ctrl-c ends it", { rest: "\u001b", pasted: "a" }, "\u0003", nothingDecoded],
  ["its end leaves nothing", { rest: "\u001b[201", pasted: "a" }, "~", nothingDecoded],
])("of what was typed %s", (_what, before, chunk, state) => {
  expect(decodeKeys(before, chunk).state).toEqual(state);
});

test("a moment of silence ends a sequence, and no paste", () => {
  const inPaste = { rest: "\u001b", pasted: "a" };
  expect(endOfSequence(inPaste)).toEqual({ state: inPaste, keys: [] });
  expect(endOfSequence({ rest: "\u001b[", pasted: null })).toEqual({
    state: nothingDecoded,
    keys: [],
  });
});
