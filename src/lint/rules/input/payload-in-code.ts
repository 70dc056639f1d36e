import type { Rule } from "../../rule.js";

export const payloadInCode: Rule = {
  code: "payload-in-code",
  group: "input",
  severity: "warning",
  confidence: "shape",
  fix: "none",
  *check({ script }) {
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
  ],
  good: [
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
