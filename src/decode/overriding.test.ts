import { describe, expect, test } from "vitest";
import { answer, specific, problemsOf, type Given } from "./answer.test-support.js";

const ask = JSON.stringify(
  specific({ permissionDecision: "ask", permissionDecisionReason: "why" }),
);

describe("only a clear answer overrides exit code 2", () => {
  test("an exact ask does, and the code is named", () => {
    expect(answer({ out: ask, exit: 2, err: "E" })).toMatchObject({
      says: [{ level: "ask" }],
      asides: ["E"],
    });
  });

  test.each<[string, Given]>([
    ["an ask among noise", { out: `noise\n${ask}` }],
    ["a defer among noise", { out: `noise\n${ask.replace('"ask"', '"defer"')}` }],
    ["two asks", { out: `${ask}\n${ask}` }],
    ["an ask in a cut output", { out: ask, cut: true }],
    ["an ask in an output that is no UTF-8", { out: ask, faithful: false }],
    ["an ask under a wrong event name", { out: ask.replace("PreToolUse", "Stop") }],
    ["an ask at the wrong level", { out: { permissionDecision: "ask" } }],
    ["a respelled ask", { out: ask.replace('"ask"', '"ASK"') }],
    ["an ask next to an unknown decision", { out: `{"decision":"maybe",${ask.slice(1)}` }],
  ])("%s does not: the code blocks, with stderr as its reason", (_name, given) => {
    expect(answer({ ...given, exit: 2, err: "E" }).says[0]).toEqual({
      level: "deny",
      by: "exit-code",
      reasons: ["E"],
    });
  });
});

describe("a reason belongs to its own decision", () => {
  const allows = { permissionDecision: "allow", permissionDecisionReason: "safe" };
  test("the reason of an allow does not explain a block", () => {
    expect(answer({ out: { decision: "block", ...specific(allows) }, err: "S" }).says).toEqual([
      { level: "deny", by: "json", reasons: ["S"] },
      { level: "allow", by: "json", reasons: ["safe"] },
    ]);
  });

  test("nor does that of an approval at the other level", () => {
    const out = { decision: "approve", reason: "good", ...specific({ decision: "block" }, "Stop") };
    expect(answer({ event: "Stop", out, err: "S" }).says[0]).toEqual({
      level: "deny",
      by: "json",
      reasons: ["S"],
    });
  });
});

test("of two behaviours the stricter counts, in either order", () => {
  for (const behaviours of [
    '"behavior":"allow","behavior":"ask"',
    '"behavior":"ask","behavior":"allow"',
  ]) {
    const out = `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{${behaviours}}}}`;
    expect(answer({ event: "PermissionRequest", out }).says).toMatchObject([{ level: "ask" }]);
  }
});

test("a cut or garbled stderr is reported", () => {
  expect(answer({ exit: 1, err: "abc" }).problems).toHaveLength(1);
  expect(problemsOf({ exit: 1, err: "abc", cutStderr: true })).toContainEqual({
    code: "output-truncated",
    severity: "warning",
    path: "stderr",
    found: "3 characters kept",
  });
  expect(problemsOf({ exit: 0, err: "abc", garbledStderr: true })).toEqual([
    { code: "output-not-utf8", severity: "warning", path: "stderr", found: "invalid bytes" },
  ]);
});

test("the model's copy of a failed hook's message is reported as lost", () => {
  const given: Given = { out: 'noise\n{"systemMessage":"x"}', event: "SessionStart" };
  expect(problemsOf({ ...given, dialect: "pact" }).at(-1)).toMatchObject({
    code: "answer-void",
    lost: "systemMessage to the model",
  });
  expect(problemsOf(given).map(({ code }) => code)).toEqual(["output-noise"]);
});

test("a json hook is plain text where only the exit code counts", () => {
  expect(answer({ dialect: "wave/exit", json: { a: 1 } }).output).toBe('{"a":1}');
  expect(answer({ dialect: "wave/exit", json: 1n }).output).toBe("1");
});

test("a json answer that throws when it is looked at is malformed", () => {
  const json = {
    get decision(): string {
      throw new Error("no");
    },
  } as never;
  expect(answer({ json, event: "Stop" })).toMatchObject({ failed: true, says: [] });
});
