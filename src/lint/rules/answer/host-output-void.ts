import type { Edit } from "../../edits.js";
import type { RawFinding } from "../../finding.js";
import type { Rule } from "../../rule.js";
import { onlyMatch } from "../../script-edits.js";
import type { Span } from "../../script/syntax.js";
import type { Subject } from "../../subject.js";
import { problemsOfWays } from "./void-answer.js";

/** A no in another word. A yes is never guessed. */
function refused(
  source: string,
  at: Span,
  path: string,
  allowed: readonly string[],
): readonly Edit[] | undefined {
  const [word, ...more] = ["block", "deny"].filter((one) => allowed.includes(one));
  const key = path.split(".").at(-1) ?? "";
  if (word === undefined || more.length > 0 || !/^\w+$/.test(key)) return undefined;
  const others = ["deny", "denied", "block", "blocked", "reject", "rejected", "refuse"];
  const no = others.filter((one) => one !== word).join("|");
  const said = `(?<=\\b${key}\\\\?["']?\\s*:\\s*\\\\?["'])(?:${no})(?=\\\\?["'])`;
  const found = onlyMatch(source, at, new RegExp(said, "gi"));
  return found === null ? undefined : [{ start: found.start, end: found.end, text: word }];
}

/** JSON that was written by hand over several lines, with line breaks in its texts. */
function* brokenTexts({ ways, hook }: Subject): Generator<RawFinding> {
  const seen = new Set<number>();
  for (const { stdout, reading } of ways)
    for (const { isBroken, write } of stdout) {
      const isVoid = reading.problems.some(({ path }) => path === "stdout");
      if (isBroken !== true || !isVoid || seen.has(write.id)) continue;
      seen.add(write.id);
      yield {
        at: write.at,
        message: `A line break is in a text of the answer, which is no JSON then: ${hook.host} drops all of it.`,
        sees: { user: "an error of the hook", model: "nothing" },
        after: { user: "what the answer says", model: "what the answer says" },
        fix: {
          safety: "unsafe",
          description: "write `\\n` for the line breaks, or build the answer with `jq -n --arg`",
        },
      };
    }
}

export const hostOutputVoid: Rule = {
  code: "host-output-void",
  group: "answer",
  severity: "error",
  confidence: "shape",
  fix: "safe",
  *check(subject) {
    yield* brokenTexts(subject);
    yield* problemsOfWays(
      subject,
      ({ code, path }) =>
        code === "host-output-void" && !path.endsWith("hookEventName") && path !== "stdout",
      ({ path, found, allowed = [] }) =>
        `${subject.hook.host} drops the whole answer: \`${path}\` is ${found}${allowed.length > 0 && allowed.length < 6 ? `, allowed: ${allowed.join(", ")}` : ""}.`,
      ({ path, allowed = [] }, at) => ({
        safety: "safe",
        description:
          allowed.length > 0 && allowed.length < 6
            ? `set \`${path}\` to one of: ${allowed.join(", ")}`
            : `remove or correct \`${path}\``,
        edits: refused(subject.script?.source ?? "", at, path, allowed),
      }),
    );
  },
  bad: [
    {
      title: "line breaks in a text",
      event: "PreToolUse",
      script: `#!/bin/bash
grep -q "git commit" <<<"$(jq -r .tool_input.command)" || exit 0
cat <<EOF
{
  "hookSpecificOutput": {
    "hookEventName": "PreToolUse",
    "additionalContext": "Before you commit:
- run the tests on $(git branch --show-current)
- fix what fails"
  }
}
EOF
`,
    },
    {
      title: "the word is given by its name",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import json, sys
def answer(*, reason="", decision=None):
    print(json.dumps({"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": decision, "permissionDecisionReason": reason}}))
if "secret" in sys.stdin.read():
    answer(decision="block", reason="no secrets")
`,
    },
    {
      title: "a word that the host does not know",
      event: "PreToolUse",
      script: `#!/bin/bash
echo '{"decision": "deny", "reason": "no"}'
`,
    },
  ],
  good: [
    {
      title: "line breaks between the fields, and written out in a text",
      event: "PostToolUse",
      script: String.raw`#!/bin/bash
cat <<EOF
{
  "hookSpecificOutput": {
    "hookEventName": "PostToolUse",
    "additionalContext": "Now:\n- run the tests on $(git branch --show-current)"
  }
}
EOF
`,
    },
    {
      title: "an answer that is put together elsewhere",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import importlib, json, sys
data = json.load(sys.stdin)
answer = {"continue": True}
for name in ("paths", "secrets"):
    found = importlib.import_module(name).check(data)
    if found:
        answer["hookSpecificOutput"] = found
json.dump(answer, sys.stdout)
`,
    },
    {
      title: "a field that is left out where there is nothing for it",
      event: "PermissionRequest",
      script: `#!/usr/bin/env python3
import json, sys
def allowed(updated_input: dict | None = None, reason=None):
    decision = {"behavior": "allow"}
    if updated_input is not None:
        decision["updatedInput"] = updated_input
    return {"hookSpecificOutput": {"hookEventName": "PermissionRequest", "decision": decision}}
if json.load(sys.stdin).get("tool_name") == "Read":
    print(json.dumps(allowed(reason="only read")))
`,
    },
    {
      title: "the word that it knows",
      event: "PreToolUse",
      script: `#!/bin/bash
echo '{"decision": "block", "reason": "no"}'
`,
    },
  ],
};
