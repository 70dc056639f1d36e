import { expect, test } from "vitest";
import { compareDecisions } from "./compare.js";
import type { Decision } from "./decision.js";

const proceeds: Decision = {
  outcome: "proceed",
  permission: "none",
  input: null,
  prompt: null,
  toModel: [],
  toUser: [],
};
const allows: Decision = { ...proceeds, permission: "allow" };
const asks: Decision = { ...proceeds, outcome: "ask", permission: "ask" };
const denies: Decision = { ...proceeds, outcome: "block", permission: "deny", toModel: ["no"] };
const halts: Decision = { ...denies, outcome: "halt" };
const rewrites: Decision = { ...proceeds, input: { command: "ls" } };

test.each<[string, Decision, Decision, string]>([
  ["a deny that is gone", denies, proceeds, "loosened"],
  ["a deny that became a question", denies, asks, "loosened"],
  ["a halt that became a deny", halts, denies, "loosened"],
  ["a question that is gone", asks, proceeds, "loosened"],
  ["an allow that skips the question of the user", proceeds, allows, "loosened"],
  ["a rewrite that is gone", rewrites, proceeds, "loosened"],
  ["a prompt that is not rewritten any more", { ...proceeds, prompt: "a" }, proceeds, "loosened"],
  ["a new deny", proceeds, denies, "tightened"],
  ["an allow that is gone", allows, proceeds, "tightened"],
  ["a new rewrite", proceeds, rewrites, "rewritten"],
  ["another rewrite", rewrites, { ...rewrites, input: { command: "pwd" } }, "rewritten"],
  ["another text", denies, { ...denies, toModel: ["never"] }, "reworded"],
  ["nothing", denies, { ...denies }, "same"],
  [
    "a text that was not recorded whole",
    { ...denies, toModel: ["a…[cut: 9000 characters]"] },
    denies,
    "same",
  ],
])("%s: %#", (_name, before, after, change) => {
  expect(compareDecisions(before, after)).toBe(change);
});
