import type { Rule } from "../../rule.js";
import { onlyMatch } from "../../script-edits.js";

const ALLOW = /\\?["']?\bpermissionDecision\\?["']?\s*:\s*\\?["']allow\\?["']\s*,\s*/g;

export const allowRidesAlong: Rule = {
  code: "allow-rides-along",
  group: "answer",
  severity: "warning",
  confidence: "shape",
  fix: "unsafe",
  *check({ ways, hook, canonical, script }) {
    if (canonical !== "PreToolUse") return;
    const seen = new Set<number>();
    for (const { stdout, reading, isCertain } of ways) {
      if (!isCertain || reading.permission !== "allow") continue;
      const printed = stdout.find(({ answer }) => answer !== null);
      const specific = printed?.answer?.get("hookSpecificOutput");
      const fields = specific?.v === "object" ? specific.fields : printed?.answer;
      const other = ["updatedInput", "additionalContext"].find((key) => fields?.has(key) === true);
      if (printed === undefined || other === undefined || seen.has(printed.write.id)) continue;
      seen.add(printed.write.id);
      const found = onlyMatch(script?.source ?? "", printed.write.at, ALLOW);
      yield {
        at: printed.write.at,
        message: `The answer carries \`${other}\` and also allows the call: ${hook.host} then does not ask the user.`,
        sees: { user: "no question", model: "the result" },
        after: { user: "the usual question", model: "the result" },
        fix: {
          safety: "unsafe",
          description:
            "leave out `permissionDecision`, unless the call should never be asked about",
          edits: found === null ? undefined : [{ start: found.start, end: found.end, text: "" }],
        },
      };
    }
  },
  bad: [
    {
      title: "context with an allow",
      event: "PreToolUse",
      script: `#!/bin/bash
echo '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "allow", "additionalContext": "mind the tests"}}'
`,
    },
  ],
  good: [
    {
      title: "context alone",
      event: "PreToolUse",
      script: `#!/bin/bash
echo '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "additionalContext": "mind the tests"}}'
`,
    },
  ],
};
