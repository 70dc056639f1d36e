import { expect, test } from "vitest";
import type { ConfigProblem } from "../config/index.js";
import { refuseFaults } from "./program-faults.js";

const fault = (more: object): ConfigProblem => ({
  code: "hook-invalid",
  severity: "error",
  hook: "",
  path: "hooks.Stop[0]",
  found: "a number",
  file: null,
  line: null,
  ...more,
});

test.each<[what: string, problems: readonly ConfigProblem[]]>([
  ["nothing", []],
  ["a file", [fault({ file: "/h/settings.json" })]],
  ["an event that only the host knows", [fault({ code: "event-unknown" })]],
  ["a matcher that counts as fitting", [fault({ code: "matcher-invalid" })]],
])("a host may start with what is wrong in %s", (_what, problems) => {
  expect(() => refuseFaults(problems)).not.toThrow();
});

test.each<[what: string, problems: readonly ConfigProblem[], message: string]>([
  [
    "one mistake",
    [fault({ allowed: ["an object", "nothing"] })],
    "createEngine: program.hooks.Stop[0]: found a number, allowed: an object, nothing",
  ],
  [
    "what was meant",
    [fault({ path: "", found: "hoks", allowed: ["hooks"], suggestion: "hooks" })],
    "createEngine: program: found hoks, allowed: hooks; did you mean hooks?",
  ],
  [
    "each of several, and nothing of what is harmless",
    [
      fault({ allowed: ["a"] }),
      fault({ code: "event-unknown" }),
      fault({ path: "limits", found: "x" }),
    ],
    "createEngine: program.hooks.Stop[0]: found a number, allowed: a\nprogram.limits: found x, allowed: ",
  ],
])("a mistake of the host's is thrown and names %s", (_what, problems, message) => {
  expect(() => refuseFaults(problems)).toThrow(new TypeError(message));
});
