import type { Rule } from "../../rule.js";

const needs: Readonly<Record<string, readonly string[]>> = {
  Bash: ["command"],
  Write: ["file_path", "content"],
  Edit: ["file_path", "old_string", "new_string"],
  Read: ["file_path"],
};

export const rewritePartial: Rule = {
  code: "rewrite-partial",
  group: "answer",
  severity: "error",
  confidence: "shape",
  fix: "none",
  *check({ ways, hook }) {
    if (hook.host !== "claude-code" && hook.host !== "snaphook") return;
    const required = needs[hook.matcher ?? ""];
    if (required === undefined) return;
    const seen = new Set<number>();
    for (const { stdout } of ways)
      for (const { write, answer } of stdout) {
        const specific = answer?.get("hookSpecificOutput");
        const input = specific?.v === "object" ? specific.fields.get("updatedInput") : undefined;
        if (input?.v !== "object" || input.isOpen || seen.has(write.id)) continue;
        const missing = required.filter((name) => !input.fields.has(name));
        if (missing.length === 0) continue;
        seen.add(write.id);
        yield {
          at: write.at,
          message: `\`updatedInput\` replaces the whole input, and ${missing.map((name) => `\`${name}\``).join(", ")} is missing: ${hook.host} refuses the call.`,
          fix: { safety: "unsafe", description: "copy `tool_input` and change only the field" },
        };
      }
  },
  bad: [
    {
      title: "one field of three",
      event: "PreToolUse",
      matcher: "Edit",
      script: `#!/usr/bin/env python3
import json
print(json.dumps({"hookSpecificOutput": {"hookEventName": "PreToolUse", "updatedInput": {"file_path": "a"}}}))
`,
    },
  ],
  good: [
    {
      title: "the input with one field changed",
      event: "PreToolUse",
      matcher: "Edit",
      script: `#!/usr/bin/env python3
import json, sys
data = json.load(sys.stdin)
print(json.dumps({"hookSpecificOutput": {"hookEventName": "PreToolUse", "updatedInput": {**data["tool_input"], "file_path": "a"}}}))
`,
    },
  ],
};
