import type { RawFinding } from "../../finding.js";
import type { Rule } from "../../rule.js";
import type { LintScript } from "../../subject.js";

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

export const payloadInCode: Rule = {
  code: "payload-in-code",
  group: "input",
  severity: "warning",
  confidence: "shape",
  fix: "none",
  *check({ script }) {
    if (script !== null) yield* evaluated(script);
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
