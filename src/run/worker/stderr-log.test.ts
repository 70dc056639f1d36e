import { expect, test } from "vitest";
import { StderrLog } from "./stderr-log.js";

type Chunk = string | Uint8Array;

/** What is passed on of chunks, each at its moment in milliseconds, and what is left at the end. */
function log(chunks: readonly (readonly [Chunk, number])[]): {
  passed: string[];
  end: string;
  stderrCut: boolean;
} {
  const passed: string[] = [];
  const stderr = new StderrLog((text) => passed.push(text));
  for (const [chunk, now] of chunks) stderr.add(Buffer.from(chunk as string), now);
  const end = stderr.end();
  return { passed, end: Buffer.from(end.stderr).toString(), stderrCut: end.stderrCut };
}

const check = Buffer.from("✓");

test.each<[string, [Chunk, number][], object]>([
  ["nothing", [], { passed: [], end: "", stderrCut: false }],
  ["lines at once", [["a\nb\n", 5000]], { passed: ["a\nb\n"], end: "a\nb\n", stderrCut: false }],
  [
    "a line when it is whole",
    [
      ["a\nb", 5000],
      ["c\n", 5001],
    ],
    { passed: ["a\n", "bc\n"], end: "a\nbc\n", stderrCut: false },
  ],
  [
    "the beginning of a line at the end",
    [["a\nb", 5000]],
    { passed: ["a\n", "b"], end: "a\nb", stderrCut: false },
  ],
  [
    "a character that two chunks share",
    [
      [check.subarray(0, 1), 5000],
      [check.subarray(1), 5001],
      ["\n", 5002],
    ],
    { passed: ["✓\n"], end: "✓\n", stderrCut: false },
  ],
  [
    "a line of the longest length only when it is whole",
    [
      ["x".repeat(8192), 5000],
      ["\n", 5001],
    ],
    { passed: [`${"x".repeat(8192)}\n`], end: `${"x".repeat(8191)}\n`, stderrCut: true },
  ],
  [
    "a longer line in parts",
    [
      ["x".repeat(8193), 5000],
      ["y\n", 5001],
    ],
    { passed: ["x".repeat(8193), "y\n"], end: `${"x".repeat(8190)}y\n`, stderrCut: true },
  ],
])("passed on is %s", (_what, chunks, expected) => {
  expect(log(chunks)).toEqual(expected);
});

const full = `${"x".repeat(65_535)}\n`;

test.each<[string, [Chunk, number][], string[]]>([
  ["as much as fits into a second", [[full, 5000]], [full]],
  [
    "what is left out is counted at the end, with the line that it belongs to",
    [
      [full, 5000],
      ["secret", 5999],
    ],
    [full, "\n(6 more bytes on stderr)\n"],
  ],
  [
    "or in the next second, from which on all is passed on again",
    [
      [full, 5000],
      ["left out\n", 5999],
      ["seen\n", 6000],
    ],
    [full, "\n(9 more bytes on stderr)\n", "seen\n"],
  ],
  [
    "a line of which a part is left out is left out as a whole",
    [
      [`${"x".repeat(65_531)}\nbegi`, 5000],
      ["n\n", 5001],
    ],
    [`${"x".repeat(65_531)}\n`, "\n(6 more bytes on stderr)\n"],
  ],
])("of much in a second: %s", (_what, chunks, expected) => {
  expect(log(chunks).passed).toEqual(expected);
});
