import type { RawFinding } from "../../finding.js";
import type { Rule } from "../../rule.js";
import { wholeSource, type LintScript } from "../../subject.js";

const EVALUATED = /\beval\s+"?\$\((?:[^()]|\([^()]*\))*\bjq\b(?:[^()]|\([^()]*\))*\)/g;

/** `eval "$(jq -r '"NAME=" + .name')"`: what jq prints is run, but `@sh` quotes it. */
function* evaluated({ source, parsed }: LintScript): Generator<RawFinding> {
  if (parsed.language !== "shell") return;
  for (const found of source.matchAll(EVALUATED)) {
    if (found[0].includes("@sh")) continue;
    yield {
      at: { start: found.index, end: found.index + found[0].length },
      message:
        "Values of the payload are run as code by `eval`: a blank in one of them breaks the line, and whoever chooses it runs code of their own.",
      fix: {
        safety: "unsafe",
        description: "quote each value with `@sh` in jq, or read it with `$(jq -r …)`",
      },
    };
  }
}

/** Somebody has thought of the quotes. */
const ESCAPES =
  /shlex|shell-?(?:quote|escape)|\bescap|\breplace(?:All)?\([^)\n]*["'\\`]{2}|\$\{\w+\/\/|tr -d|sed [^\n]*\\"|%q/i;

/** `osascript -e "display notification \"$MESSAGE\""`: a quote in the message ends the text. */
function* injected(script: LintScript): Generator<RawFinding> {
  if (ESCAPES.test(wholeSource(script))) return;
  for (const { by, at } of script.facts.injected)
    yield {
      at,
      message: `A value of the payload is put into code that ${by} runs: a quote in it breaks the code, and whoever chooses it runs code of their own.`,
      fix: {
        safety: "unsafe",
        description:
          "pass the value as an argument or by the environment, and let the code read it from there",
      },
    };
}

export const payloadInCode: Rule = {
  code: "payload-in-code",
  group: "input",
  severity: "warning",
  confidence: "shape",
  fix: "none",
  *check({ script }) {
    if (script !== null) yield* evaluated(script);
    if (script !== null) yield* injected(script);
    for (const { at, isSpliced, language } of script?.parsed.nested.keys() ?? []) {
      if (!isSpliced) continue;
      yield {
        at,
        message: `Values are put into the text of ${language} code: a quote in one of them breaks the code, or runs as code.`,
        fix: {
          safety: "unsafe",
          description:
            "put the code between single quotes and pass values as arguments or by the environment",
        },
      };
    }
  },
  bad: [
    {
      title: "a message in AppleScript",
      event: "Notification",
      script: `#!/bin/bash
MESSAGE=$(jq -r .message)
osascript -e "display notification \\"$MESSAGE\\" with title \\"Claude Code\\""
`,
    },
    {
      title: "the same in Python",
      event: "Notification",
      script: `#!/usr/bin/env python3
import json, subprocess, sys
message = json.load(sys.stdin).get("message", "")
text = f'display notification "{message}"'
subprocess.run(["osascript", "-e", text])
`,
    },
    {
      title: "a path in a line for the shell",
      event: "PostToolUse",
      matcher: "Edit|Write",
      script: `#!/usr/bin/env node
const { tool_input } = JSON.parse(require("fs").readFileSync(0, "utf8"));
const { execSync } = require("child_process");
execSync(\`npx prettier --write "\${tool_input.file_path}"\`);
`,
    },
    {
      title: "a variable inside of Python code",
      event: "PostToolUse",
      script: `#!/bin/bash
FILE=$(jq -r .tool_input.file_path)
python3 -c "print(open('$FILE').read())" >/dev/null
`,
    },
    {
      title: "what jq prints is run",
      event: "SessionEnd",
      script: `#!/bin/bash
eval "$(jq -r '"SESSION=" + .session_id + "\\n" + "FOLDER=" + .cwd')"
echo "$SESSION $FOLDER" >> sessions.log
`,
    },
  ],
  good: [
    {
      title: "AppleScript gets the message as an argument",
      event: "Notification",
      script: `#!/bin/bash
MESSAGE=$(jq -r .message)
osascript -e 'on run argv' -e 'display notification (item 1 of argv)' -e 'end run' -- "$MESSAGE"
`,
    },
    {
      title: "no shell between",
      event: "PostToolUse",
      matcher: "Edit|Write",
      script: `#!/usr/bin/env node
const { tool_input } = JSON.parse(require("fs").readFileSync(0, "utf8"));
require("child_process").execFileSync("npx", ["prettier", "--write", tool_input.file_path]);
`,
    },
    {
      title: "jq quotes what is run",
      event: "SessionEnd",
      script: `#!/bin/bash
eval "$(jq -r '@sh "SESSION=\\(.session_id) FOLDER=\\(.cwd)"')"
echo "$SESSION $FOLDER" >> sessions.log
`,
    },
    {
      title: "the variable is an argument",
      event: "PostToolUse",
      script: `#!/bin/bash
FILE=$(jq -r .tool_input.file_path)
python3 -c 'import sys; print(open(sys.argv[1]).read())' "$FILE" >/dev/null
`,
    },
  ],
};
