import type { Edit } from "../../edits.js";
import type { RawFinding } from "../../finding.js";
import { nobody } from "../../lanes.js";
import type { Rule } from "../../rule.js";
import { onlyMatch } from "../../script-edits.js";
import type { Printed } from "../../printed-text.js";
import type { Span } from "../../script/syntax.js";
import type { Value } from "../../script/values.js";
import type { Subject } from "../../subject.js";
import { isMessage } from "../unseen/message-fields.js";
import { problemsOfWays } from "./void-answer.js";

/** A field by which somebody wants to decide or to change something. */
const effective = /input|args|modif|updat|rewrit|decision|allow|approve|block|deny|behaviou?r/i;

/** Names that other hosts, or nobody, have for a rewrite. */
const rewrites =
  /^(?:modified|updated|new|rewritten|changed)_?(?:tool)?_?(?:input|args|arguments)$/i;

function renamed(source: string, at: Span, field: string): readonly Edit[] | undefined {
  if (!rewrites.test(field)) return undefined;
  const found = onlyMatch(source, at, new RegExp(`\\b${field}(?=\\\\?["']?\\s*:)`, "g"));
  return found === null
    ? undefined
    : [{ start: found.start, end: found.end, text: "updatedInput" }];
}

/** A decision to let pass what would pass anyway. */
function permits(answer: Printed["answer"], path: string): boolean {
  let value: Value | undefined;
  for (const [index, key] of path.split(".").entries()) {
    const fields = index === 0 ? answer : value?.v === "object" ? value.fields : null;
    value = fields?.get(key);
  }
  if (value?.v === "flag" && value.value) return true;
  return value?.v === "text" && /^(?:allow|approved?|continue|pass|ok|proceed)$/.test(value.text);
}

/** Answers of which the host knows no field at all. */
function* unreadAnswers({ ways, hook }: Subject, known: readonly string[]): Generator<RawFinding> {
  const seen = new Set<number>();
  for (const { stdout, reading, isCertain } of ways) {
    const [printed, ...more] = stdout;
    if (printed === undefined || more.length > 0 || !isCertain) continue;
    const { write, answer, texts } = printed;
    if (answer === null || answer === undefined) continue;
    const ignored = new Set(
      reading.problems.flatMap(({ code, path }) => (code === "host-ignores-field" ? path : [])),
    );
    const isUnread = answer.size > 0 && [...answer.keys()].every((key) => ignored.has(key));
    // A text in it that somebody should read is reported as such.
    if (!isUnread || seen.has(write.id) || write.handler !== null || texts.some(isMessage))
      continue;
    seen.add(write.id);
    yield {
      at: write.at,
      severity: "warning",
      message: `${hook.host} knows no field of this answer on ${hook.event}: nobody reads it.`,
      sees: nobody,
      fix: {
        safety: "unsafe",
        description:
          known.length === 0 ? "remove it" : `fields that count here: ${known.join(", ")}`,
      },
    };
  }
}

export const hostIgnoresField: Rule = {
  code: "host-ignores-field",
  group: "answer",
  severity: "error",
  confidence: "shape",
  fix: "unsafe",
  *check(subject) {
    const { hook, table } = subject;
    const fields = table?.events[hook.event ?? ""]?.fields ?? [];
    const found = problemsOfWays(
      subject,
      ({ code, path }, { reading, stdout }) =>
        code === "host-ignores-field" &&
        (subject.canonical === "PermissionRequest" ||
          !stdout.some(({ answer }) => permits(answer, path))) &&
        effective.test(path.split(".").at(-1) ?? "") &&
        // It is done by another way.
        reading.outcome !== "block" &&
        // A lost restriction is reported as such.
        reading.problems.every((other) => other.code !== "host-deny-lost"),
      ({ path }) => `${hook.host} does not read \`${path}\` on ${hook.event}: it has no effect.`,
      ({ path }, at) => ({
        safety: "unsafe",
        description:
          fields.length === 0 ? "remove it" : `fields that count here: ${fields.join(", ")}`,
        edits: fields.some((field) => field.endsWith("updatedInput"))
          ? renamed(subject.script?.source ?? "", at, path.split(".").at(-1) ?? "")
          : undefined,
      }),
    );
    for (const finding of found) yield { ...finding, sees: nobody };
    yield* unreadAnswers(subject, fields);
  },
  bad: [
    {
      title: "a rewrite by a name that the host does not know",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import json
print(json.dumps({"hookSpecificOutput": {"hookEventName": "PreToolUse", "modifiedToolInput": {"command": "ls"}}}))
`,
    },
    {
      title: "an answer of the hook's own making",
      event: "PostToolUse",
      script: `#!/usr/bin/env node
console.log(JSON.stringify({ hook: "format", actions: ["prettier"] }));
`,
    },
  ],
  good: [
    {
      title: "a question that is not asked, and is not missed",
      host: "cursor",
      event: "postToolUse",
      script: `#!/bin/sh
echo '{"decision": "allow", "additional_context": "Formatted"}'
`,
    },
    {
      title: "the name that it knows",
      event: "PreToolUse",
      matcher: "Bash",
      script: `#!/usr/bin/env python3
import json
print(json.dumps({"hookSpecificOutput": {"hookEventName": "PreToolUse", "updatedInput": {"command": "ls"}}}))
`,
    },
  ],
};
