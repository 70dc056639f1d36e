import { expect, test } from "vitest";
import { decisionsOf } from "./decisions.js";
import { exampleSubject } from "./example-subject.test-support.js";

const guard = `#!/bin/sh
input=$(cat)
case $input in
  *"rm -rf"*)
    echo "no rm -rf here" >&2
    exit 2 ;;
  *"git push"*)
    echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"a push"}}'
    exit 0 ;;
  *secret*)
    exit 2 ;;
esac
exit 0
`;

/** The lines at which a run has decided. */
async function reachedBy(run: { exit: number; stdout?: string; stderr?: string }) {
  const subject = await exampleSubject({ event: "PreToolUse", script: guard } as never);
  return decisionsOf(subject)
    .filter(({ isReachedBy }) => isReachedBy({ stdout: "", stderr: "", ...run }))
    .map(({ line }) => line);
}

test("every place at which a script restricts is a decision, with its line and its text", async () => {
  const subject = await exampleSubject({ event: "PreToolUse", script: guard } as never);
  const decisions = decisionsOf(subject).map(({ outcome, line, text }) => ({
    outcome,
    line,
    text,
  }));
  expect(decisions).toEqual([
    { outcome: "block", line: 5, text: "no rm -rf here" },
    { outcome: "ask", line: 8, text: "a push" },
    { outcome: "block", line: 11, text: "" },
  ]);
});

test("a run has come by the decision whose exit code and text it has", async () => {
  expect(await reachedBy({ exit: 2, stderr: "no rm -rf here\n" })).toEqual([5]);
});

test("a run without a text has come by the silent decision", async () => {
  expect(await reachedBy({ exit: 2 })).toEqual([11]);
});

test("a run that only passes has come by none", async () => {
  expect(await reachedBy({ exit: 0 })).toEqual([]);
});

test("a JSON answer is recognised by its fields", async () => {
  const answer = {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "ask",
      permissionDecisionReason: "a push",
    },
  };
  expect(await reachedBy({ exit: 0, stdout: JSON.stringify(answer, null, 2) })).toEqual([8]);
});
