import type { Edit } from "../../edits.js";
import type { Rule } from "../../rule.js";

const NESTED = /\((?:\?:)?(?:\\[wWsSdD]|\[[^\]\n]+\]|\.|\w)[+*]\)[+*]/g;
const LONGEST = 262_144;

/** The same texts match: what is repeated inside needs no repetition outside. */
function once({ 0: pattern, index }: RegExpExecArray): Edit {
  const end = index + pattern.length;
  return { start: end - 1, end, text: pattern.endsWith("+)*") ? "?" : "" };
}

export const patternCatastrophic: Rule = {
  code: "pattern-catastrophic",
  group: "hardening",
  severity: "warning",
  confidence: "shape",
  fix: "unsafe",
  *check({ script, table, hook }) {
    if (script === null || script.parsed.language === "shell") return;
    for (const found of script.source.slice(0, LONGEST).matchAll(NESTED))
      yield {
        at: { start: found.index, end: found.index + found[0].length },
        message: `This pattern can take exponential time on a text that does not match: the hook then times out${table === null || hook.onFailure === "block" ? "" : `, and ${hook.host} goes on without it`}.`,
        fix: {
          safety: "unsafe",
          description: "repeat only once: `\\w+` instead of `(\\w+)+`",
          edits: [once(found)],
        },
      };
  },
  bad: [
    {
      title: "a repeated repetition",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import json, re, sys
command = json.load(sys.stdin)["tool_input"]["command"]
if re.search(r"^(\\w+)+$", command):
    print("Blocked", file=sys.stderr)
    sys.exit(2)
`,
    },
  ],
  good: [
    {
      title: "one repetition",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import json, re, sys
command = json.load(sys.stdin)["tool_input"]["command"]
if re.search(r"^\\w+$", command):
    print("Blocked", file=sys.stderr)
    sys.exit(2)
`,
    },
  ],
};
