import { expect, test } from "vitest";
import { encodeAnswer } from "./answer.js";

test.each([
  [
    "plain JSON stays as it is",
    { exit: 0, stdout: '{"a":"b c"}', stderr: "" },
    'A|0|{"a":"b c"}||ok',
  ],
  [
    "bars, backslashes, line ends, NUL and what is not ASCII are written as printf reads them",
    { exit: 2, stdout: "|\\\n", stderr: "\0é%s" },
    "A|2|\\0174\\0134\\0012|\\0000\\0303\\0251%s|ok",
  ],
])("%s", (_what, answer, text) => {
  expect(encodeAnswer(answer)).toBe(text);
});
