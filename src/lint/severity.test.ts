import { expect, test } from "vitest";
import { exampleSubject } from "./example-subject.test-support.js";
import { lintSubjects } from "./lint.js";
import type { Example } from "./rule.js";

const asks = `#!/bin/sh
echo '{"permission": "ask", "user_message": "This touches the app. Confirm before you go on."}'
`;
const lints = `#!/bin/bash
file=$(jq -r .tool_input.file_path)
command=(shellcheck --)
output=$("\${command[@]}" "$file" 2>&1) || true
echo "$output"
`;
const cursor = { host: "cursor", event: "preToolUse", script: asks } as const;

test.each<readonly [says: string, code: string, severity: string, example: Partial<Example>]>([
  ["a question that the host never asks", "host-deny-lost", "error", cursor],
  [
    "the same, where the command also runs on an event on which it does",
    "host-deny-lost",
    "warning",
    { ...cursor, otherEvents: ["beforeShellExecution"] },
  ],
  [
    "the same, where that event does not ask either",
    "host-deny-lost",
    "error",
    { ...cursor, otherEvents: ["postToolUse"] },
  ],
  [
    "what a check finds, on a stream that nobody reads",
    "stdout-unseen",
    "error",
    { script: lints },
  ],
  [
    "the same, in a hook that tells the model something else",
    "stdout-unseen",
    "warning",
    {
      script: `${lints}if grep -q TODO "$file"; then echo "A TODO is left" >&2; exit 2; fi
`,
    },
  ],
  [
    "any words on a stream that nobody reads",
    "stdout-unseen",
    "info",
    { script: '#!/bin/bash\ndate >> "saved.log"\necho "saved"\n' },
  ],
])("%s: %s is %s", async (_says, code, severity, example) => {
  const subject = await exampleSubject({ title: "", event: "PostToolUse", ...example });
  const found = lintSubjects([subject]).filter((one) => one.code === code);
  expect(found.map((one) => one.severity)).toEqual([severity]);
});
