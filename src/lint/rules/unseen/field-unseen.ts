import { interpret } from "../../../interpret/index.js";
import { samplePayload } from "../../../payload/index.js";
import type { Edit } from "../../edits.js";
import type { RawFinding } from "../../finding.js";
import type { HookWay, TextFate } from "../../hook-runs.js";
import type { PrintedText } from "../../printed-text.js";
import { nobody, reachAdvice } from "../../lanes.js";
import type { Rule } from "../../rule.js";
import { optionsOf, type Value } from "../../script/values.js";
import type { Subject } from "../../subject.js";
import { onlyMatch } from "../../script-edits.js";
import { isAddressed, isForeign } from "../../wording.js";
import { isMessage } from "./message-fields.js";
import { unseenTexts } from "./unseen-text.js";

/** A sentence in the host's own part of the answer, in a field that it does not have there. */
function isUnknown({ path, text }: PrintedText, { reading }: HookWay): boolean {
  return (
    /^hookSpecificOutput\.\w+$/.test(path) &&
    /\s|…/.test(text.trim()) &&
    // A value of which nothing is known may be no sentence.
    (/\p{L}/u.test(text) || /message|reason|text|context|feedback|warning|note/i.test(path)) &&
    reading.problems.some((one) => one.code === "host-ignores-field" && one.path === path)
  );
}

/** Why something is allowed, said for the sake of the form. */
const FOR_THE_FORM =
  /\b(?:safe|allow(?:ed|ing)?|approved?|ok|passed|fail-?(?:safe|open)|no (?:\w+ ){0,3}(?:found|detected|patterns?|issues?|violations?)|(?:is|does|are) not|not an?|skipp(?:ed|ing))\b|允[許许]|放行|許可|허용|不在|跳[過过]/i;

function isAllowed({ reading, stdout }: HookWay): boolean {
  // The exit code may not be known.
  return reading.permission === "allow" || decisionIn(stdout).some(isAllow);
}

/** `"deny" if bad else "allow"`: its reason is read where it is a no. */
function isOpen({ stdout }: HookWay): boolean {
  const said = decisionIn(stdout);
  return said.some(isAllow) && !said.every(isAllow);
}

/** The same words are in another field of the same answer, which is read. */
function isSaidElsewhere({ write, path, text }: PrintedText, { fates }: Subject): boolean {
  return fates.some(
    (other) =>
      (other.model || other.user) &&
      other.text.write.id === write.id &&
      other.text.path !== path &&
      other.text.text === text,
  );
}

const isAllow = (one: Value): boolean => one.v === "text" && one.text === "allow";

/** Why something is allowed is said for the form, unless the words are for somebody. */
function isFormal({ text, ways }: TextFate): boolean {
  return ways.every(isAllowed) && !isAddressed(text.text);
}

/** What the answer may decide in the host's own part of it. */
function decisionIn(stdout: HookWay["stdout"]): readonly Value[] {
  return stdout.flatMap(({ answer }) => {
    const specific = answer?.get("hookSpecificOutput");
    const said = specific?.v === "object" ? specific.fields.get("permissionDecision") : undefined;
    return said === undefined ? [] : optionsOf(said);
  });
}

/** An answer that lets pass what would pass anyway; its reason is for the form. */
function isPermit({ stdout }: HookWay): boolean {
  return stdout.some(({ answer }) => {
    const decision = answer?.get("decision");
    return decision?.v === "text" && /^(?:approve|allow|continue|pass)$/.test(decision.text);
  });
}

/** A field of the answer's top that only carries words becomes the reason of its decision, or the message to the user. */
function asMessage(source: string, { path, write }: PrintedText): readonly Edit[] | undefined {
  if (!/^(?:reason|message|feedback|warning|error|text|note)$/.test(path)) return undefined;
  const found = onlyMatch(source, write.at, new RegExp(`\\b${path}(?=\\\\?["']?\\s*:)`, "g"));
  if (found === null) return undefined;
  const hasDecision = /\bdecision\b/.test(source.slice(write.at.start, write.at.end));
  const name = hasDecision ? "reason" : "systemMessage";
  return [{ start: found.start, end: found.end, text: name }];
}

/** What an answer that is void for another reason also says in a field that nobody would read. */
function* lostAnyway(subject: Subject): Generator<RawFinding> {
  const { hook, table, canonical } = subject;
  const dialect = table === null ? "wave" : hook.host;
  const event = hook.event ?? "";
  for (const { text, ways, model, user } of subject.fates) {
    const { path, probe } = text;
    if (model || user || text.write.stream !== "stdout" || !/^[a-z]\w+$/i.test(path)) continue;
    if (!isMessage(text) || /^std|reason$/i.test(path)) continue;
    const isVoid = ways.every(({ reading }) =>
      reading.problems.some(({ code }) => /^host-(?:output-void|deny-lost)$/.test(code)),
    );
    if (!isVoid) continue;
    const run = { exit: 0, stdout: JSON.stringify({ [path]: probe }) };
    const payload = samplePayload(canonical ?? event);
    const alone = interpret({ dialect, event, payload, runs: [run] });
    const isRead = [...alone.toModel, ...alone.toUser].some((one) => one.text.includes(probe));
    if (isRead) continue;
    const { words, after } = reachAdvice(subject);
    yield {
      at: text.write.at,
      severity: "warning",
      message: `Nobody reads \`${path}\` either: ${hook.host} has no such field on ${hook.event}.`,
      sees: nobody,
      ...(after !== undefined && { after }),
      fix: { safety: "unsafe", description: words },
    };
  }
}

export const fieldUnseen: Rule = {
  code: "field-unseen",
  group: "unseen",
  severity: "error",
  confidence: "shape",
  fix: "unsafe",
  *check(subject) {
    const found = unseenTexts(
      subject,
      ({ text, ways }) =>
        text.write.stream === "stdout" &&
        (isMessage(text) || ways.every((way) => isUnknown(text, way))) &&
        !(ways.every(isAllowed) && FOR_THE_FORM.test(text.text)) &&
        !ways.some(isOpen) &&
        !isSaidElsewhere(text, subject) &&
        // Who blocks with words on stderr has said it there.
        !ways.every(
          ({ code, stderr, reading }) =>
            code === 2 && stderr.length > 0 && reading.outcome === "block",
        ) &&
        !(ways.every(isPermit) && !isAddressed(text.text) && !isForeign(text.text)) &&
        ways.every(({ isCertain }) => isCertain) &&
        // Where the whole answer, or the block, is lost, that is reported.
        ways.every(
          ({ reading, stdout }) =>
            stdout.every(({ answer, output }) => answer !== null || output.trim() === "") &&
            !reading.problems.some(({ code }) => /^host-(?:output-void|deny-lost)$/.test(code)),
        ),
      ({ text }, { script }) => asMessage(script?.source ?? "", text),
    );
    const formal = new Set(subject.fates.filter(isFormal).map(({ text }) => text.write.at));
    for (const finding of found) {
      const isForm = finding.at !== undefined && formal.has(finding.at);
      yield { ...finding, severity: isForm ? "warning" : "error" };
    }
    yield* lostAnyway(subject);
  },
  bad: [
    {
      title: "a reason without a decision",
      event: "PostToolUse",
      script: `#!/bin/sh
echo '{"reason": "the file is too long"}'
`,
    },
    {
      title: "the same in JavaScript, with a decision that is not there",
      event: "Stop",
      script: `#!/usr/bin/env node
function pass(reason = "") {
  console.log(JSON.stringify({ decision: undefined, reason }));
}
pass("Write the report before you close");
`,
    },
    {
      title: "a field that no host knows",
      event: "PostToolUse",
      script: `#!/usr/bin/env python3
import json
print(json.dumps({"continue": True, "message": "Tests are missing"}))
`,
    },
    {
      title: "a field of the host's own part that it does not have",
      event: "PreToolUse",
      script: `#!/bin/sh
tip=$(head -1 tips.txt | tr -d '"')
cat <<EOF
{"hookSpecificOutput": {"hookEventName": "PreToolUse", "suggestion": "$tip"}}
EOF
`,
    },
    {
      title: "a warning with an allow",
      event: "PreToolUse",
      script: `#!/bin/sh
echo '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "allow", "permissionDecisionReason": "The header is missing"}}'
`,
    },
    {
      title: "a field with the name of a stream",
      event: "PostToolUse",
      script: `#!/usr/bin/env node
console.log(JSON.stringify({ continue: true, stdout: "[simplify] 300 lines: consider modules" }));
`,
    },
    {
      title: "context of a hook that fails, in Codex",
      host: "codex",
      event: "PostToolUse",
      script: `#!/bin/sh
errors=""
grep -q TODO notes.md && errors="notes.md has a TODO"
[ -z "$errors" ] && exit 0
jq -n --arg errors "$errors" '{hookSpecificOutput: {hookEventName: "PostToolUse", additionalContext: $errors}}'
exit 1
`,
    },
    {
      title: "Claude Code's form in Copilot",
      host: "copilot",
      event: "postToolUse",
      script: `#!/usr/bin/env node
console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext: "the file is too long" } }));
`,
    },
    {
      title: "a reason by a name that Cursor does not know",
      host: "cursor",
      event: "beforeShellExecution",
      script: `#!/bin/sh
echo '{"permission": "deny", "userMessage": "Blocked: rm"}'
`,
    },
    {
      title: "a message that Cursor does not know",
      host: "cursor",
      event: "postToolUse",
      script: `#!/bin/sh
echo '{"systemMessage": "the file is too long"}'
`,
    },
  ],
  good: [
    {
      title: "the same reason in both forms",
      host: "codex",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import json, sys
def block(reason):
    print(json.dumps({"decision": "block", "reason": reason, "hookSpecificOutput": {
        "hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": reason}}))
    return 0
command = json.load(sys.stdin).get("tool_input", {}).get("command", "")
if "cleanup" in command:
    sys.exit(block("Cleanup is blocked by a hook of the repository."))
`,
    },
    {
      title: "a time that nobody reads",
      event: "SubagentStop",
      script: `#!/usr/bin/env node
console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: "SubagentStop", timestamp: new Date().toISOString() } }));
`,
    },
    {
      title: "a reason for whatever was decided",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import json, sys
def answer(is_allowed, reason):
    decision = "allow" if is_allowed else "deny"
    return {"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": decision, "permissionDecisionReason": reason}}
command = json.load(sys.stdin)["tool_input"]["command"]
print(json.dumps(answer("secret" not in command, f"Please check {command}")))
`,
    },
    {
      title: "why it is allowed, in another language",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import json, sys
from hooklib import run_safely
def main():
    data = json.load(sys.stdin)
    if not data.get("tool_input"):
        print(json.dumps({"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "allow", "permissionDecisionReason": "輸入為空，預設允許"}}))
        return 0
    return 0
sys.exit(run_safely(main, "guard"))
`,
    },
    {
      title: "the part for another event",
      event: "PostToolUse",
      script: `#!/usr/bin/env python3
import json, sys
def find(data, names):
    return next((str(data[name]) for name in names if name in data), "")
event = find(json.load(sys.stdin), ["hook_event_name", "eventName"])
if event == "Stop":
    print(json.dumps({"decision": "block", "stopReason": "Please ask first"}))
`,
    },
    {
      title: "why something passes, for the form",
      event: "Stop",
      command: `echo '{"decision": "approve", "reason": "All done"}'`,
    },
    {
      title: "a field that is no text for anybody",
      event: "UserPromptSubmit",
      script: `#!/bin/sh
echo '{"hookSpecificOutput": {"hookEventName": "UserPromptSubmit", "sessionTitle": "Fix the build"}}'
`,
    },
    {
      title: "why a call is allowed",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import json
def answer(decision, reason):
    print(json.dumps({"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": decision, "permissionDecisionReason": reason}}))
answer("allow", "Command is safe")
`,
    },
    {
      title: "a message that is always empty",
      event: "Stop",
      script: `#!/usr/bin/env node
function pass(reason = "") {
  console.log(JSON.stringify({ decision: undefined, reason }));
}
pass();
`,
    },
    {
      title: "context where Copilot reads it",
      host: "copilot",
      event: "postToolUse",
      script: `#!/bin/sh
echo '{"additionalContext": "the file is too long"}'
`,
    },
    {
      title: "additional context with the name of the event",
      event: "PostToolUse",
      script: `#!/bin/sh
jq -n --arg text "the file is too long" '{hookSpecificOutput: {hookEventName: "PostToolUse", additionalContext: $text}}'
`,
    },
    {
      title: "a block with its reason",
      event: "PostToolUse",
      script: `#!/bin/sh
echo '{"decision": "block", "reason": "the file is too long"}'
`,
    },
  ],
};
