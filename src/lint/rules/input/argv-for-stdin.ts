import type { Rule } from "../../rule.js";
import { atTop } from "../../script-edits.js";
import { sourceAt, wholeSource } from "../../subject.js";

/** The field that a guard of a tool looks at. */
const fields: readonly (readonly [RegExp, string])[] = [
  [/^Bash$/, "command"],
  [/^(?:Edit|Write|MultiEdit|Read)(?:\|(?:Edit|Write|MultiEdit|Read))*$/, "file_path"],
];

export const argvForStdin: Rule = {
  code: "argv-for-stdin",
  group: "input",
  severity: "error",
  confidence: "shape",
  fix: "unsafe",
  *check({ script, hook, canonical }) {
    if (script === null || script.isInline || hook.event === null) return;
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
