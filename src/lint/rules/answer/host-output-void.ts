import type { Rule } from "../../rule.js";
import { problemsOfWays } from "./void-answer.js";

export const hostOutputVoid: Rule = {
  code: "host-output-void",
  group: "answer",
  severity: "error",
  confidence: "shape",
  fix: "safe",
  check: (subject) =>
    problemsOfWays(
      subject,
      ({ code, path }) =>
        code === "host-output-void" && !path.endsWith("hookEventName") && path !== "stdout",
      ({ path, found, allowed = [] }) =>
        `${subject.hook.host} drops the whole answer: \`${path}\` is ${found}${allowed.length > 0 && allowed.length < 6 ? `, allowed: ${allowed.join(", ")}` : ""}.`,
      ({ path, allowed = [] }) =>
        allowed.length > 0 && allowed.length < 6
          ? `set \`${path}\` to one of: ${allowed.join(", ")}`
          : `remove or correct \`${path}\``,
    ),
  bad: [
    {
      title: "a word that the host does not know",
      event: "PreToolUse",
      script: `#!/bin/bash
echo '{"decision": "deny", "reason": "no"}'
`,
    },
  ],
  good: [
    {
      title: "the word that it knows",
      event: "PreToolUse",
      script: `#!/bin/bash
echo '{"decision": "block", "reason": "no"}'
`,
    },
  ],
};
