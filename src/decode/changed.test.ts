import { expect, test } from "vitest";
import { interpret, type Reading, type WireRun } from "../interpret/index.js";

const answer = (permissionDecision: string): string =>
  JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision } });

function read(run: WireRun): Reading {
  const changed = "./guard.sh";
  return interpret({ dialect: "wave", event: "PreToolUse", runs: [{ changed, ...run }] });
}

test.each<[string, WireRun, object]>([
  ["an allow is void", { exit: 0, stdout: answer("allow") }, { permission: "none" }],
  ["a deny counts", { exit: 0, stdout: answer("deny") }, { outcome: "block", permission: "deny" }],
  ["an ask counts", { exit: 0, stdout: answer("ask") }, { outcome: "ask" }],
  ["exit code 2 blocks", { exit: 2, stderr: "no" }, { outcome: "block", permission: "deny" }],
  [
    "an allow does not lift exit code 2",
    { exit: 2, stdout: answer("allow") },
    { outcome: "block" },
  ],
  ["an ask does not lift exit code 2", { exit: 2, stdout: answer("ask") }, { outcome: "block" }],
  [
    "a rewrite is void",
    {
      exit: 0,
      stdout: '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"a":1}}}',
    },
    { input: null },
  ],
  ["a guard that guards blocks", { exit: 0, onFailure: "block" }, { outcome: "block" }],
  ["one that died is no better", { signal: "SIGKILL" }, { outcome: "proceed" }],
])("of a hook whose file changed while it ran, %s", (_, run, expected) => {
  const reading = read(run);
  expect(reading).toMatchObject({ ...expected, failed: true, diagnosed: true });
  expect(reading.problems.map(({ code }) => code)).toContain("run-changed");
});
