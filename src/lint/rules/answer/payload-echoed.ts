import type { Rule } from "../../rule.js";
import { optionsOf } from "../../script/values.js";
import { insert } from "../../script-edits.js";

export const payloadEchoed: Rule = {
  code: "payload-echoed",
  group: "answer",
  severity: "warning",
  confidence: "shape",
  fix: "unsafe",
  *check({ ways, hook, script }) {
    const source = script?.source ?? "";
    const seen = new Set<number>();
    for (const { stdout } of ways)
      for (const { write } of stdout) {
        const isPayload = optionsOf(write.value).some(
          (one) => one.v === "payload" && one.path === "",
        );
        if (!isPayload || seen.has(write.id)) continue;
        seen.add(write.id);
        yield {
          at: write.at,
          message: `The hook prints the payload on stdout: ${hook.host} reads it as the hook's answer.`,
          fix: {
            safety: "unsafe",
            description: "print nothing to let the call pass as it is",
            edits: /^(?:echo|printf|cat)\b[^<>\n]*$/.test(
              source.slice(write.at.start, write.at.end),
            )
              ? [insert(write.at.end, " >/dev/null")]
              : undefined,
          },
        };
      }
  },
  bad: [
    {
      title: "the input is passed on as in a pipe",
      event: "PreToolUse",
      script: `#!/bin/bash
INPUT=$(cat)
echo "$INPUT"
`,
    },
    {
      title: "the same in JavaScript, with a limit",
      event: "PostToolUse",
      script: `#!/usr/bin/env node
let raw = "";
process.stdin.on("data", (chunk) => {
  if (raw.length < 1000000) raw += chunk.substring(0, 1000000 - raw.length);
});
process.stdin.on("end", () => {
  process.stdout.write(raw);
});
`,
    },
  ],
  good: [
    {
      title: "nothing is printed",
      event: "PreToolUse",
      script: `#!/bin/bash
INPUT=$(cat)
echo "$INPUT" >> /tmp/log
`,
    },
  ],
};
