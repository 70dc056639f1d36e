import { expect, test } from "vitest";
import { calledBy, distinctNames } from "./hook-name.js";

test.each([
  ["./guard.sh", "guard.sh"],
  ["python3 .claude/hooks/pre-bash.py --strict", "pre-bash.py"],
  ['"$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.sh', "guard.sh"],
  ['"${CLAUDE_PROJECT_DIR}/hooks/my guard.sh"', "my guard.sh"],
  ['cd "$CLAUDE_PROJECT_DIR" && A=1 node --no-warnings hooks/x.mjs', "x.mjs"],
  ["test -x hooks/run || exit 0; hooks/run", "run"],
  ["uv run --script hooks/check.py", "check.py"],
  ["/usr/bin/env bash hooks/check", "check"],
  ["jq -r .tool_name | ./guard.py", "guard.py"],
  ["/usr/bin/grep -q rm", "/usr/bin/grep -q rm"],
  ["grep -q 'x.sh'", "grep -q 'x.sh'"],
  ["echo no  >&2;\texit 2", "echo no >&2; exit 2"],
  ["bash -c 'exit 2'", "bash -c 'exit 2'"],
  ["jq -r '.tool_input.command' | grep -q 'rm -rf' && exit 2", null],
  ["", null],
])("%s is called %s", (command, expected) => {
  expect(calledBy(command)).toBe(expected);
});

test("a program with arguments is called by the script among them, of which none is read as a line", () => {
  expect([
    calledBy("python3", ["hooks/a.py", "--x"]),
    calledBy("./guard", ["a && b.sh"]),
    calledBy("true", ["1"]),
  ]).toEqual(["a.py", "guard", "true 1"]);
});

test("the id is behind a name that repeats on its event, unless the hook gave the name itself", () => {
  const hook = (id: string, event: string, name: string, isOwnName = false) => ({
    id,
    event,
    name,
    isOwnName,
  });
  expect(
    distinctNames([
      hook("1", "Stop", "a.sh"),
      hook("2", "Stop", "a.sh"),
      hook("3", "PreToolUse", "a.sh"),
      hook("4", "Stop", "mine", true),
      hook("5", "Stop", "mine", true),
      hook("6", "Stop", "mine"),
      hook("7", "Stop", "7"),
    ]),
  ).toEqual(["a.sh (1)", "a.sh (2)", "a.sh", "mine", "mine", "mine (6)", "7"]);
});
