import { bridgeOf } from "../../../hosts/index.js";
import { namesIn } from "../../matcher-names.js";
import type { Rule } from "../../rule.js";
import type { Value } from "../../script/values.js";

const replacing: ReadonlySet<string> = new Set(["claude-code", "snaphook"]);
/** What a call cannot do without being another one. */
const weighty: ReadonlySet<string> = new Set(["timeout", "run_in_background", "replace_all"]);

interface Lack {
  readonly missing: readonly string[];
  /** The tool refuses the call without it. */
  readonly isNeeded: boolean;
}

/** What the new input lacks, for the tool of the matcher that it fits best; null where it lacks nothing. */
function lackOf(given: ReadonlyMap<string, Value>, tools: readonly string[]): Lack | null {
  const fields = tools.map((tool) => bridgeOf("claude-code")?.inputFields?.(tool));
  const lacks = fields.flatMap((known): Lack[] => {
    if (known === undefined) return [];
    const needed = known.required.filter((name) => !given.has(name));
    if (needed.length > 0) return [{ missing: needed, isNeeded: true }];
    const missing = known.optional.filter((name) => weighty.has(name) && !given.has(name));
    return [{ missing, isNeeded: false }];
  });
  const best = lacks.find(({ isNeeded }) => !isNeeded) ?? lacks[0];
  if (best === undefined || best.missing.length === 0 || fields.includes(undefined)) return null;
  return best;
}

export const rewritePartial: Rule = {
  code: "rewrite-partial",
  group: "answer",
  severity: "error",
  confidence: "shape",
  fix: "none",
  *check({ ways, hook }) {
    const tools = namesIn(hook.matcher);
    if (!replacing.has(hook.host) || tools === null) return;
    const seen = new Set<number>();
    for (const { stdout } of ways)
      for (const { write, answer } of stdout) {
        const specific = answer?.get("hookSpecificOutput");
        const input = specific?.v === "object" ? specific.fields.get("updatedInput") : undefined;
        if (input?.v !== "object" || input.isOpen || seen.has(write.id)) continue;
        const lack = lackOf(input.fields, tools);
        if (lack === null) continue;
        seen.add(write.id);
        const names = lack.missing.map((name) => `\`${name}\``).join(", ");
        yield {
          at: write.at,
          severity: lack.isNeeded ? "error" : "warning",
          message: lack.isNeeded
            ? `\`updatedInput\` replaces the whole input, and ${names} is missing: ${hook.host} refuses the call.`
            : `\`updatedInput\` replaces the whole input: ${names} of the call is lost.`,
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
    {
      title: "the command without its timeout",
      event: "PreToolUse",
      matcher: "Bash|Write",
      script: `#!/bin/bash
COMMAND=$(jq -r .tool_input.command)
jq -n --arg command "cd /project && $COMMAND" '{hookSpecificOutput: {hookEventName: "PreToolUse", updatedInput: {command: $command}}}'
`,
    },
    {
      title: "the same in JavaScript",
      event: "PreToolUse",
      matcher: "Bash",
      script: `#!/usr/bin/env node
const { tool_input } = JSON.parse(require("fs").readFileSync(0, "utf8"));
const updatedInput = { command: tool_input.command.trim() };
console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput } }));
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
    {
      title: "the same in JavaScript",
      event: "PreToolUse",
      matcher: "Bash",
      script: `#!/usr/bin/env node
const { tool_input } = JSON.parse(require("fs").readFileSync(0, "utf8"));
const updatedInput = { ...tool_input, command: tool_input.command.trim() };
console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput } }));
`,
    },
    {
      title: "the same in a shell script",
      event: "PreToolUse",
      matcher: "Bash",
      script: `#!/bin/bash
jq '{hookSpecificOutput: {hookEventName: "PreToolUse", updatedInput: (.tool_input + {command: "ls"})}}'
`,
    },
  ],
};
