import { exitTwoCounts, seenOf, seenWithTwo } from "../../lanes.js";
import type { Rule } from "../../rule.js";
import { exitWithTwo, toStderr } from "../../script-edits.js";
import { saysStop, quoted } from "../../wording.js";

export const exitOneBlock: Rule = {
  code: "exit-1-block",
  group: "block",
  severity: "error",
  confidence: "words",
  fix: "unsafe",
  *check(subject) {
    const { ways, hook, table, script } = subject;
    if (!exitTwoCounts(subject)) return;
    const exitTwo = table?.events[hook.event ?? ""]?.exitTwo;
    const seen = new Set<number>();
    for (const { exit, code, stdout, stderr, reading } of ways) {
      const { at } = exit;
      if (at === null || exit.code === null || code === 0 || code === 2) continue;
      if (reading.outcome !== "proceed" || seen.has(at.start) || exit.handler !== null) continue;
      const text = [...stderr, ...stdout]
        .flatMap(({ texts }) => texts)
        .find((one) => saysStop(one.text));
      if (text === undefined) continue;
      seen.add(at.start);
      const source = script?.source ?? "";
      const ending = exitWithTwo(source, at);
      const reason = text.write.stream === "stderr" ? [] : toStderr(source, text.write.at);
      yield {
        at,
        message: `Exit code ${code} does not block: ${hook.host} reports an error and continues, although the hook says ${quoted(text.text)}.`,
        sees: seenOf(reading, text.probe),
        after: seenWithTwo(subject),
        fix: {
          safety: "unsafe",
          description: `exit with 2${exitTwo === undefined ? "" : ` (${exitTwo})`}, and write the reason to stderr`,
          edits: ending === undefined || reason === undefined ? undefined : [...reason, ...ending],
        },
      };
    }
  },
  bad: [
    {
      title: "a guard that ends with 1",
      event: "PreToolUse",
      script: `#!/bin/bash
INPUT=$(cat)
if echo "$INPUT" | grep -q 'rm -rf'; then
  echo "Blocked: rm -rf is not allowed" >&2
  exit 1
fi
`,
    },
    {
      title: "sys.exit with a text ends with 1",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import json, sys
if ".env" in json.load(sys.stdin)["tool_input"]["file_path"]:
    sys.exit("Blocked: .env is protected")
`,
    },
    {
      title: "the same in JavaScript, for Gemini CLI",
      host: "gemini",
      event: "BeforeTool",
      script: `#!/usr/bin/env node
const data = JSON.parse(require("fs").readFileSync(0, "utf8"));
if (data.tool_input.command.includes("rm -rf")) {
  console.error("Blocked: rm -rf is not allowed");
  process.exit(1);
}
`,
    },
    {
      title: "a code of its own, for Codex",
      host: "codex",
      event: "PreToolUse",
      script: `#!/bin/sh
echo "Blocked: no commands" >&2
exit 3
`,
    },
  ],
  good: [
    {
      title: "Copilot blocks with any code but 0",
      host: "copilot",
      event: "preToolUse",
      script: `#!/bin/sh
echo "Blocked: no commands" >&2
exit 1
`,
    },
    {
      title: "exit code 2 blocks",
      event: "PreToolUse",
      script: `#!/bin/bash
INPUT=$(cat)
if echo "$INPUT" | grep -q 'rm -rf'; then
  echo "Blocked: rm -rf is not allowed" >&2
  exit 2
fi
`,
    },
  ],
};
