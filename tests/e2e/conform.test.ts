import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { snaphook } from "./snaphook.js";
import { temporaryFolder } from "../workspace.js";

const folder = temporaryFolder();
function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

const right = {
  id: "right",
  dialect: "wave",
  event: "Stop",
  runs: [{ exit: 2, stderr: "more" }],
  expect: { outcome: "block" },
};
const wrong = {
  ...right,
  id: "wrong",
  dialect: "pact",
  expect: { outcome: "proceed", toModel: ["less"] },
};

test("cases that hold end with 0 and a count", () => {
  const { status, stdout } = snaphook(["conform", file("right.json", [right])]);
  expect(stdout).toBe("1 passed, 0 failed\n");
  expect(status).toBe(0);
});

test("without a file it takes the cases that come with it, as far as they are asked for", () => {
  const { status, stdout } = snaphook(["conform", "--requirement", "US4.3"]);
  expect(stdout).toBe("4 passed, 0 failed\n");
  expect(status).toBe(0);
});

test("each difference is shown, and the exit code is 1", () => {
  const { status, stdout } = snaphook(["conform", file("both.json", [right, wrong])]);
  expect(stdout).toContain("differs wrong");
  expect(stdout).toContain(
    '  outcome: expected "proceed", got "block"\n  toModel: expected ["less"], got ["more"]',
  );
  expect(stdout).toMatch(/1 passed, 1 failed\n$/);
  expect(status).toBe(1);
});

test("matcher cases go through the matcher", () => {
  const matcher = {
    id: "m",
    dialect: "wave",
    event: "PreToolUse",
    matcher: "Write",
    toolName: "Bash",
    expected: { matches: true },
  };
  const { status, stdout } = snaphook([
    "conform",
    file("wave-matchers.json", [matcher, { ...matcher, matcher: "Bash" }]),
  ]);
  expect(stdout).toContain(
    'matches: expected true, got "false: the list Write does not match \\"Bash\\""',
  );
  expect(stdout).toMatch(/1 passed, 1 failed\n$/);
  expect(status).toBe(1);
});

test("--json gives the differences as data", () => {
  const { stdout } = snaphook(["conform", "--json", file("both.json", [right, wrong])]);
  expect(JSON.parse(stdout)).toMatchObject({
    passed: 1,
    failed: 1,
    differences: [{ id: "wrong" }],
  });
});

test("--dialect runs only the cases of that dialect", () => {
  const { status, stdout } = snaphook([
    "conform",
    "--dialect",
    "wave",
    file("both.json", [right, wrong]),
  ]);
  expect(stdout).toBe("1 passed, 0 failed\n");
  expect(status).toBe(0);
});

test.each<[string, string[], RegExp]>([
  ["no JSON", ["conform", file("bad.json", "[")], /bad\.json is not valid JSON/],
  ["no array", ["conform", file("object.json", {})], /object\.json: it is not an array of cases/],
  [
    "a case without runs",
    ["conform", file("runs.json", [{ ...right, runs: 1 }])],
    /runs\.json: case 0 \(right\) has no runs/,
  ],
  [
    "a case that is no object",
    ["conform", file("null.json", [null])],
    /null\.json: case 0 is not an object/,
  ],
  [
    "a matcher case that expects nothing",
    ["conform", file("m.json", [{ id: "m", dialect: "wave", event: "Stop", expected: {} }])],
    /case 0 \(m\) expects no matches/,
  ],
])("%s is said in one line and ends with 2", (_name, args, message) => {
  const { status, stderr } = snaphook(args);
  expect(stderr).toMatch(message);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(status).toBe(2);
});
