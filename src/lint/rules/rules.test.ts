import { expect, test } from "vitest";
import { catalogue } from "../../problem/index.js";
import { exampleSubject } from "../example-subject.test-support.js";
import { lintSubjects } from "../lint.js";
import { rules } from "./index.js";

const examples = rules.flatMap((rule) => [
  ...rule.bad.map((example) => ({ rule, example, kind: "bad" as const })),
  ...rule.good.map((example) => ({ rule, example, kind: "good" as const })),
]);

test.each(examples.map((one) => [one.rule.code, one.kind, one.example.title, one] as const))(
  "%s, %s: %s",
  async (_code, _kind, _title, { rule, example, kind }) => {
    const subject = await exampleSubject(example);
    const found = lintSubjects([subject], [rule]).map(({ code }) => code);
    expect(new Set(found)).toEqual(new Set(kind === "bad" ? [rule.code] : []));
    // An example shows one thing: nothing else in it is broken.
    const errors = lintSubjects([subject]).filter(
      ({ severity, code }) => severity === "error" && code !== rule.code,
    );
    expect(errors).toEqual([]);
  },
);

test("each rule has its own code, is in the catalogue, and has examples of both kinds", () => {
  expect(new Set(rules.map(({ code }) => code)).size).toBe(rules.length);
  for (const { code, bad, good } of rules) {
    expect(catalogue[code]).toBeDefined();
    expect([code, bad.length > 0, good.length > 0]).toEqual([code, true, true]);
  }
});
