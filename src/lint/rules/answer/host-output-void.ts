import type { Edit } from "../../edits.js";
import type { Rule } from "../../rule.js";
import { onlyMatch } from "../../script-edits.js";
import type { Span } from "../../script/syntax.js";
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

export const hostOutputVoid: Rule = {
  code: "host-output-void",
  group: "answer",
  severity: "error",
  confidence: "shape",
  fix: "safe",
  check: (subject) =>
    problemsOfWays(
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
    ),
  bad: [
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
      title: "the word that it knows",
      event: "PreToolUse",
      script: `#!/bin/bash
echo '{"decision": "block", "reason": "no"}'
`,
    },
  ],
};
