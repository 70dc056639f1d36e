import type { Edit } from "../../edits.js";
import type { Rule } from "../../rule.js";
import type { Span } from "../../script/syntax.js";

/** `echo "{\"reason\": \"$REASON\"}"` by jq: each variable that is in a text of the JSON is given to it as a text. */
function byJq(source: string, at: Span): readonly Edit[] | undefined {
  const code = source.slice(at.start, at.end);
  const [, quoted] = /^echo\s+"((?:[^"\\]|\\[^])*)"$/.exec(code) ?? [];
  if (quoted === undefined || /[\n'`]/.test(quoted)) return undefined;
  const names = new Set<string>();
  const filled = (put: (name: string) => string): string =>
    quoted.replaceAll(
      /\\(["\\$])|\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g,
      (_whole, escaped: string | undefined, braced: string | undefined, bare: string) =>
        escaped ?? put(braced ?? bare),
    );
  const program = filled((name) => {
    names.add(name);
    return `\\($${name})`;
  });
  // Whatever else a shell fills in would be text now; a variable that is not in a text would be another value.
  if (/\$(?!\w+\))/.test(program) || !isJson(filled(() => "x"))) return undefined;
  const args = Array.from(names, (name) => `--arg ${name} "$${name}" `);
  return [{ ...at, text: `jq -nc ${args.join("")}'${program}'` }];
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export const jsonInterpolated: Rule = {
  code: "json-interpolated",
  group: "answer",
  severity: "warning",
  confidence: "shape",
  fix: "unsafe",
  *check({ ways, hook, script }) {
    const seen = new Set<number>();
    for (const { stdout } of ways)
      for (const { write, answer, isInterpolated } of stdout) {
        if (!isInterpolated || answer === null || seen.has(write.id)) continue;
        seen.add(write.id);
        yield {
          at: write.at,
          message: `Values are put into JSON that is written by hand: a quote or a line break in one of them breaks it, and ${hook.host} drops the answer.`,
          sees: { user: "then an error of the hook", model: "then nothing" },
          fix: {
            safety: "unsafe",
            description:
              "build it with `jq -n --arg reason \"$REASON\" '{…, reason: $reason}'`, json.dumps or JSON.stringify",
            edits: byJq(script?.source ?? "", write.at),
          },
        };
      }
  },
  bad: [
    {
      title: "a variable in JSON",
      event: "PostToolUse",
      script: `#!/bin/bash
REASON=$(npm test 2>&1 | tail -1)
echo "{\\"decision\\": \\"block\\", \\"reason\\": \\"$REASON\\"}"
`,
    },
  ],
  good: [
    {
      title: "jq quotes it",
      event: "PostToolUse",
      script: `#!/bin/bash
REASON=$(npm test 2>&1 | tail -1)
jq -n --arg reason "$REASON" '{decision: "block", reason: $reason}'
`,
    },
  ],
};
