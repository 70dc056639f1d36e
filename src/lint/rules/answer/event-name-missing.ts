import type { Edit } from "../../edits.js";
import type { Rule } from "../../rule.js";
import { insert, onlyMatch } from "../../script-edits.js";
import type { Span } from "../../script/syntax.js";
import { problemsOfWays } from "./void-answer.js";

/** The quotes are those of the key before it; a key without needs them for its value. */
function named(source: string, at: Span, event: string): readonly Edit[] | undefined {
  const opening = /(\\?["']|)hookSpecificOutput\1\s*:\s*\{(?=\s*([^\s}]?))/g;
  const found = onlyMatch(source, at, opening);
  if (found === null) return undefined;
  const [quote = "", next = ""] = found.groups;
  const value = quote === "" ? '"' : quote;
  const comma = next === "" ? "" : ", ";
  return [insert(found.end, `${quote}hookEventName${quote}: ${value}${event}${value}${comma}`)];
}

export const eventNameMissing: Rule = {
  code: "event-name-missing",
  group: "answer",
  severity: "error",
  confidence: "shape",
  fix: "safe",
  check: (subject) =>
    problemsOfWays(
      subject,
      ({ code, path, found }) =>
        code === "host-output-void" && path.endsWith("hookEventName") && found === "nothing",
      () =>
        `\`hookSpecificOutput\` has no \`hookEventName\`, so ${subject.hook.host} drops the whole answer.`,
      (_problem, at) => ({
        safety: "safe",
        description: `add \`"hookEventName": "${subject.hook.event}"\` to \`hookSpecificOutput\``,
        edits: named(subject.script?.source ?? "", at, subject.hook.event ?? ""),
      }),
    ),
  bad: [
    {
      title: "a deny that does not name its event",
      event: "PreToolUse",
      script: `#!/bin/sh
echo '{"hookSpecificOutput": {"permissionDecision": "deny", "permissionDecisionReason": "no"}}'
`,
    },
    {
      title: "the same for Codex, in JavaScript",
      host: "codex",
      event: "PreToolUse",
      script: `#!/usr/bin/env node
console.log(JSON.stringify({ hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: "no" } }));
`,
    },
  ],
  good: [
    {
      title: "Qwen Code does not need it",
      host: "qwen-code",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import json
print(json.dumps({"hookSpecificOutput": {"permissionDecision": "deny", "permissionDecisionReason": "no"}}))
`,
    },
    {
      title: "a deny with its event",
      event: "PreToolUse",
      script: `#!/bin/sh
echo '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "no"}}'
`,
    },
  ],
};
