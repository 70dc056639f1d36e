import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "./workspace.js";

const lines = [
  { cmd: "cd @P@ && git status | head", kind: "transcript" },
  { cmd: "cat $FILE", kind: "transcript" },
  { cmd: "sudo ls", kind: "transcript" },
  { cmd: "rm scripts/guard.sh", kind: "doc" },
];

function alarms(...args: readonly string[]): { code: number | null; lines: readonly string[] } {
  const file = join(temporaryFolder(), "lines.json");
  writeFileSync(file, JSON.stringify(lines));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["scripts/alarms.mjs", ...args.map((one) => one.replace("FILE", file))],
    { encoding: "utf8", timeout: 60_000 },
  );
  return { code: status, lines: (stdout + stderr).trim().split("\n") };
}

test("the shares of lines that are asked about, denied and covered, by kind", () => {
  const { code, lines: shown } = alarms("FILE");
  expect(code).toBe(0);
  expect(shown.slice(2, 5)).toEqual([
    "| transcript | 3 | 33.3% | 33.3% | 0.0% | 66.7% |",
    "| doc | 1 | 100.0% | 0.0% | 100.0% | 0.0% |",
    "| all | 4 | 50.0% | 25.0% | 25.0% | 50.0% |",
  ]);
  expect(shown.slice(9)).toHaveLength(lines.length);
});

test("the lines behind a share, with the reason", () => {
  expect(alarms("FILE", "--list", "protected")).toEqual({
    code: 0,
    lines: [
      'doc: "rm scripts/guard.sh"',
      '    "rm scripts/guard.sh" may change a protected file: Snaphook\'s own files change only with your yes',
    ],
  });
});

test.each<[string[]]>([[[]], [["FILE", "--list", "x"]]])("%j: how it is called", (args) => {
  expect(alarms(...args)).toEqual({
    code: 2,
    lines: ["Usage: npm run alarms -- FILE.json [--list asked|protected|uncovered]"],
  });
});
