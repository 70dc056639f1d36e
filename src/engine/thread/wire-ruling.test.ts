import { expect, test } from "vitest";
import { readRules, type Ruling } from "../../rules/index.js";
import { rulingFrom, rulingTo, type WireRuling } from "./wire-ruling.js";

const texts = ["Bash(rm *)", "Read(./secret)"].map((text) => ({
  layer: "user" as const,
  list: "deny" as const,
  text,
  file: "/h/s.json",
  line: 3,
}));
const [first, second] = readRules(texts).rules;
if (first === undefined || second === undefined) throw new Error("no rules");

const ruling = {
  decision: "deny",
  rule: first,
  why: "it says so",
  bySelfProtection: false,
  considered: [
    { rule: first, applies: true, why: "" },
    { rule: second, applies: false, why: "another tool" },
  ],
} as Ruling;

test("a ruling arrives with its rules, which are read once", () => {
  const sent = structuredClone(rulingTo(ruling));
  expect(sent).toEqual({
    ...ruling,
    rule: first.source,
    considered: [
      { rule: first.source, applies: true, why: "" },
      { rule: second.source, applies: false, why: "another tool" },
    ],
  });
  const arrived = rulingFrom(sent);
  expect(Object.keys(arrived)).toEqual(Object.keys(ruling));
  expect(JSON.stringify(arrived)).toBe(JSON.stringify(ruling));
  expect(arrived.rule).toBe(arrived.rule);
  expect(arrived.considered).toBe(arrived.considered);
});

test("one by no rule has none", () => {
  const none = { ...ruling, rule: null, considered: [] };
  expect(rulingFrom(structuredClone(rulingTo(none)))).toEqual(none);
});

test("a text that is no rule says which", () => {
  const sent: WireRuling = {
    ...rulingTo(ruling),
    rule: { ...first.source, list: "allow", text: "/(/" },
  };
  expect(() => rulingFrom(sent).rule).toThrow("no rule: /(/");
});
