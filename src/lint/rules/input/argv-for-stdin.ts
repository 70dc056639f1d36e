import type { RawFinding } from "../../finding.js";
import type { Rule } from "../../rule.js";
import { atTop } from "../../script-edits.js";
import { onlyDefines } from "../../script/only-defines.js";
import { sourceAt, wholeSource, type LintScript, type Subject } from "../../subject.js";

/** The field that a guard of a tool looks at. */
const fields: readonly (readonly [RegExp, string])[] = [
  [/^Bash$/, "command"],
  [/^(?:Edit|Write|MultiEdit|Read)(?:\|(?:Edit|Write|MultiEdit|Read))*$/, "file_path"],
];

const DEFINED = /^(?:module\.exports|export\b|(?:async )?(?:def|function)\b)/m;

/** `module.exports = async (payload) => …`, and nothing else: whoever starts the file starts nothing. */
function* neverCalled({ hook }: Subject, { parsed, source }: LintScript): Generator<RawFinding> {
  const { language, body, fault } = parsed;
  if (fault !== null || (language !== "javascript" && language !== "python")) return;
  if (!onlyDefines(body)) return;
  const start = Math.max(source.search(DEFINED), 0);
  yield {
    at: { start, end: start + 1 },
    message: `The file defines functions and calls none: ${hook.host} starts it as a program, which does nothing, and gives it the payload on stdin.`,
    sees: { user: "nothing", model: "nothing" },
    fix: {
      safety: "unsafe",
      description: "read stdin at the end of the file, parse it, and call the function with it",
    },
  };
}

export const argvForStdin: Rule = {
  code: "argv-for-stdin",
  group: "input",
  severity: "error",
  confidence: "shape",
  fix: "unsafe",
  *check(subject) {
    const { script, hook, canonical } = subject;
    if (script === null || script.isInline || hook.event === null) return;
    yield* neverCalled(subject, script);
    const { stdin } = script.facts;
    // `exec other.sh "$@"` passes on what there is.
    const argv = script.facts.argv.filter(
      (one) => !/^\$\{?[@*]/.test(sourceAt(script, one).slice(one.start, one.end)),
    );
    const [at] = argv;
    if (at === undefined || stdin.length > 0) return;
    if (canonical === null || canonical.startsWith("Session")) return;
    // It reads options, for whoever calls it by hand.
    if (/\bstdin\b|argparse|getopts|\$# -g[te]|--help\b/.test(wholeSource(script))) return;
    // `guard.sh --selftest`: an option for whoever calls it by hand.
    const source = sourceAt(script, at);
    const line = source.slice(source.lastIndexOf("\n", at.start) + 1).split("\n", 1);
    if (/--[a-z]{2,}/.test(line[0] ?? "")) return;
    // `guard.sh "$X"`: the settings give it arguments.
    if (hook.args !== undefined || /\.\w+["']?\s+\S/.test(hook.command ?? "")) return;
    const [, field] = fields.find(([tools]) => tools.test(hook.matcher ?? "")) ?? [];
    const isFirst = argv.every(({ start, end }) =>
      /^"?\$\{?1\b/.test(script.source.slice(start, end)),
    );
    yield {
      at,
      message: `The script reads an argument, but ${hook.host} gives it none: the payload comes on stdin, as JSON.`,
      sees: { user: "nothing", model: "nothing" },
      fix: {
        safety: "unsafe",
        description:
          "read stdin: `INPUT=$(cat)` and `jq`, `json.load(sys.stdin)`, or `fs.readFileSync(0)`",
        edits:
          field === undefined || !isFirst || script.parsed.language !== "shell"
            ? undefined
            : [atTop(script.source, `set -- "$(jq -r '.tool_input.${field} // empty')"`, false)],
      },
    };
  },
  bad: [
    {
      title: "a function that nothing calls",
      event: "PostToolUse",
      script: `#!/usr/bin/env node
const path = require("path");
const LOG = path.join(__dirname, "tools.log");
module.exports = async (payload) => {
  require("fs").appendFileSync(LOG, payload.tool_name);
};
`,
    },
    {
      title: "the same in Python",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import re, sys
SECRET = re.compile("secret")
def main(payload):
    if SECRET.search(payload["tool_input"]["command"]):
        sys.exit(2)
`,
    },
    {
      title: "the prompt is no argument",
      event: "UserPromptSubmit",
      script: `#!/usr/bin/env node
const prompt = process.argv.slice(2).join(" ");
if (!prompt.startsWith("/")) console.log("Read the rules first");
`,
    },
    {
      title: "the command is expected as an argument",
      event: "PreToolUse",
      matcher: "Bash",
      script: `#!/bin/bash
if [[ "$1" == *"rm -rf"* ]]; then
  echo "Blocked" >&2
  exit 2
fi
`,
    },
  ],
  good: [
    {
      title: "a function that is called where the file is started",
      event: "PostToolUse",
      script: `#!/usr/bin/env node
const log = (payload) => require("fs").appendFileSync("tools.log", payload.tool_name);
module.exports = log;
if (require.main === module) log(JSON.parse(require("fs").readFileSync(0, "utf8")));
`,
    },
    {
      title: "a package calls it",
      event: "PostToolUse",
      script: `#!/usr/bin/env node
const { serve } = require("hook-runner");
serve((payload) => payload.tool_name);
`,
    },
    {
      title: "arguments that are passed on",
      event: "Stop",
      script: `#!/bin/bash
exec "$CLAUDE_PROJECT_DIR/scripts/stop" "$@"
`,
    },
    {
      title: "the payload is read from stdin",
      event: "PreToolUse",
      matcher: "Bash",
      script: `#!/bin/bash
COMMAND=$(jq -r .tool_input.command)
if [[ "$COMMAND" == *"rm -rf"* ]]; then
  echo "Blocked" >&2
  exit 2
fi
`,
    },
    {
      title: "a function has arguments of its own",
      event: "PreToolUse",
      script: `#!/bin/bash
deny() { echo "$1" >&2; exit 2; }
jq -e .tool_input.command >/dev/null || deny "Blocked: no command"
`,
    },
  ],
};
