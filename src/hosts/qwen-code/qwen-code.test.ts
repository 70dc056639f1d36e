import { describe, expect, test } from "vitest";
import { interpret, type Reading, type WireRun } from "../../interpret/index.js";

const read = (event: string, ...runs: WireRun[]): Reading =>
  interpret({ dialect: "qwen-code", event, payload: {}, runs });
const said = (answer: unknown, exit = 0): WireRun => ({ exit, stdout: JSON.stringify(answer) });
const codes = ({ problems }: Reading): string[] => problems.map(({ code }) => code);
const texts = (list: Reading["toModel"]): string[] => list.map(({ text }) => text);

const nested = (field: object): object => ({ hookSpecificOutput: field });
const deny = nested({ permissionDecision: "deny", permissionDecisionReason: "no" });
const allow = nested({ permissionDecision: "allow" });
const block = { decision: "block", reason: "no" };
const stop = { continue: false, stopReason: "enough" };

describe("before a tool", () => {
  test.each<[name: string, runs: WireRun[], outcome: string, model: string[], codes: string[]]>([
    ["permissionDecision", [said(deny)], "block", ["no"], []],
    ["decision", [said({ decision: "deny", reason: "no" })], "block", ["no"], []],
    [
      "permissionDecision counts over decision",
      [said({ ...block, ...allow })],
      "proceed",
      [],
      ["host-deny-lost"],
    ],
    [
      "a word that is none leaves the decision",
      [said({ ...block, ...nested({ permissionDecision: "denied" }) })],
      "block",
      ["no"],
      ["host-ignores-field"],
    ],
    [
      "a top-level permissionDecision is not read",
      [said({ permissionDecision: "deny" })],
      "proceed",
      [],
      ["host-deny-lost", "host-ignores-field"],
    ],
    ["continue:false blocks the tool alone", [said(stop)], "block", ["enough"], ["host-deny-lost"]],
    [
      "a reason counts before a stopReason",
      [said({ ...block, stopReason: "s" })],
      "block",
      ["no"],
      [],
    ],
    [
      "without a reason the host has one",
      [said(nested({ permissionDecision: "deny" }))],
      "block",
      ["No reason provided"],
      [],
    ],
    ["exit 2 with stderr", [{ exit: 2, stderr: "no" }], "block", ["no"], []],
    ["exit 2 without stderr", [{ exit: 2, stdout: "no" }], "proceed", [], ["host-deny-lost"]],
    [
      "exit 2 with a deny on stdout",
      [said(deny, 2)],
      "proceed",
      [],
      ["host-deny-lost", "host-deny-lost"],
    ],
    [
      "exit 2 with JSON that decides nothing on stderr",
      [{ exit: 2, stderr: "{}" }],
      "proceed",
      [],
      ["host-deny-lost"],
    ],
    ["exit 2 with a number on stderr", [{ exit: 2, stderr: "42" }], "block", ["42"], []],
    ["exit 1 with a deny", [said(deny, 1)], "block", ["no"], []],
    [
      "exit 1 with a deny on stderr",
      [{ exit: 1, stderr: JSON.stringify(deny) }],
      "block",
      ["no"],
      [],
    ],
    ["exit 3 with text", [{ exit: 3, stderr: "no" }], "proceed", [], ["host-fails-open"]],
    ["exit 127", [{ exit: 127, stderr: "not found" }], "proceed", [], ["host-fails-open"]],
    ["a signal", [{ signal: "SIGKILL" }], "proceed", [], ["host-fails-open"]],
    [
      "a signal after a deny",
      [{ signal: "SIGTERM", stdout: JSON.stringify(deny) }],
      "block",
      ["no"],
      [],
    ],
    [
      "a timeout after a deny",
      [{ timedOut: true, stdout: JSON.stringify(deny) }],
      "proceed",
      [],
      ["host-deny-lost", "host-fails-open"],
    ],
    ["no start", [{ spawnError: "ENOENT" }], "proceed", [], ["host-fails-open"]],
    [
      "a hook that the host does not wait for",
      [{ ...said(deny), async: true }],
      "proceed",
      [],
      ["host-deny-lost"],
    ],
    [
      "a text in place of hookSpecificOutput",
      [said({ ...block, hookSpecificOutput: "x" })],
      "proceed",
      [],
      ["host-deny-lost", "host-output-void"],
    ],
    ["a list in its place", [said({ ...block, hookSpecificOutput: [] })], "block", ["no"], []],
    ["nothing in its place", [said({ ...block, hookSpecificOutput: 0 })], "block", ["no"], []],
    [
      "a rewrite and context",
      [said(nested({ updatedInput: { a: 1 }, additionalContext: "c" }))],
      "proceed",
      [],
      ["host-ignores-field", "host-ignores-field"],
    ],
  ])("%s", (_name, runs, outcome, model, expected) => {
    const reading = read("PreToolUse", ...runs);
    const found = [reading.outcome, texts(reading.toModel), codes(reading), reading.input];
    expect(found).toEqual([outcome, model, expected, null]);
    expect(reading.permission).toBe(outcome === "block" ? "deny" : "none");
  });

  test("the user is asked and sees why", () => {
    const reading = read("PreToolUse", said({ decision: "ask", reason: "sure?" }));
    expect([reading.outcome, reading.permission, texts(reading.toUser)]).toEqual([
      "ask",
      "ask",
      ["sure?"],
    ]);
  });
});

describe("several hooks before a tool", () => {
  const two = nested({ permissionDecision: "deny", permissionDecisionReason: "second" });
  test.each<[name: string, runs: WireRun[], outcome: string, model: string[], lost: string[]]>([
    ["a later allow overrides a deny", [said(deny), said(allow)], "proceed", [], ["#0"]],
    ["a later deny counts", [said(allow), said(deny)], "block", ["no"], []],
    ["of two denies the last reason counts", [said(deny), said(two)], "block", ["second"], []],
    ["an allow overrides exit 2", [said(allow), { exit: 2, stderr: "no" }], "proceed", [], ["#1"]],
    ["an allow overrides a block", [said(allow), said(block)], "proceed", [], ["#1"]],
    ["a top-level allow does not", [said({ decision: "allow" }), said(block)], "block", ["no"], []],
    [
      "reasons at the top are joined, the host's own too",
      [{ exit: 0, stdout: "ok" }, said(block), { exit: 2, stderr: "2" }],
      "block",
      ["Hook executed successfully\nno\n2"],
      [],
    ],
    [
      "a top-level ask is lost next to any other answer",
      [said({ decision: "ask" }), said({})],
      "proceed",
      [],
      ["#0"],
    ],
    ["a nested ask is not", [said(nested({ permissionDecision: "ask" })), said({})], "ask", [], []],
    [
      "a hook without output does not count",
      [said({ decision: "ask" }), { exit: 0 }],
      "ask",
      [],
      [],
    ],
    ["a stop of any blocks", [said({}), said(stop), said({})], "block", ["enough"], ["#1"]],
    ["an allow does not override a stop", [said(stop), said(allow)], "block", ["enough"], ["#0"]],
    [
      "one text in place of hookSpecificOutput voids all",
      [said(deny), said({ hookSpecificOutput: "x" })],
      "proceed",
      [],
      ["#0"],
    ],
  ])("%s", (_name, runs, outcome, model, lost) => {
    const reading = read("PreToolUse", ...runs);
    const losers = reading.problems.filter(({ code }) => code === "host-deny-lost");
    expect([reading.outcome, texts(reading.toModel), losers.map(({ hook }) => hook)]).toEqual([
      outcome,
      model,
      lost,
    ]);
  });
});

test.each([
  { decision: "denied" },
  { decision: "Deny" },
  { decision: "reject" },
  { cancel: true },
  { halt: true },
  { interrupt: true },
  { continue: "false" },
  { permission: "deny" },
  nested({ permissionDecision: "block" }),
  nested({ decision: { behavior: "deny" } }),
])("what nearly restricts is ignored and reported: %j", (answer) => {
  const reading = read("PreToolUse", said(answer));
  expect(reading.outcome).toBe("proceed");
  expect(codes(reading)).toContain("host-deny-lost");
});

describe("what a block, exit code 2 and a stop do, event by event", () => {
  const fates = (event: string): string[] =>
    [said(block), { exit: 2, stderr: "no" }, said(stop)].map((run) => {
      const { outcome, toModel, toUser } = read(event, run);
      return [
        outcome,
        ...texts(toModel).map((text) => `M:${text}`),
        ...texts(toUser).map((text) => `U:${text}`),
      ].join(" ");
    });
  const nothing = ["proceed", "proceed", "proceed"];
  const goesOn = ["block M:no", "block M:no", "block M:enough"];
  const shown = ["block U:no", "block U:no", "halt U:enough"];
  test.each<[event: string, fates: string[]]>([
    ["PreToolUse", goesOn],
    ["PostToolUse", ["proceed", "proceed", "block M:enough"]],
    ["PostToolUseFailure", nothing],
    ["PostToolBatch", goesOn],
    ["PermissionRequest", ["ask", "ask", "ask"]],
    ["PermissionDenied", nothing],
    ["UserPromptSubmit", shown],
    ["UserPromptExpansion", shown],
    ["Stop", goesOn],
    ["SubagentStop", goesOn],
    ["SubagentStart", nothing],
    ["StopFailure", nothing],
    ["SessionStart", nothing],
    ["SessionEnd", nothing],
    ["SessionDelete", nothing],
    ["PreCompact", nothing],
    ["PostCompact", nothing],
    ["Notification", nothing],
    ["MessageDisplay", nothing],
    ["InstructionsLoaded", nothing],
    ["TodoCreated", ["block M:no", "proceed", "proceed"]],
    ["TodoCompleted", ["block M:no", "proceed", "proceed"]],
    ["BeforeTool", nothing],
  ])("%s", (event, expected) => {
    expect(fates(event)).toEqual(expected);
    for (const run of [said(block), { exit: 2, stderr: "no" }, said(stop)]) {
      const reading = read(event, run);
      if (reading.outcome === "proceed") expect(codes(reading)).toContain("host-deny-lost");
    }
  });

  test("a stopReason counts before a reason where the agent continues, whatever continue says", () => {
    expect(texts(read("Stop", said({ ...block, stopReason: "s" })).toModel)).toEqual(["s"]);
    const merged = read("Stop", said({ ...block, stopReason: "s" }), said({}));
    expect(texts(merged.toModel)).toEqual(["no"]);
  });

  test("a todo is blocked by two hooks' deny, and not after it was written", () => {
    const denied = said({ decision: "deny", reason: "no" });
    expect(read("TodoCreated", denied).outcome).toBe("proceed");
    expect(read("TodoCreated", denied, said({})).outcome).toBe("block");
    const runs = [said(block)];
    const payload = { phase: "postWrite" };
    expect(interpret({ dialect: "qwen-code", event: "TodoCreated", payload, runs }).outcome).toBe(
      "proceed",
    );
    expect(read("TodoCreated", said({ hookSpecificOutput: 1 }), said({})).outcome).toBe("block");
  });
});

describe("context", () => {
  const context = said(nested({ additionalContext: "a <b>" }));
  test.each([
    "PostToolUse",
    "PostToolUseFailure",
    "PostToolBatch",
    "UserPromptSubmit",
    "UserPromptExpansion",
    "SessionStart",
    "SubagentStart",
    "PreCompact",
  ])("reaches the model escaped on %s, that of several hooks as one", (event) => {
    const reading = read(event, context, context);
    expect(texts(reading.toModel)).toEqual(["a &lt;b&gt;\na &lt;b&gt;"]);
    expect(reading.toModel[0]?.hook).toBe("#0, #1");
  });

  test.each(["PreToolUse", "Stop", "SessionEnd", "Notification"])("is ignored on %s", (event) => {
    const reading = read(event, context);
    expect([reading.toModel, codes(reading)]).toEqual([[], ["host-ignores-field"]]);
  });

  test("is dropped where the prompt is, and stays next to a stopped batch", () => {
    const both = said({ ...block, ...nested({ additionalContext: "c" }) });
    expect(texts(read("UserPromptSubmit", both).toModel)).toEqual([]);
    expect(texts(read("PostToolBatch", both).toModel)).toEqual(["no", "c"]);
  });

  test.each<[event: string, run: WireRun, model: string[]]>([
    ["UserPromptSubmit", { exit: 0, stdout: " plain \n" }, ["plain"]],
    ["UserPromptExpansion", { exit: 0, stdout: "plain" }, ["plain"]],
    ["SessionStart", { exit: 0, stdout: "\u001B[31mred\u001B[0m" }, ["red"]],
    ["SessionStart", { exit: 0, stdout: "42" }, ["42"]],
    ["SessionStart", { exit: 0, stdout: "[log] x" }, ["[log] x"]],
    ["SessionStart", { exit: 0, stdout: "{bad" }, []],
    ["SessionStart", { exit: 0, stderr: "plain" }, []],
    ["SessionStart", { exit: 1, stdout: "plain" }, []],
    ["PostToolUse", { exit: 0, stdout: "plain" }, []],
    ["SubagentStart", { exit: 0, stdout: "plain" }, []],
  ])("as plain text on %s: %j", (event, run, model) => {
    expect(texts(read(event, run).toModel)).toEqual(model);
  });

  test("has its ampersands escaped on UserPromptExpansion alone", () => {
    const run = said(nested({ additionalContext: "a & <b>" }));
    expect(texts(read("UserPromptExpansion", run).toModel)).toEqual(["a &amp; &lt;b&gt;"]);
    expect(texts(read("UserPromptSubmit", run).toModel)).toEqual(["a & &lt;b&gt;"]);
    const long = said(nested({ additionalContext: `${"x".repeat(9998)}&y` }));
    expect(texts(read("UserPromptExpansion", long).toModel)).toEqual(["x".repeat(9998)]);
  });

  test("is cut where the host has a limit, and that is reported", () => {
    const reading = read("PreCompact", said(nested({ additionalContext: "x".repeat(5000) })));
    expect(texts(reading.toModel)).toEqual(["x".repeat(4000)]);
    expect(reading.problems).toMatchObject([
      { code: "host-ignores-field", lost: "what follows after 4000 characters" },
    ]);
  });
});

describe("a message", () => {
  test("is shown by Stop, the last hook's", () => {
    const reading = read("Stop", said({ systemMessage: "a" }), said({ systemMessage: "b" }));
    expect(reading.toUser).toEqual([{ kind: "warning", text: "b", hook: "#1" }]);
    expect(texts(read("Stop", { exit: 0, stdout: "plain" }).toUser)).toEqual(["plain"]);
  });

  test("goes to the debug log elsewhere", () => {
    const reading = read("PreToolUse", said({ systemMessage: "a" }));
    expect([texts(reading.toUser), texts(reading.toLog), codes(reading)]).toEqual([
      [],
      ["a"],
      ["host-ignores-field"],
    ]);
  });
});

test("voices say who decided, and who was overridden", () => {
  const { voices } = read("PreToolUse", { exit: 2, stderr: "no" }, said(allow)).provenance;
  expect(voices).toEqual([
    { hook: "#0", level: "deny", by: "exit-code", won: false, why: "the outcome is proceed" },
    { hook: "#1", level: "allow", by: "json", won: true, why: "allow is what the host does" },
  ]);
});
