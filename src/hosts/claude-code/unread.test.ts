import { describe, expect, test } from "vitest";
import { interpret, type Reading, type WireRun } from "../../interpret/index.js";

function read(event: string, run: WireRun): Reading {
  return interpret({ dialect: "claude-code", event, payload: { tool_name: "Bash" }, runs: [run] });
}

const codes = ({ problems }: Reading): string[] => problems.map(({ code }) => code);
const specific = (value: object): string => JSON.stringify({ hookSpecificOutput: value });

describe("an answer whose channel was wrong", () => {
  const stdout = specific({ hookEventName: "PreToolUse", permissionDecision: "allow" });
  const garbled = "HTTP 200 whose body does not end where it should";

  test("counts for nothing, and the tool runs by the usual rules", () => {
    const reading = read("PreToolUse", { exit: 0, stdout, garbled });
    expect(reading).toMatchObject({ outcome: "proceed", permission: "none", failed: true });
    expect(reading.problems).toMatchObject([
      { code: "host-output-void", path: "stdout", found: garbled },
      { code: "host-fails-open", path: "stdout" },
    ]);
  });

  test("goes to nobody as context, and to no background", () => {
    expect(read("UserPromptSubmit", { exit: 0, stdout: "text", garbled }).toModel).toEqual([]);
    expect(read("PreToolUse", { exit: 0, stdout: '{"async":true}', garbled }).failed).toBe(true);
  });

  test("blocks where a failure does", () => {
    const reading = read("PreToolUse", { exit: 0, stdout, garbled, onFailure: "block" });
    expect(reading).toMatchObject({ outcome: "block", permission: "deny" });
  });
});

describe("a valid answer that its ending keeps from being read is reported", () => {
  const ignored = { code: "host-output-void", path: "exit", found: "a valid answer" };
  test.each<[string, string, WireRun]>([
    ["an elicitation with exit code 2", "Elicitation", { exit: 2 }],
    ["an elicitation with exit code 1", "Elicitation", { exit: 1 }],
    ["the end of a session with exit code 1", "SessionEnd", { exit: 1 }],
    ["a failure that blocks", "PreToolUse", { exit: 1, onFailure: "block" }],
  ])("%s", (_, event, run) => {
    const reading = read(event, { ...run, stdout: '{"systemMessage":"hi"}' });
    expect(reading.problems).toContainEqual(expect.objectContaining(ignored));
    expect(codes(read(event, { ...run, stdout: "{}" }))).not.toContain("host-output-void");
  });
});

test("a prompt's hook without a timeout of its own has 30 seconds", () => {
  expect(read("UserPromptSubmit", { timedOut: true }).toUser).toMatchObject([
    { text: "timed out after 30s — output discarded." },
  ]);
});

test("where exit code 2 does not deny, the Problem says what does", () => {
  expect(read("PermissionRequest", { exit: 2 }).problems).toMatchObject([
    { code: "host-deny-lost", allowed: ['hookSpecificOutput.decision.behavior: "deny"'] },
  ]);
  expect(read("SessionStart", { exit: 2 }).problems[0]).not.toHaveProperty("allowed");
});

test.each(["SessionStart", "CwdChanged", "FileChanged"])(
  "one path to watch on %s that is no text voids the answer",
  (event) => {
    const stdout = specific({ hookEventName: event, watchPaths: ["/a", 5] });
    const reading = read(event, { exit: 0, stdout });
    expect(reading.failed).toBe(true);
    expect(reading.problems).toMatchObject([
      { code: "host-output-void", path: "hookSpecificOutput.watchPaths" },
    ]);
  },
);
