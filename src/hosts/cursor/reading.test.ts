import { describe, expect, test } from "vitest";
import { interpret, type Reading, type WireRun } from "../../interpret/index.js";

const read = (event: string, ...runs: WireRun[]): Reading =>
  interpret({ dialect: "cursor", event, payload: {}, runs });
const said = (hook: string, answer: unknown, more: WireRun = {}): WireRun => ({
  hook,
  exit: 0,
  stdout: JSON.stringify(answer),
  ...more,
});

/** A deny that no text and no Problem comes with. */
const denied: Omit<Reading, "provenance"> = {
  outcome: "block",
  permission: "deny",
  input: null,
  prompt: null,
  toModel: [],
  toUser: [],
  toLog: [],
  failed: false,
  problems: [],
  diagnosed: false,
};
const won = { won: true, why: "deny is what the host does" };

const denials: readonly (readonly [string, readonly WireRun[], Reading])[] = [
  [
    "in JSON, with a word for each",
    [
      said("guard", {
        permission: "deny",
        user_message: "not today",
        agent_message: "use git",
      }),
    ],
    {
      ...denied,
      toModel: [{ kind: "reason", text: "use git", hook: "guard" }],
      toUser: [{ kind: "reason", text: "not today", hook: "guard" }],
      provenance: {
        voices: [{ hook: "guard", level: "deny", by: "json", ...won }],
        rewrites: [],
      },
    },
  ],
  [
    "in JSON, without a word",
    [said("guard", { permission: "deny" })],
    {
      ...denied,
      provenance: {
        voices: [{ hook: "guard", level: "deny", by: "json", ...won }],
        rewrites: [],
      },
    },
  ],
  [
    "by exit code 2, whose stderr the user reads",
    [{ hook: "guard", exit: 2, stderr: "not today" }],
    {
      ...denied,
      toUser: [{ kind: "reason", text: "not today", hook: "guard" }],
      provenance: {
        voices: [{ hook: "guard", level: "deny", by: "exit-code", ...won }],
        rewrites: [],
      },
    },
  ],
  [
    "of one hook among others, with the words of all and without their rewrites",
    [
      said("one", {
        permission: "deny",
        user_message: "A",
        agent_message: "a",
        updated_input: { command: "x" },
      }),
      said("two", { permission: "allow", user_message: "B", agent_message: "b" }),
      { hook: "three", exit: 2, stderr: "C" },
    ],
    {
      ...denied,
      toModel: [{ kind: "reason", text: "a\n\n---\n\nb", hook: "one, two" }],
      toUser: [{ kind: "reason", text: "A\n\n---\n\nB\n\n---\n\nC", hook: "one, two, three" }],
      provenance: {
        voices: [
          { hook: "one", level: "deny", by: "json", ...won },
          { hook: "two", level: "allow", by: "json", won: false, why: "the outcome is block" },
          { hook: "three", level: "deny", by: "exit-code", ...won },
        ],
        rewrites: [{ hook: "one", what: "input", applied: false, why: "the tool does not run" }],
      },
    },
  ],
];

describe("a deny on preToolUse", () => {
  test.each(denials)("%s", (_name, runs, reading) => {
    expect(read("preToolUse", ...runs)).toEqual(reading);
  });
});

// The last of them holds a rewrite, which only preToolUse takes.
describe.each(["beforeShellExecution", "beforeMCPExecution", "beforeReadFile"])(
  "a deny on %s",
  (event) => {
    test.each(denials.slice(0, -1))("%s", (_name, runs, reading) => {
      expect(read(event, ...runs)).toEqual(reading);
    });
  },
);

describe("of a long context the model gets the head", () => {
  const letters = (length: number): string =>
    Array.from({ length }, (_, index) => String.fromCharCode(97 + (index % 26))).join("");

  test.each([
    ["whole at the limit", letters(10_000), letters(10_000)],
    ["and not the tail", `${letters(10_000)}!`, letters(10_000)],
  ])("%s", (_name, context, text) => {
    const { toModel } = read("postToolUse", said("h", { additional_context: context }));
    expect(toModel).toEqual([{ kind: "context", text, hook: "h" }]);
  });
});
