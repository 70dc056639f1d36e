import { expect, test } from "vitest";
import { codeOf } from "./error-code.js";

test.each<[string, unknown, string]>([
  ["an error of the system", Object.assign(new Error("no"), { code: "ENOENT" }), "ENOENT"],
  ["a number", { code: 7 }, "7"],
  ["an error without a code", new Error("no"), ""],
  ["a code that is none", { code: undefined }, ""],
  ["null", null, ""],
  ["a text", "ENOENT", ""],
])("%s", (_, error, code) => {
  expect(codeOf(error)).toBe(code);
});
