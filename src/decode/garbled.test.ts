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

/** What is read of each, next to what is the same of all. */
const nothing = { permission: "none", toModel: [], toUser: [], toLog: [], voices: [] };
const voice = (level: string) => [
  { hook: "h", level, by: "json", won: true, why: `${level} is the strictest that was said` },
];
const said = [{ kind: "reason", text: "said so", hook: "h" }];
const feedback = [{ kind: "feedback", text: "hello", hook: "h" }];
const garbled = {
  code: "output-garbled",
  severity: "error",
  hook: "h",
  path: "stdout",
  found: "HTTP 200 with text/html",
};
const { hook, path } = garbled;
const lost = {
  code: "answer-void",
  severity: "warning",
  hook,
  path,
  found: "allow",
  lost: "allow",
};

test.each<[what: string, stdout: string, outcome: string, read: object, problems?: object[]]>([
  ["a deny", pre("deny"), "block", { permission: "deny", toModel: said, voices: voice("deny") }],
  ["an ask", pre("ask"), "ask", { permission: "ask", toUser: said, voices: voice("ask") }],
  ["an allow", pre("allow"), "proceed", {}, [garbled, lost]],
  ["a text", "hello", "proceed", { toLog: feedback }],
  ["nothing", "", "proceed", {}],
])("of %s in a wrong form only what restricts counts", (_what, stdout, outcome, own, problems) => {
  const { voices, ...texts } = { ...nothing, ...own };
  expect(read(stdout)).toEqual({
    outcome,
    input: null,
    prompt: null,
    ...texts,
    failed: true,
    diagnosed: true,
    provenance: { voices, rewrites: [] },
    problems: problems ?? [garbled],
  });
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
