import type { Rule } from "../../rule.js";

export const stdinReplaced: Rule = {
  code: "stdin-replaced",
  group: "input",
  severity: "error",
  confidence: "shape",
  fix: "none",
  *check({ script, hook }) {
    for (const at of script?.facts.lostStdin ?? [])
      yield {
        at,
        message: `This code reads stdin, but a here-document or a pipe is its stdin: the payload of ${hook.host} never arrives.`,
        sees: { user: "nothing", model: "nothing" },
        fix: {
          safety: "unsafe",
          description:
            "read the payload before (`PAYLOAD=$(cat)`) and pass it as an argument or a variable, or use `-c`",
        },
      };
  },
  bad: [
    {
      title: "the program comes by the stdin that it wants to read",
      event: "PreToolUse",
      script: `#!/bin/bash
python3 - <<'EOF'
import json, sys
data = json.load(sys.stdin)
if data['tool_name'] == 'Bash':
    sys.exit(2)
EOF
`,
    },
  ],
  good: [
    {
      title: "the payload is passed as an argument",
      event: "PreToolUse",
      script: `#!/bin/bash
PAYLOAD=$(cat)
python3 - "$PAYLOAD" <<'EOF'
import json, sys
data = json.loads(sys.argv[1])
if data['tool_name'] == 'Bash':
    print('Blocked', file=sys.stderr)
    sys.exit(2)
EOF
`,
    },
  ],
};
