import { namesIn } from "../../matcher-names.js";
import type { Rule } from "../../rule.js";
import { isGuard } from "../../subject.js";

/** Tools of Claude Code, and of hosts that took over its names, that write files. */
const writers = ["Edit", "Write", "MultiEdit", "NotebookEdit"];

export const guardOneTool: Rule = {
  code: "guard-one-tool",
  group: "block",
  severity: "warning",
  confidence: "shape",
  fix: "unsafe",
  *check(subject) {
    const { hook, canonical, script, others } = subject;
    if (canonical !== "PreToolUse" || !isGuard(subject)) return;
    const names = namesIn(hook.matcher);
    if (names === null || !names.every((name) => writers.includes(name))) return;
    if (script?.facts.fields.some(({ path }) => path.startsWith("tool_input")) === false) return;
    const covered = others
      .filter(({ event, command }) => event === hook.event && command === hook.command)
      .flatMap(({ matcher }) => namesIn(matcher) ?? writers);
    const left = writers.filter((name) => !covered.includes(name) && name !== "MultiEdit");
    if (!left.some((name) => name === "Write" || name === "Edit")) return;
    yield {
      message: `The guard runs for ${names.join(", ")} only; ${left.join(", ")} can write the same files unchecked (and so can Bash).`,
      fix: {
        safety: "unsafe",
        description: `set the matcher to "${writers.join("|")}"`,
        entry: { matcher: writers.join("|") },
      },
    };
  },
  bad: [
    {
      title: "a guard for Edit only",
      event: "PreToolUse",
      matcher: "Edit",
      script: `#!/bin/bash
case "$(jq -r .tool_input.file_path)" in
  *.env) echo "Blocked: .env" >&2; exit 2;;
esac
`,
    },
  ],
  good: [
    {
      title: "a guard for all that write",
      event: "PreToolUse",
      matcher: "Edit|MultiEdit|Write|NotebookEdit",
      script: `#!/bin/bash
case "$(jq -r .tool_input.file_path)" in
  *.env) echo "Blocked: .env" >&2; exit 2;;
esac
`,
    },
    {
      title: "an entry for each tool",
      event: "PreToolUse",
      matcher: "Edit",
      otherMatchers: ["Write"],
      script: `#!/bin/bash
case "$(jq -r .tool_input.file_path)" in
  *.env) echo "Blocked: .env" >&2; exit 2;;
esac
`,
    },
  ],
};
