import { expect, test } from "vitest";
import { answerLine, failureLine } from "./answer-line.js";
import { ModuleFault } from "./call-module.js";
import { Exit } from "./toolbox.js";

const noReason = "A hook stopped this and gave no reason.";

const itself: Record<string, unknown> = { a: 1 };
itself["self"] = itself;

/** As `snaphook/hook` makes them. */
const ofKit = (fields: object): object =>
  Object.assign(Object.defineProperty({}, Symbol.for("snaphook.answer"), { value: true }), fields);

test.each<[string, unknown, string]>([
  ["nothing", undefined, '{"id":"7"}\n'],
  ["null", null, '{"id":"7"}\n'],
  ["a text", "so", '{"id":"7","stdout":"so"}\n'],
  ["an answer", { a: [1] }, '{"id":"7","answer":{"a":[1]}}\n'],
  ["an empty object", {}, '{"id":"7","answer":{}}\n'],
  ["an empty object without a prototype", Object.create(null), '{"id":"7","answer":{}}\n'],
  ["what makes its own JSON", { toJSON: () => ({}) }, '{"id":"7","answer":{}}\n'],
  ["the least code", new Exit(0, "", ""), '{"id":"7","exit":0,"stdout":"","stderr":""}\n'],
  [
    "the largest code",
    new Exit(255, "a", "b"),
    '{"id":"7","exit":255,"stdout":"a","stderr":"b"}\n',
  ],
  ["what a mod refuses", { deny: "no" }, '{"id":"7","exit":2,"stdout":"","stderr":"no"}\n'],
  [
    "what a mod refuses without a reason",
    { deny: true, systemMessage: "so" },
    `{"id":"7","exit":2,"stdout":"","stderr":"${noReason}"}\n`,
  ],
  ["what a mod does not refuse", { deny: undefined }, '{"id":"7","answer":{}}\n'],
  [
    "what a mod refuses with null",
    { deny: null, a: 1 },
    '{"id":"7","answer":{"deny":null,"a":1}}\n',
  ],
  ["what a mod refuses with false", { deny: false }, '{"id":"7","answer":{"deny":false}}\n'],
  [
    "what a mod refuses with a reason of nothing",
    { deny: " \n" },
    `{"id":"7","exit":2,"stdout":"","stderr":"${noReason}"}\n`,
  ],
  [
    "what a mod refuses with room around the reason",
    { deny: " no " },
    '{"id":"7","exit":2,"stdout":"","stderr":" no "}\n',
  ],
  [
    "what has a class of its own and says something",
    new (class {
      a = 1;
    })(),
    '{"id":"7","answer":{"a":1}}\n',
  ],
  [
    "what holds itself, with what was left out",
    itself,
    '{"id":"7","fault":"an object that holds itself","answer":{"a":1}}\n',
  ],
  [
    "a refusal of the kit's",
    ofKit({ level: "deny", reason: "no" }),
    '{"id":"7","exit":2,"stdout":"","stderr":"no"}\n',
  ],
  [
    "a question of the kit's, which nobody would ask",
    ofKit({ level: "ask" }),
    `{"id":"7","exit":2,"stdout":"","stderr":"${noReason}"}\n`,
  ],
])("%s is one line of the protocol", (_what, given, expected) => {
  expect(answerLine("7", given)).toBe(expected);
});

const returned = (what: string): string =>
  `it returned ${what}; it should return an answer (an object), a text or nothing`;
const empty = "what it returned is empty as JSON; it should return a plain object";

test.each<[string, unknown, string]>([
  ["a number", 7, returned("a number")],
  ["a boolean", false, returned("a boolean")],
  ["an empty list", [], returned("an empty list")],
  ["a list", [{}], returned("a list")],
  ["a function", () => {}, returned("a function")],
  ["a code below 0", new Exit(-1, "", ""), "$.exit takes a code from 0 to 255, not -1"],
  ["a code past 255", new Exit(256, "", ""), "$.exit takes a code from 0 to 255, not 256"],
  ["half a code", new Exit(0.5, "", ""), "$.exit takes a code from 0 to 255, not 0.5"],
  [
    "an answer of the kit's that permits or adds",
    ofKit({ level: "allow" }),
    "it returned an answer of snaphook/hook: export the hook that defineHook made",
  ],
  [
    "an answer of the kit's that says nothing",
    ofKit({ level: null }),
    "it returned an answer of snaphook/hook: export the hook that defineHook made",
  ],
  ["a Map", new Map([["decision", "block"]]), empty],
  ["an error", new Error("no"), empty],
  [
    "JSON that is no object",
    { toJSON: () => [] },
    "what it returned is no object when it is written as JSON",
  ],
  [
    "no JSON at all",
    { toJSON: () => undefined },
    "what it returned is no object when it is written as JSON",
  ],
])("%s is a fault, in words for the author", (_what, given, words) => {
  expect(() => answerLine("7", given)).toThrow(new ModuleFault(words));
});

test.each<[string, unknown, string]>([
  ["a fault by its words alone", new ModuleFault("words"), "words"],
  ["what is no error as it is", "thrown", "thrown"],
  [
    "an error without a stack by its message",
    Object.assign(new Error("m"), { stack: undefined }),
    "m",
  ],
  [
    "an error whose words look like such a line",
    Object.assign(new Error("m"), {
      stack: "Error: m at node:internal/x\n    at hook (file:///h.mjs:1:1)",
    }),
    "Error: m at node:internal/x\n    at hook (file:///h.mjs:1:1)",
  ],
  [
    "an error without the lines that are not its author's",
    Object.assign(new Error("m"), {
      stack:
        "Error: m\n    at hook (file:///hook.mjs:1:1)\n    at answer (file:///x/module-thread.mjs:9:9)\n    at run (node:internal/modules/x:1:1)",
    }),
    "Error: m\n    at hook (file:///hook.mjs:1:1)",
  ],
])("of what a module throws the user gets %s", (_what, error, stderr) => {
  expect(failureLine("7", error)).toBe(`${JSON.stringify({ id: "7", exit: 1, stderr })}\n`);
});
