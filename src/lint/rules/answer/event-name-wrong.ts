import type { Edit } from "../../edits.js";
import { reachAdvice } from "../../lanes.js";
import type { Rule } from "../../rule.js";
import { onlyMatch } from "../../script-edits.js";
import type { Span } from "../../script/syntax.js";
import type { Subject } from "../../subject.js";
import { problemsOfWays } from "./void-answer.js";

function renamed(source: string, at: Span, event: string): readonly Edit[] | undefined {
  const found = onlyMatch(source, at, /(?<=hookEventName\\?["']?\s*:\s*\\?["'])\w+(?=\\?["'])/g);
  return found === null ? undefined : [{ start: found.start, end: found.end, text: event }];
}

/** The name is right, but the event has no form of its own. */
function isSame(found: string, { hook: { event } }: Subject): boolean {
  return found === JSON.stringify(event);
}

export const eventNameWrong: Rule = {
  code: "event-name-wrong",
  group: "answer",
  severity: "error",
  confidence: "shape",
  fix: "safe",
  check: (subject) =>
    problemsOfWays(
      subject,
      ({ code, path, found }) =>
        code === "host-output-void" && path.endsWith("hookEventName") && found !== "nothing",
      ({ found }) =>
        isSame(found, subject)
          ? `${subject.hook.event} has no \`hookSpecificOutput\`: ${subject.hook.host} drops the whole answer.`
          : `The answer is for ${found}, but the hook is attached to ${subject.hook.event}: ${subject.hook.host} drops all of it.`,
      ({ found }, at) =>
        isSame(found, subject)
          ? { safety: "unsafe", description: reachAdvice(subject).words }
          : {
              safety: "safe",
              description: `set \`hookEventName\` to "${subject.hook.event}", or attach the hook to that event`,
              edits: renamed(subject.script?.source ?? "", at, subject.hook.event ?? ""),
            },
    ),
  bad: [
    {
      title: "a deny for another event",
      event: "PreToolUse",
      script: `#!/usr/bin/env node
console.log(JSON.stringify({
  hookSpecificOutput: { hookEventName: "PostToolUse", permissionDecision: "deny", permissionDecisionReason: "no" },
}));
`,
    },
    {
      title: "an event that has no such form",
      event: "PreCompact",
      script: `#!/usr/bin/env python3
import json
print(json.dumps({"hookSpecificOutput": {"hookEventName": "PreCompact", "additionalContext": "Keep the plan"}}))
`,
    },
  ],
  good: [
    {
      title: "the event is taken from the payload",
      event: "PreToolUse",
      script: `#!/usr/bin/env node
const { hook_event_name } = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify({
  hookSpecificOutput: { hookEventName: hook_event_name, permissionDecision: "deny", permissionDecisionReason: "no" },
}));
`,
    },
  ],
};
