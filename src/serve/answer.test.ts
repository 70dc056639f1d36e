import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { encodeAnswer } from "./answer.js";

const every = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte)).join("");

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

test.each(["dash", "bash"])("%s gives back every character", (shell) => {
  const text = `${every}\n\n`;
  const [, , field = ""] = encodeAnswer({ exit: 0, stdout: text, stderr: "" }).split("|");
  const { stdout, error } = spawnSync(shell, ["-c", 'printf %b "$1"', shell, field]);
  // A machine may lack one of them.
  if (error === undefined) expect(stdout.toString("utf8")).toBe(text);
});
