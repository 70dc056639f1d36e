import { hostTools } from "../../host-tools.js";
import { namesIn } from "../../matcher-names.js";
import type { Rule } from "../../rule.js";

/** Tools that are gone, or have another name now: scripts ask for them to be sure. */
const formerly = /^(?:MultiEdit|LS|NotebookRead|BashOutput|Task|Agent|KillShell|SlashCommand)$/;

const SCRIPT = /[\w.@-]+\.(?:sh|bash|zsh|py|[mc]?[jt]s)\b/;

/** The file that a command runs, by its name. */
function scriptIn(command: string | undefined): string | undefined {
  return SCRIPT.exec(command ?? "")?.[0] ?? command;
}

export const matcherTooNarrow: Rule = {
  code: "matcher-too-narrow",
  group: "settings",
  severity: "warning",
  confidence: "shape",
  fix: "unsafe",
  *check({ hook, script, canonical, others }) {
    const known = hostTools[hook.host];
    if (script === null || known === undefined || canonical?.endsWith("ToolUse") !== true) return;
    const own = namesIn(hook.matcher);
    const same = others.filter(({ command }) => scriptIn(command) === scriptIn(hook.command));
    const passed = same.map(({ matcher }) => namesIn(matcher));
    if (own === null || passed.some((names) => names === null)) return;
    const asked = script.facts.compared.filter(({ path }) => path === "tool_name");
    const isLost = (name: string): boolean =>
      known.test(name) && !formerly.test(name) && !passed.flat().includes(name);
    const lost = [...new Set(asked.flatMap(({ texts }) => texts.filter(isLost)))];
    const [first] = lost;
    const at = asked.find(({ texts }) => texts.some(isLost))?.at;
    if (first === undefined || at === undefined) return;
    const wider = [...own, ...lost].join("|");
    yield {
      at,
      message: `The matcher "${hook.matcher}" never lets ${lost.join(", ")} through: what the script does for ${lost.length === 1 ? "it" : "them"} never happens.`,
      sees: { user: "nothing", model: "nothing" },
      fix: {
        safety: "unsafe",
        description: `set the matcher to "${wider}", or remove the comparison`,
        entry: same.length === 1 ? { matcher: wider } : undefined,
      },
    };
  },
  bad: [
    {
      title: "one of two tools",
      event: "PreToolUse",
      matcher: "Bash",
      script: `#!/usr/bin/env python3
import json, sys
data = json.load(sys.stdin)
if data["tool_name"] == "Bash" and "secret" in data["tool_input"]["command"]:
    print("Blocked: secrets", file=sys.stderr)
    sys.exit(2)
if data["tool_name"] == "Read" and "secret" in data["tool_input"]["file_path"]:
    print("Blocked: secrets", file=sys.stderr)
    sys.exit(2)
`,
    },
    {
      title: "a list of tools",
      event: "PostToolUse",
      matcher: "Edit|Write",
      script: `#!/usr/bin/env node
const { appendFileSync, readFileSync } = require("fs");
const { tool_name } = JSON.parse(readFileSync(0, "utf8"));
if (["Edit", "Write", "NotebookEdit"].includes(tool_name)) appendFileSync("edits.log", tool_name);
`,
    },
    {
      title: "the labels of a case",
      event: "PreToolUse",
      matcher: "Write",
      script: `#!/bin/bash
INPUT=$(cat) || exit 2
case "$(jq -r .tool_name <<<"$INPUT")" in
  Edit|Write) grep -q secret <<<"$INPUT" && { echo "Blocked: secrets" >&2; exit 2; } ;;
esac
exit 0
`,
    },
  ],
  good: [
    {
      title: "another entry has the other tool",
      event: "PreToolUse",
      matcher: "Bash",
      otherMatchers: ["Read"],
      script: `#!/usr/bin/env python3
import json, sys
data = json.load(sys.stdin)
if data["tool_name"] in ("Bash", "Read") and "secret" in str(data["tool_input"]):
    print("Blocked: secrets", file=sys.stderr)
    sys.exit(2)
`,
    },
    {
      title: "a tool of an older version, and names of another host",
      event: "PostToolUse",
      matcher: "Edit|Write|NotebookEdit",
      script: `#!/usr/bin/env node
const { appendFileSync, readFileSync } = require("fs");
const { tool_name } = JSON.parse(readFileSync(0, "utf8"));
if (["Edit", "Write", "MultiEdit", "write_file"].includes(tool_name))
  appendFileSync("edits.log", tool_name);
`,
    },
    {
      title: "a matcher that is a pattern",
      event: "PostToolUse",
      matcher: "Edit|Write|mcp__.*",
      script: `#!/bin/bash
[ "$(jq -r .tool_name)" = NotebookEdit ] && touch .edited
exit 0
`,
    },
  ],
};
