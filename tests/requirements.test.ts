import { expect, test } from "vitest";
import { requirements } from "../scripts/generate/all-files.js";
import { checkStatement } from "../scripts/generate/requirement-page.js";

const agent = "tests/agent/agent.test.ts";
const titled = `${agent} > a halt ends the turn at once`;

test("every statement of the five documents has its row", () => {
  const documents = requirements();
  const counts = documents.map(({ document, statements }) => [document, statements.length]);
  expect(Object.fromEntries(counts)).toEqual({ S0: 48, S1: 55, S2: 34, S3: 26, S4: 11 });
  const numbered = documents[0]?.statements.map(({ id }) => id).filter((id) => /\d$/.test(id));
  const series = (prefix: string, count: number): string[] =>
    Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
  const padded = (prefix: string, count: number): string[] =>
    series("", count).map((number) => `${prefix}-${number.padStart(3, "0")}`);
  expect(numbered).toEqual([
    ...[3, 3, 4, 3, 3].flatMap((count, story) => series(`US${story + 1}.`, count)),
    ...series("Edge ", 5),
    ...padded("FR", 15),
    ...padded("SC", 5),
  ]);
});

test.each([
  ["a title", titled],
  [
    "a title in its describe",
    `${agent} > hooks see and guard every step > a halt ends the turn at once`,
  ],
  ["a title with placeholders", "tests/agent/delivery.test.ts > %s: a halt ends the whole turn"],
  [
    "a row of a table",
    "tests/agent/permission-decision.test.ts > an answer with %s is a no > another tool",
  ],
])("%s is found", (_what, name) => {
  expect(() => checkStatement({ id: "x", text: "x", tests: [name] })).not.toThrow();
});

test.each<[string, object, string]>([
  ["no proof", {}, "x has no test of the running agent"],
  [
    "only a test of a pure stage",
    { tests: ["src/decide/decide.test.ts > a halt"] },
    "x has no test of the running agent",
  ],
  [
    "a test that is gone",
    { tests: [titled, `${agent} > a title of before`] },
    'has no test "a title of before"',
  ],
  [
    "a test of another describe",
    { tests: [`${agent} > permission > a halt ends the turn at once`] },
    'has no test "permission > a halt ends the turn at once"',
  ],
  ["no name", { tests: [agent] }, 'has no test ""'],
  ["a file that is gone", { tests: ["tests/agent/gone.test.ts > x"] }, "ENOENT"],
  [
    "a decision that is gone",
    { tests: [titled], decided: { text: "x", page: "gone.md" } },
    "there is no docs/decisions/gone.md",
  ],
])("%s is an error", (_what, statement, message) => {
  expect(() => checkStatement({ id: "x", text: "x", ...statement })).toThrow(message);
});
