import { expect, test } from "vitest";
import { shortInput } from "./input-text.js";

test.each<[unknown, string]>([
  [{ path: "p", prompt: "q", pattern: "r", file_path: "f", command: "c" }, "c"],
  [{ path: "p", prompt: "q", pattern: "r", file_path: "f" }, "f"],
  [{ path: "p", prompt: "q", pattern: "r" }, "r"],
  [{ path: "p", prompt: "q" }, "q"],
  [{ other: "o", path: "p" }, "p"],
  [{ command: ["ls"], path: "p" }, "p"],
  [{ command: 7 }, '{"command":7}'],
  [{ other: "o" }, '{"other":"o"}'],
  [Object.create({ command: "inherited" }), "{}"],
  ["text", '"text"'],
  [7, "7"],
  [null, "null"],
  [undefined, "null"],
])("of the input %j is shown %j", (input, text) => {
  expect(shortInput(input)).toBe(text);
});
