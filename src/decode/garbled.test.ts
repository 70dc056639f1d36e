import { expect, test } from "vitest";
import { interpret } from "../interpret/index.js";

const pre = (decision: string, more: object = {}): string =>
  JSON.stringify({
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: decision,
      permissionDecisionReason: "said so",
      ...more,
    },
  });

const read = (stdout: string, more: object = {}, dialect = "wave", event = "PreToolUse") =>
  interpret({
    dialect,
    event,
    payload: { tool_name: "Bash", tool_input: { command: "ls" } },
    runs: [{ hook: "h", exit: 0, stdout, garbled: "HTTP 200 with text/html", ...more }],
  });

test.each([
  ["a deny", pre("deny"), "block"],
  ["an ask", pre("ask"), "ask"],
  ["an allow", pre("allow"), "proceed"],
  ["a text", "hello", "proceed"],
  ["nothing", "", "proceed"],
])("of %s in a wrong form only what restricts counts", (_what, stdout, outcome) => {
  const reading = read(stdout);
  expect(reading.outcome).toBe(outcome);
  expect(reading.problems).toContainEqual(
    expect.objectContaining({ code: "output-garbled", found: "HTTP 200 with text/html" }),
  );
});

test.each(["wave", "wave/strict", "wave/exit", "gosu", "pact"])(
  "a text in a wrong form is no context in %s",
  (dialect) => {
    const { outcome, toModel, toUser, toLog } = read(
      "remember this",
      {},
      dialect,
      "UserPromptSubmit",
    );
    expect({ outcome, toModel, toUser, toLog }).toEqual({
      outcome: "proceed",
      toModel: [],
      toUser: [],
      toLog: [{ kind: "feedback", text: "remember this", hook: "h" }],
    });
  },
);

test.each(["ask", "block"] as const)(
  "a guard with onFailure %s does not let it pass",
  (onFailure) => {
    expect(read(pre("allow"), { onFailure }).outcome).toBe(onFailure);
  },
);
