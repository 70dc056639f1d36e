import { expect, test } from "vitest";
import { emptyPrompt, promptKey, promptTaken, type Prompt } from "./prompt.js";
import type { Key } from "./keys.js";

const key = (name: string): Key => ({ type: "key", name, isAlone: true });
const text = (written: string): Key => ({ type: "text", text: written, isAlone: false });

/** The text in the box after these keys, or what was sent last. */
function after(keys: readonly Key[], start: Prompt = emptyPrompt): string {
  let prompt = start;
  let sent: string | null = null;
  for (const one of keys) {
    const next = promptKey(prompt, one);
    ({ prompt } = next);
    if (next.submitted === null) continue;
    sent = next.submitted;
    prompt = promptTaken(prompt, sent);
  }
  return sent === null ? prompt.buffer.text : `sent ${sent}; box ${prompt.buffer.text}`;
}

const sent = ["first", "second"].reduce(promptTaken, emptyPrompt);

test.each<[string, readonly Key[], string]>([
  ["enter sends and empties the box", [text("hello"), key("enter")], "sent hello; box "],
  ["nothing but space is not sent", [text("  \n"), key("enter")], "  \n"],
  ["alt-enter begins a line", [text("a"), key("newline"), text("b")], "a\nb"],
  ["a backslash and enter begin a line", [text("a\\"), key("enter"), text("b")], "a\nb"],
  [
    "a backslash and enter begin a line in the middle",
    [text("a\\bc"), key("left"), key("left"), key("enter"), text("d")],
    "a\ndbc",
  ],
  ["a backslash elsewhere does not", [text("a\\b"), key("enter")], "sent a\\b; box "],
  ["a paste of lines is not sent", [{ type: "paste", text: "a\r\nb\r\n" }], "a\nb\n"],
  ["up shows what was sent last", [key("up")], "second"],
  ["up and up what was sent before", [key("up"), key("up")], "first"],
  ["the oldest stays", [key("up"), key("up"), key("up")], "first"],
  ["down comes back", [key("up"), key("up"), key("down")], "second"],
  ["and goes up again", [key("up"), key("up"), key("down"), key("up")], "first"],
  ["and to the draft", [text("draft"), key("up"), key("down")], "draft"],
  [
    "and to the draft from the oldest",
    [text("draft"), key("up"), key("up"), key("down"), key("down")],
    "draft",
  ],
  ["down without up does nothing", [text("draft"), key("down")], "draft"],
  ["a key of no meaning changes nothing", [text("a"), key("ctrl-y")], "a"],
  ["nor does it where something is shown again", [key("up"), key("up"), key("ctrl-y")], "first"],
  ["in a text of lines up goes to the line above", [text("a\nb"), key("up"), text("!")], "a!\nb"],
])("%s", (_name, keys, box) => {
  expect(after(keys, sent)).toBe(box);
});

test("a text that was sent before another one is remembered again", () => {
  const three = promptTaken(sent, "third");
  expect(promptTaken(three, "second").sent).toEqual(["first", "second", "third", "second"]);
});

test("the last five hundred are remembered", () => {
  const texts = Array.from({ length: 501 }, (_, index) => `${index}`);
  expect(texts.reduce(promptTaken, emptyPrompt)).toEqual({ ...emptyPrompt, sent: texts.slice(1) });
});

test("the same text twice in a row is remembered once", () => {
  expect(promptTaken(sent, "second").sent).toEqual(["first", "second"]);
});
