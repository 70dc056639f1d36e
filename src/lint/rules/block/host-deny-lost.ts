import { findBridgedHost } from "../../../hosts/index.js";
import { interpret } from "../../../interpret/index.js";
import { isRecord } from "../../../json/index.js";
import { samplePayload } from "../../../payload/index.js";
import type { Edit } from "../../edits.js";
import { reachAdvice } from "../../lanes.js";
import type { Rule } from "../../rule.js";
import type { Span } from "../../script/syntax.js";
import type { Subject } from "../../subject.js";
import { saysStop } from "../../wording.js";
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

/** The same command runs on another event too, where the answer does what it says: it may be meant for that one. */
function worksElsewhere({ ways, hook, others }: Subject, at: Span | undefined): boolean {
  const way = ways.find(({ stdout }) => stdout.some(({ write }) => write.at === at));
  const events = others.flatMap((one) =>
    one.host === hook.host && one.command === hook.command && one.event !== hook.event
      ? (one.event ?? [])
      : [],
  );
  if (way === undefined || findBridgedHost(hook.host) === null) return false;
  const run = { exit: way.code, stdout: way.stdout.map(({ output }) => output).join("\n") };
  return events.some((event) => {
    const canonical = findBridgedHost(hook.host)?.events[event]?.canonical ?? event;
    const payload = samplePayload(canonical);
    const { problems } = interpret({ dialect: hook.host, event, payload, runs: [run] });
    return problems.every(({ code }) => !/^host-(?:deny-lost|output-void)$/.test(code));
  });
}

export const hostDenyLost: Rule = {
  code: "host-deny-lost",
  group: "block",
  severity: "error",
  confidence: "shape",
  fix: "unsafe",
  *check(subject) {
    const { host, event } = subject.hook;
    const lost = problemsOfWays(
      subject,
      ({ code, path }, { reading, stdout }) =>
        code === "host-deny-lost" &&
        // It stops it in another way.
        reading.outcome !== "block" &&
        path !== "exit" &&
        path !== "stdout" &&
        stdout.some(({ answer }) => answer !== null) &&
        // Beside plain text it is not read at all: that is reported.
        stdout.every(({ answer, output }) => answer !== null || output.trim() === "") &&
        reading.problems.every((other) => other.code !== "host-output-void"),
      ({ path, found }) =>
        `The hook wants to stop something with \`${path}\`: ${found}, but ${host} does not on ${event}.`,
      (_problem, at) => ({
        safety: "unsafe",
        description:
          "block by exit code 2 with the reason on stderr, or by the field that the host reads here",
        edits: denied(subject, at),
      }),
    );
    for (const finding of lost)
      yield worksElsewhere(subject, finding.at) ? { ...finding, severity: "warning" } : finding;
    const seen = new Set<number>();
    for (const { exit, code, stderr, reading } of subject.ways) {
      const { at } = exit;
      const isLost = reading.problems.some(
        (one) => one.code === "host-deny-lost" && one.path === "exit",
      );
      if (at === null || exit.code !== 2 || code !== 2 || !isLost || seen.has(at.start)) continue;
      if (exit.handler !== null) continue;
      seen.add(at.start);
      const isSeen = reading.toUser.length > 0 || reading.toModel.length > 0;
      const says = stderr.flatMap(({ texts }) => texts).find(({ text }) => saysStop(text));
      yield {
        at,
        // A hook that only has something to say may need no more.
        severity: isSeen || says === undefined ? "warning" : "error",
        message: `Exit code 2 blocks nothing on ${event} of ${host}${isSeen ? ": at most the user sees the text" : ", and nobody sees the text"}.`,
        sees: { user: isSeen ? "the text" : "nothing", model: "nothing" },
        fix: { safety: "unsafe", description: reachAdvice(subject).words },
      };
    }
  },
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
    {
      title: "Claude Code's block in Cursor",
      host: "cursor",
      event: "preToolUse",
      script: `#!/usr/bin/env python3
import json
print(json.dumps({"decision": "block", "reason": "too dangerous"}))
`,
    },
    {
      title: "Claude Code's deny in Gemini CLI",
      host: "gemini",
      event: "BeforeTool",
      script: `#!/usr/bin/env node
console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: "BeforeTool", permissionDecision: "deny", permissionDecisionReason: "no" } }));
`,
    },
    {
      title: "Qwen Code does not block after the tool",
      host: "qwen-code",
      event: "PostToolUse",
      script: `#!/bin/bash
echo '{"decision": "block", "reason": "too dangerous"}'
`,
    },
    {
      title: "exit code 2 where Cursor does not read it",
      host: "cursor",
      event: "afterFileEdit",
      script: `#!/bin/bash
echo "Blocked: this file is protected" >&2
exit 2
`,
    },
  ],
  good: [
    {
      title: "a question that another event of the same script asks",
      host: "cursor",
      event: "beforeShellExecution",
      otherEvents: ["preToolUse"],
      script: `#!/bin/sh
echo '{"permission": "ask", "user_message": "This touches the app. Confirm before you go on."}'
`,
    },
    {
      title: "a field too many beside the deny",
      host: "cursor",
      event: "beforeShellExecution",
      script: `#!/bin/bash
echo '{"continue": false, "permission": "deny", "user_message": "no"}'
`,
    },
    {
      title: "a deny in the words of each host: Cursor",
      host: "cursor",
      event: "preToolUse",
      script: `#!/bin/bash
echo '{"permission": "deny", "user_message": "no"}'
`,
    },
    {
      title: "Gemini CLI",
      host: "gemini",
      event: "BeforeTool",
      script: `#!/bin/bash
echo '{"decision": "deny", "reason": "no"}'
`,
    },
    {
      title: "Copilot",
      host: "copilot",
      event: "preToolUse",
      script: `#!/bin/bash
echo '{"permissionDecision": "deny", "permissionDecisionReason": "no"}'
`,
    },
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
