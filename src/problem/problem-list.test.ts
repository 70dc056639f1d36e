import { expect, test } from "vitest";
import { problemList } from "./problem-list.js";

test("a problem takes its severity from the catalogue and leaves out what is not known", () => {
  const list = problemList("guard");
  list.report("field-unknown", { path: "x", found: "x", offset: undefined, suggestion: undefined });
  expect(list.problems).toEqual([
    { code: "field-unknown", severity: "info", hook: "guard", path: "x", found: "x" },
  ]);
});

test("a problem keeps all that is known of it", () => {
  const list = problemList("guard");
  const details = {
    path: "p",
    offset: 0,
    found: "f",
    allowed: ["a"],
    suggestion: "s",
    lost: "l",
    severity: "error",
  } as const;
  list.report("field-unknown", details);
  expect(list.problems).toEqual([{ code: "field-unknown", hook: "guard", ...details }]);
});

test("what was found is shortened, and no character is halved", () => {
  const list = problemList("");
  list.report("field-unknown", { path: "", found: "x".repeat(80) });
  list.report("field-unknown", { path: "", found: "x".repeat(81) });
  list.report("field-unknown", { path: "", found: `${"x".repeat(79)}😀y` });
  expect(list.problems.map(({ found }) => found)).toEqual([
    "x".repeat(80),
    `${"x".repeat(80)}…`,
    `${"x".repeat(79)}…`,
  ]);
});

test("of one kind there are twenty at most, and the last says how many more", () => {
  const list = problemList("guard");
  list.report("text-cut", { path: "", found: "" });
  for (let index = 0; index < 1000; index++)
    list.report("field-unknown", { path: `${index}`, found: "" });
  expect(list.problems).toHaveLength(21);
  expect(list.problems[19]).toMatchObject({ path: "18" });
  expect(list.problems[20]).toEqual({
    code: "field-unknown",
    severity: "info",
    hook: "guard",
    path: "",
    found: "and 981 more",
  });
});
