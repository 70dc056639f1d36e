import { describe, expect, test } from "vitest";
import { checkTest } from "./check-test.js";
import type { HookExpectation } from "./hook-test.js";
import type { Seen } from "./seen.js";

const hook = { id: "project:PreToolUse:0.0", name: "guard", hookType: "command" as const };
const where = { file: "settings.json", line: 1 };

const seen: Seen = {
  outcome: "block",
  permission: "deny",
  input: null,
  prompt: "hello world",
  failed: false,
  toUser: [],
  toModel: ["no rm -rf here\n", "second"],
  toLog: ["for the log"],
  hooks: [
    { ...hook, ...where, ran: true, why: "it matches", ms: 12 },
    {
      ...hook,
      ...where,
      id: "x",
      name: "other",
      ran: false,
      why: "its matcher",
      skipped: "matcher",
    },
  ],
  problems: [
    { code: "exit-2-overridden", severity: "warning", hook: "guard", path: "", found: "" },
  ] as never,
  files: [
    { path: "a.txt", state: "changed" },
    { path: "~/b.txt", state: "created" },
  ],
};

const read = (path: string): string | null => (path === "a.txt" ? "new text\n" : null);

const holding: Readonly<Record<string, HookExpectation>> = {
  "the outcome and the permission": { outcome: "block", permission: "deny" },
  "no rewrite": { input: null },
  "a text that is contained in one of the texts": { toModel: "rm -rf" },
  "several, each in one of the texts": { toModel: ["second", { equals: "no rm -rf here" }] },
  "a pattern": { toModel: { pattern: "^no .* here" } },
  "no text at all": { toUser: [] },
  "the log": { toLog: "log" },
  "the prompt": { prompt: { contains: "hello", pattern: "world$" } },
  "hooks by name and by id": { ran: ["guard", "project:PreToolUse:0.0"], skipped: ["other", "x"] },
  "states of files": { files: { "a.txt": "changed", "~/b.txt": "created", "c.txt": "unchanged" } },
  "contents of files": { files: { "a.txt": { state: "changed", equals: "new text" } } },
  "a code of a problem": { problems: ["exit-2-overridden"] },
  "a budget": { withinMs: 12 },
  "no failure": { failed: false },
};

const different: Readonly<Record<string, [HookExpectation, unknown]>> = {
  outcome: [{ outcome: "proceed" }, { field: "outcome", expected: "proceed", got: "block" }],
  "a rewrite": [{ input: {} }, { field: "input", expected: {}, got: null }],
  "a text that nobody gets": [{ toUser: "x" }, { field: "toUser", expected: "x", got: [] }],
  "one of several texts": [
    { toModel: ["second", "third"] },
    { field: "toModel", expected: ["second", "third"], got: seen.toModel },
  ],
  "texts where there should be none": [
    { toModel: [] },
    { field: "toModel", expected: [], got: seen.toModel },
  ],
  "a prompt that is rewritten": [
    { prompt: null },
    { field: "prompt", expected: null, got: "hello world" },
  ],
  "a hook that did not run": [
    { ran: ["other"] },
    { field: "ran", expected: "other", got: "it did not run: its matcher" },
  ],
  "a hook that ran": [
    { skipped: ["guard"] },
    { field: "skipped", expected: "guard", got: "it ran: it matches" },
  ],
  "a hook that is not there did not run in vain": [
    { skipped: ["gard"] },
    {
      field: "skipped",
      expected: "gard",
      got: "no such hook on this event; there are: guard, other",
    },
  ],
  "a file": [
    { files: { "a.txt": "unchanged" } },
    { field: 'files["a.txt"]', expected: "unchanged", got: "changed" },
  ],
  "all other files": [
    { files: { "a.txt": "changed", "*": "unchanged" } },
    { field: 'files["*"]', expected: "unchanged", got: "~/b.txt: created" },
  ],
  "the content of a file": [
    { files: { "a.txt": { contains: "old" } } },
    { field: 'files["a.txt"]', expected: { contains: "old" }, got: "new text\n" },
  ],
  "the content of a file that is not there": [
    { files: { "c.txt": { contains: "" } } },
    { field: 'files["c.txt"]', expected: { contains: "" }, got: null },
  ],
  "a problem": [
    { problems: ["text-cut"] },
    { field: "problems", expected: ["text-cut"], got: ["exit-2-overridden"] },
  ],
  "a budget": [{ withinMs: 11 }, { field: "withinMs", expected: 11, got: "guard took 12 ms" }],
};

describe("what holds", () => {
  test.each(Object.entries(holding))("%s", (_name, expected) => {
    expect(checkTest(seen, expected, read)).toEqual([]);
  });
});

describe("what differs", () => {
  test.each(Object.entries(different))("%s", (_name, [expected, difference]) => {
    expect(checkTest(seen, expected, read)).toEqual([difference]);
  });
});
