import { isRecord } from "../../../json/index.js";
import type { Edit } from "../../edits.js";
import type { Rule } from "../../rule.js";
import type { Span } from "../../script/syntax.js";
import type { Subject } from "../../subject.js";
import { problemsOfWays } from "../answer/void-answer.js";

/** JSON that a shell script prints as it is: the deny is put where the host reads it. */
function denied({ hook, table, script }: Subject, at: Span): readonly Edit[] | undefined {
  const fields = table?.events[hook.event ?? ""]?.fields ?? [];
  if (!fields.some((field) => field.endsWith("permissionDecision"))) return undefined;
  const code = script?.source.slice(at.start, at.end) ?? "";
  const [, lead = "", json = ""] = /^(echo\s+')(\{[^']*\})'$/.exec(code) ?? [];
  const answer = parsed(json);
  if (answer === null || "hookSpecificOutput" in answer) return undefined;
  const { permissionDecision = "deny", permissionDecisionReason, ...rest } = answer;
  const reason = [permissionDecisionReason, rest["reason"], rest["stopReason"]].find(
    (one) => typeof one === "string",
  );
  const specific = {
    hookEventName: hook.event,
    permissionDecision,
    ...(reason !== undefined && { permissionDecisionReason: reason }),
  };
  const text = JSON.stringify({ ...rest, hookSpecificOutput: specific });
  const start = at.start + lead.length;
  return [{ start, end: start + json.length, text }];
}

function parsed(json: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

export const hostDenyLost: Rule = {
  code: "host-deny-lost",
  group: "block",
  severity: "error",
  confidence: "shape",
  fix: "unsafe",
  check: (subject) =>
    problemsOfWays(
      subject,
      ({ code, path }, { reading, stdout }) =>
        code === "host-deny-lost" &&
        path !== "exit" &&
        path !== "stdout" &&
        stdout.some(({ answer }) => answer !== null) &&
        reading.problems.every((other) => other.code !== "host-output-void"),
      ({ path, found }) =>
        `The hook wants to stop something with \`${path}\`: ${found}, but ${subject.hook.host} does not on ${subject.hook.event}.`,
      (_problem, at) => ({
        safety: "unsafe",
        description:
          "block by exit code 2 with the reason on stderr, or by the field that the host reads here",
        edits: denied(subject, at),
      }),
    ),
  bad: [
    {
      title: "a decision at the wrong level",
      event: "PreToolUse",
      script: `#!/bin/bash
echo '{"permissionDecision": "deny"}'
`,
    },
    {
      title: "continue: false does not keep the tool from running",
      event: "PreToolUse",
      script: `#!/bin/bash
echo '{"continue": false, "stopReason": "too dangerous"}'
`,
    },
  ],
  good: [
    {
      title: "a deny where the host reads it",
      event: "PreToolUse",
      script: `#!/bin/bash
echo '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "no"}}'
`,
    },
    {
      title: "continue: false after the tool has run",
      event: "PostToolUse",
      script: `#!/bin/bash
echo '{"continue": false, "stopReason": "too dangerous"}'
`,
    },
  ],
};
