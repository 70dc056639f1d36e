import { expect, test } from "vitest";
import { catalogue } from "../../problem/index.js";
import { exampleSubject, fixedExample } from "../example-subject.test-support.js";
import type { Fix } from "../finding.js";
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

const isMade = ({ edits, executable }: Fix): boolean => edits !== undefined || executable === true;

test.each(rules.map((rule) => [rule.code, rule] as const))(
  "%s: the fix is of the kind that the rule says; it removes the finding, adds no error, and once is enough",
  async (code, rule) => {
    const safeties = new Set<string>();
    for (const example of rule.bad) {
      let left = example;
      for (let rounds = 0; ; rounds++) {
        const subject = await exampleSubject(left);
        const all = lintSubjects([subject]);
        const fixes = all.flatMap((one) =>
          one.code === code && one.fix !== undefined ? one.fix : [],
        );
        const fix = fixes.find(isMade);
        if (fix === undefined) {
          // Where something was changed, the finding is gone and nothing else is broken now.
          if (rounds > 0) {
            expect([example.title, fixes]).toEqual([example.title, []]);
            expect(all.filter(({ severity }) => severity === "error")).toEqual([]);
            expect(subject.script?.parsed.fault).toBe(null);
          }
          break;
        }
        expect(rounds).toBeLessThan(5);
        safeties.add(fix.safety);
        left = fixedExample(left, subject, fix);
      }
    }
    expect([...safeties]).toEqual(rule.fix === "none" ? [] : [rule.fix]);
  },
);

test("each rule has its own code, is in the catalogue, and has examples of both kinds", () => {
  expect(new Set(rules.map(({ code }) => code)).size).toBe(rules.length);
  for (const { code, bad, good } of rules) {
    expect(catalogue[code]).toBeDefined();
    expect([code, bad.length > 0, good.length > 0]).toEqual([code, true, true]);
  }
});
