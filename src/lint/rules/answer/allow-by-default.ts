import type { RawFinding } from "../../finding.js";
import type { Rule } from "../../rule.js";
import { isGuard, type Subject } from "../../subject.js";

/** Tools that change something. */
const changing = /^$|\*|Bash|Edit|Write|shell|apply_patch|run_/i;

/** A hook for something else that allows whatever call it is started for. */
function* allowsAll({ ways, hook }: Subject): Generator<RawFinding> {
  const own = ways.filter(({ exit }) => exit.handler === null);
  const isAlways = own.every(
    ({ isCertain, reading }) => isCertain && reading.permission === "allow",
  );
  const [printed] = own.flatMap(({ stdout }) => stdout);
  if (printed === undefined || !isAlways || !changing.test(hook.matcher ?? "")) return;
  yield {
    at: printed.write.at,
    message: `The hook allows every call that it is started for: ${hook.host} never asks the user about one.`,
    sees: { user: "no question", model: "the result" },
    after: { user: "the usual question", model: "the result" },
    fix: { safety: "unsafe", description: "print nothing, or `{}`" },
  };
}

export const allowByDefault: Rule = {
  code: "allow-by-default",
  group: "answer",
  severity: "warning",
  confidence: "shape",
  fix: "none",
  *check(subject) {
    const { ways, hook, canonical } = subject;
    // Nobody is asked about a file that is only read.
    if (canonical !== "PreToolUse" || /Read/.test(hook.event ?? "")) return;

    if (!isGuard(subject)) return yield* allowsAll(subject);
    // Cursor asks all the same on its command line.
    const severity = hook.host === "cursor" ? "info" : "warning";
    // The end that is left when nothing has ended the script before.
    const last = ways.findLast(({ exit }) => exit.handler === null)?.exit;
    if (last?.hasPrinted !== true) return;
    const allowing = ways.filter(
      ({ exit, isCertain, reading }) =>
        exit === last && isCertain && reading.permission === "allow",
    );
    const printed = allowing
      .flatMap(({ stdout }) => stdout)
      .findLast(({ answer, write }) => answer !== null && write.handler === null);
    if (printed === undefined) return;
    yield {
      at: printed.write.at,
      severity,
      message: `Whatever the guard does not deny, it allows: ${hook.host} then does not ask the user about it.`,
      sees: { user: "no question", model: "the result" },
      after: { user: "the usual question", model: "the result" },
      fix: {
        safety: "unsafe",
        description: "print nothing, or `{}`, where the guard has nothing against the call",
      },
    };
  },
  bad: [
    {
      title: "a log that allows all that it logs",
      event: "PreToolUse",
      matcher: ".*",
      script: `#!/bin/bash
cat >> log.jsonl
echo '{"decision": "approve"}'
`,
    },
    {
      title: "an approve at the end",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import json, sys
command = json.load(sys.stdin)["tool_input"].get("command", "")
if "--no-verify" in command:
    print(json.dumps({"decision": "block", "reason": "Do not skip the hooks"}))
else:
    print(json.dumps({"decision": "approve"}))
`,
    },
    {
      title: "the same in Copilot",
      host: "copilot",
      event: "preToolUse",
      script: `#!/bin/bash
INPUT=$(cat) || exit 2
if echo "$INPUT" | grep -q secret; then
  jq -n '{permissionDecision: "deny", permissionDecisionReason: "Blocked: secrets"}'
  exit 0
fi
jq -n '{permissionDecision: "allow"}'
`,
    },
    {
      title: "the same in Cursor",
      host: "cursor",
      event: "beforeShellExecution",
      script: `#!/usr/bin/env node
function answer(decision) {
  console.log(JSON.stringify(decision));
  process.exit(0);
}
const { command } = JSON.parse(require("fs").readFileSync(0, "utf8"));
if (command.includes("rm -rf")) answer({ permission: "deny", user_message: "Blocked" });
answer({ permission: "allow" });
`,
    },
  ],
  good: [
    {
      title: "nothing at the end",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import json, sys
command = json.load(sys.stdin)["tool_input"].get("command", "")
if "--no-verify" in command:
    print(json.dumps({"decision": "block", "reason": "Do not skip the hooks"}))
`,
    },
    {
      title: "only what is known to be harmless",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import json, sys
name = json.load(sys.stdin)["tool_name"]
if name == "Bash":
    print(json.dumps({"decision": "block", "reason": "No commands"}))
elif name == "Read":
    print(json.dumps({"decision": "approve"}))
`,
    },
  ],
};
