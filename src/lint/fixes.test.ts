import { expect, test } from "vitest";
import { edited } from "./edits.js";
import { exampleSubject } from "./example-subject.test-support.js";
import { lintSubjects } from "./lint.js";

/** The script after the first fix of a finding with the code; null where lint cannot fix it. */
async function fixed(code: string, event: string, script: string): Promise<string | null> {
  const subject = await exampleSubject({ title: "", event, matcher: "Bash", script });
  const found = lintSubjects([subject]).filter((one) => one.code === code);
  expect(found).not.toEqual([]);
  const fix = found.find((one) => one.fix?.edits !== undefined)?.fix;
  return fix?.edits === undefined ? null : edited(script, fix.edits);
}

const sh = "#!/bin/bash\n";
const py = "#!/usr/bin/env python3\nimport json, sys\n";
const js = "#!/usr/bin/env node\n";

test.each([
  [
    "several lines are one reason",
    "stdout-unseen",
    "PostToolUse",
    `${sh}if [ -f a ]; then\n  echo "Please fix a"\n  # and\n  echo "or remove it"\nfi\n`,
    `${sh}if [ -f a ]; then\n  echo "Please fix a" >&2\n  # and\n  echo "or remove it" >&2\n  exit 2\nfi\n`,
  ],
  [
    "what comes after a note would be lost",
    "stdout-unseen",
    "PostToolUse",
    `${sh}if [ -f a ]; then\n  echo "Please fix a"\nfi\nnpm run format\n`,
    null,
  ],
  [
    "a no ends the script, whatever comes after",
    "stderr-unseen",
    "PreToolUse",
    `${sh}if [ -f a ]; then\n  echo "Blocked: a" >&2\nfi\nnpm run format\n`,
    `${sh}if [ -f a ]; then\n  echo "Blocked: a" >&2\n  exit 2\nfi\nnpm run format\n`,
  ],
  [
    "a warning before the tool runs is no block",
    "stdout-unseen",
    "PreToolUse",
    `${sh}if [ -f a ]; then\n  echo "Blocked files should be reviewed"\n  echo "(Warning only: does not block)"\nfi\n`,
    null,
  ],
  [
    "only the message that is printed ends the script",
    "stderr-unseen",
    "PostToolUse",
    `${sh}grep -q TODO a && echo "Please fix a" >&2\nexit 0\n`,
    `${sh}grep -q TODO a && { echo "Please fix a" >&2; exit 2; }\nexit 0\n`,
  ],
  [
    "also where the message is on the next line",
    "stderr-unseen",
    "PostToolUse",
    `${sh}grep -q TODO a &&\n  echo "Please fix a" >&2\nexit 0\n`,
    `${sh}grep -q TODO a &&\n  { echo "Please fix a" >&2; exit 2; }\nexit 0\n`,
  ],
  [
    "the exit that follows is changed",
    "stderr-unseen",
    "PostToolUse",
    `${sh}if [ -f a ]; then\n  echo "Please fix a" >&2; exit 0\nfi\n`,
    `${sh}if [ -f a ]; then\n  echo "Please fix a" >&2; exit 2\nfi\n`,
  ],
  [
    "JavaScript without braces gets them",
    "stderr-unseen",
    "PostToolUse",
    `${js}if (require("fs").existsSync("a"))\n  console.error("Please fix a");\nprocess.exit(0);\n`,
    `${js}if (require("fs").existsSync("a"))\n  { console.error("Please fix a"); process.exit(2); }\nprocess.exit(0);\n`,
  ],
  [
    "Python goes on in the same block",
    "stderr-unseen",
    "PreToolUse",
    `${py}if json.load(sys.stdin)["tool_input"]:\n    print("Blocked: a", file=sys.stderr)\n    print(len(sys.path), file=open("log", "w"))\n`,
    null,
  ],
  [
    "a function that prints what it is given is left alone",
    "stderr-unseen",
    "PostToolUse",
    `${sh}say() { echo "Warning: $1" >&2; }\n[ -f a ] && say "please fix a"\n[ -f b ] && say "please fix b"\n`,
    null,
  ],
  [
    "the reason goes to stderr where the exit code changes",
    "exit-1-block",
    "PreToolUse",
    `${sh}if grep -q rm; then\n  echo "Blocked: rm"\n  exit 1\nfi\n`,
    `${sh}if grep -q rm; then\n  echo "Blocked: rm" >&2\n  exit 2\nfi\n`,
  ],
  [
    "all handlers of unreadable input block",
    "bad-input-allowed",
    "PreToolUse",
    `${py}try:\n    data = json.load(sys.stdin)\nexcept ValueError:\n    sys.exit(0)\nexcept Exception:\n    sys.exit(1)\nif "rm" in data:\n    sys.exit(2)\n`,
    `${py}try:\n    data = json.load(sys.stdin)\nexcept ValueError:\n    print("Blocked: the guard cannot read its input", file=sys.stderr)\n    sys.exit(2)\nexcept Exception:\n    print("Blocked: the guard cannot read its input", file=sys.stderr)\n    sys.exit(2)\nif "rm" in data:\n    sys.exit(2)\n`,
  ],
  [
    "a guard of the end that cannot read its input must not keep the agent from stopping",
    "bad-input-allowed",
    "Stop",
    `${py}try:\n    data = json.load(sys.stdin)\nexcept ValueError:\n    sys.exit(0)\nif not data["stop_hook_active"]:\n    sys.exit(2)\n`,
    null,
  ],
  [
    "a yes in another word is not guessed",
    "host-output-void",
    "PreToolUse",
    `${sh}echo '{"decision": "allow"}'\n`,
    null,
  ],
  [
    "every place where a field is read by the wrong name",
    "payload-field-unknown",
    "PreToolUse",
    `${py}p = json.load(sys.stdin)\na = p["command"]\nb = p.get("command", "")\nif a or b:\n    sys.exit(2)\n`,
    `${py}p = json.load(sys.stdin)\na = p["tool_input"]["command"]\nb = p.get("tool_input", {}).get("command", "")\nif a or b:\n    sys.exit(2)\n`,
  ],
  [
    "in JavaScript too",
    "payload-field-unknown",
    "PreToolUse",
    `${js}const p = JSON.parse(fs.readFileSync(0, "utf8"));\nconst line = p.command;\nif (line) process.exit(2);\n`,
    `${js}const p = JSON.parse(fs.readFileSync(0, "utf8"));\nconst line = p.tool_input.command;\nif (line) process.exit(2);\n`,
  ],
  [
    "JSON between double quotes keeps its escapes",
    "event-name-missing",
    "PreToolUse",
    `${sh}echo "{\\"hookSpecificOutput\\": {\\"permissionDecision\\": \\"deny\\", \\"permissionDecisionReason\\": \\"no\\"}}"\n`,
    `${sh}echo "{\\"hookSpecificOutput\\": {\\"hookEventName\\": \\"PreToolUse\\", \\"permissionDecision\\": \\"deny\\", \\"permissionDecisionReason\\": \\"no\\"}}"\n`,
  ],
  [
    "an answer that is built elsewhere",
    "event-name-missing",
    "PreToolUse",
    `${py}answer = {'hookSpecificOutput': {'permissionDecision': 'deny', 'permissionDecisionReason': 'no'}}\nprint(json.dumps(answer))\n`,
    `${py}answer = {'hookSpecificOutput': {'hookEventName': 'PreToolUse', 'permissionDecision': 'deny', 'permissionDecisionReason': 'no'}}\nprint(json.dumps(answer))\n`,
  ],
])("%s", async (_title, code, event, script, expected) => {
  expect(await fixed(code, event, script)).toBe(expected);
});
