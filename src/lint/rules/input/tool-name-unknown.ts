import { hostTools as tools } from "../../host-tools.js";
import type { Rule } from "../../rule.js";

/** Names of other hosts, or in another case. */
const elsewhere =
  /^(?:shell|bash|run_command|run_terminal_cmd|execute_command|exec_command|edit|edit_file|write|write_to_file|create_file|replace_in_file|replace_file_content|read|multiedit|apply_patch|str_replace_editor)$/i;

export const toolNameUnknown: Rule = {
  code: "tool-name-unknown",
  group: "input",
  severity: "warning",
  confidence: "shape",
  fix: "none",
  *check({ script, hook }) {
    const own = tools[hook.host];
    if (script === null || own === undefined) return;
    const asked = script.facts.compared.filter(({ path }) => path === "tool_name");
    const names = asked.flatMap(({ texts }) => texts);
    const isOther = (name: string): boolean =>
      !own.test(name) &&
      (elsewhere.test(name) || Object.values(tools).some((other) => other.test(name)));
    // A script for several hosts has the names of this one too.
    if (names.some((name) => own.test(name) || /[*?]|^mcp_/.test(name))) return;
    const wrong = asked.find(({ texts }) => texts.some(isOther));
    if (wrong === undefined) return;
    yield {
      at: wrong.at,
      message: `${hook.host} has no tool \`${wrong.texts.find(isOther)}\`: the comparison never holds, and what depends on it never happens.`,
      sees: { user: "nothing", model: "nothing" },
      fix: {
        safety: "unsafe",
        description:
          hook.host === "gemini"
            ? "its tools are `run_shell_command`, `write_file`, `replace`, `read_file`, …"
            : "its tools are `Bash`, `Write`, `Edit`, `Read`, …",
      },
    };
  },
  bad: [
    {
      title: "names of another host",
      host: "gemini",
      event: "BeforeTool",
      script: `#!/usr/bin/env node
const input = JSON.parse(require("fs").readFileSync(0, "utf8"));
if (input.tool_name === "shell" || input.tool_name === "bash") {
  console.error("Blocked: no commands");
  process.exit(2);
}
`,
    },
    {
      title: "a name in another case",
      event: "PreToolUse",
      script: `#!/bin/bash
INPUT=$(cat)
TOOL=$(echo "$INPUT" | jq -r .tool_name)
if [ "$TOOL" = "bash" ]; then
  echo "Blocked: no commands" >&2
  exit 2
fi
`,
    },
    {
      title: "a list of names of another host",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import json, sys
if json.load(sys.stdin)["tool_name"] in ("write_file", "replace"):
    print("Blocked: no writes", file=sys.stderr)
    sys.exit(2)
`,
    },
  ],
  good: [
    {
      title: "one script for several hosts",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import json, sys
if json.load(sys.stdin)["tool_name"] in ("Write", "write_file"):
    print("Blocked: no writes", file=sys.stderr)
    sys.exit(2)
`,
    },
    {
      title: "a name of its own",
      event: "PreToolUse",
      script: `#!/bin/bash
case "$(jq -r .tool_name)" in
  Bash) echo "Blocked: no commands" >&2; exit 2 ;;
esac
`,
    },
  ],
};
