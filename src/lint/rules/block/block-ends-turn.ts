import type { Edit } from "../../edits.js";
import type { RawFinding } from "../../finding.js";
import type { HookWay } from "../../hook-runs.js";
import type { Printed } from "../../printed-text.js";
import type { Rule } from "../../rule.js";
import { onlyMatch } from "../../script-edits.js";
import type { Span } from "../../script/syntax.js";
import type { Value } from "../../script/values.js";
import type { Subject } from "../../subject.js";
import { isAddressed, quoted } from "../../wording.js";

const STOP = /\\?["']?\bcontinue\\?["']?\s*:\s*(?:false|False)\s*,\s*/g;

function without(source: string, at: Span): readonly Edit[] | undefined {
  const found = onlyMatch(source, at, STOP);
  return found === null ? undefined : [{ start: found.start, end: found.end, text: "" }];
}

/** Who gives a reason for the stop means the stop. */
function stops({ answer }: Printed): boolean {
  return isFalse(answer?.get("continue")) && answer?.has("stopReason") !== true;
}

function isFalse(value: Value | undefined): boolean {
  return value?.v === "flag" && !value.value;
}

/** It refuses the call, or says what is wrong with its result. */
function blocks({ code, reading }: HookWay, { answer }: Printed): boolean {
  return code === 2 || reading.permission === "deny" || answer?.has("decision") === true;
}

/** On Stop the agent goes on by a block; `continue: false` is the opposite. */
function* endsInsteadOfGoingOn({ ways, hook, canonical }: Subject): Generator<RawFinding> {
  if (canonical !== "Stop" && canonical !== "SubagentStop") return;
  const seen = new Set<number>();
  for (const { stdout, isCertain } of ways) {
    const printed = stdout.find(
      ({ answer }) => isFalse(answer?.get("continue")) && answer?.has("decision") !== true,
    );
    const said = printed?.texts.find(({ path }) => path === "stopReason");
    if (printed === undefined || said === undefined || !isCertain) continue;
    if (!isAddressed(said.text) || seen.has(printed.write.id)) continue;
    seen.add(printed.write.id);
    yield {
      at: printed.write.at,
      message: `\`continue: false\` lets the agent stop, although the hook says ${quoted(said.text)}: on ${hook.event} ${hook.host} goes on for \`decision: "block"\` with a \`reason\`.`,
      sees: { user: "the text", model: "nothing before the next turn" },
      after: { user: "the reason", model: "the reason" },
      fix: { safety: "unsafe", description: 'print `decision: "block"` and `reason`' },
    };
  }
}

export const blockEndsTurn: Rule = {
  code: "block-ends-turn",
  group: "block",
  severity: "warning",
  confidence: "shape",
  fix: "unsafe",
  *check(subject) {
    const { ways, hook, script } = subject;
    yield* endsInsteadOfGoingOn(subject);
    const seen = new Set<number>();
    for (const way of ways) {
      const printed = way.stdout.find(stops);
      if (!way.isCertain || way.reading.outcome !== "halt" || printed === undefined) continue;
      const { at, id } = printed.write;
      if (!blocks(way, printed) || seen.has(id)) continue;
      seen.add(id);
      yield {
        at,
        message: `\`continue: false\` ends the turn: ${hook.host} blocks, and the model gets no turn in which to act on the reason.`,
        sees: { user: "an agent that has stopped", model: "the reason, in the next turn" },
        after: { user: "the reason", model: "the reason" },
        fix: {
          safety: "unsafe",
          description: "leave out `continue`; the decision blocks by itself",
          edits: without(script?.source ?? "", at),
        },
      };
    }
  },
  bad: [
    {
      title: "a deny that also ends the turn",
      event: "PreToolUse",
      script: `#!/usr/bin/env node
console.log(JSON.stringify({
  continue: false,
  hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: "Run the tests first" },
}));
`,
    },
    {
      title: "a nudge that lets the agent stop",
      event: "Stop",
      script: `#!/usr/bin/env node
console.log(JSON.stringify({ continue: false, stopReason: "Please write the report before you stop" }));
`,
    },
    {
      title: "feedback that the model cannot act on",
      event: "PostToolUse",
      script: `#!/usr/bin/env python3
import json
print(json.dumps({"continue": False, "decision": "block", "reason": "Format the file"}))
`,
    },
    {
      title: "the same in a shell script",
      event: "PostToolUse",
      script: `#!/bin/sh
echo '{"continue": false, "decision": "block", "reason": "Format the file"}'
`,
    },
  ],
  good: [
    {
      title: "a deny",
      event: "PreToolUse",
      script: `#!/bin/sh
echo '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "Run the tests first"}}'
`,
    },
    {
      title: "a stop that is meant",
      event: "PostToolUse",
      script: `#!/bin/sh
echo '{"continue": false, "stopReason": "The budget is used up"}'
`,
    },
  ],
};
