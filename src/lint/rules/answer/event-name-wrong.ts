import type { Edit } from "../../edits.js";
import type { Rule } from "../../rule.js";
import { onlyMatch } from "../../script-edits.js";
import type { Span } from "../../script/syntax.js";
import { problemsOfWays } from "./void-answer.js";

function renamed(source: string, at: Span, event: string): readonly Edit[] | undefined {
  const found = onlyMatch(source, at, /(?<=hookEventName\\?["']?\s*:\s*\\?["'])\w+(?=\\?["'])/g);
  return found === null ? undefined : [{ start: found.start, end: found.end, text: event }];
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
        `The answer is for ${found}, but the hook is attached to ${subject.hook.event}: ${subject.hook.host} drops all of it.`,
      (_problem, at) => ({
        safety: "safe",
        description: `set \`hookEventName\` to "${subject.hook.event}", or attach the hook to that event`,
        edits: renamed(subject.script?.source ?? "", at, subject.hook.event ?? ""),
      }),
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
