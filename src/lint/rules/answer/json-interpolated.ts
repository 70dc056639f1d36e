import type { Edit } from "../../edits.js";
import type { Rule } from "../../rule.js";
import type { Span } from "../../script/syntax.js";
import { sourceAt, type LintScript } from "../../subject.js";

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

/** How scripts make a value fit for JSON before they put it in. */
const QUOTES =
  /[jJ](?:son|SON)_?[eE]scape|[eE]scape_?[jJ]|json\.dumps|jq\s+-\w*R|tr\s+-d\s+['"][^'"\n]*"|s\/"\/|\\\\"|\/\\"\//;
/** What holds a number, or one of a few words. */
const PLAIN =
  /^(?:-?\d+|\w*)$|^\$\(\(|\$\((?:[^)]*\|\s*)?(?:wc|grep -\w*c|date|stat)\b|\s\|\s*wc\b/;

/** Every variable that is put in was quoted before, or holds no text of anybody. */
function isQuotedBefore(script: LintScript, at: Span): boolean {
  const source = sourceAt(script, at);
  if (script.parsed.language !== "shell") return false;
  const code = source.slice(at.start, at.end);
  // What is put in right here, or was given to a function, is not looked into.
  const rest = code.replaceAll(/\$\{?[A-Za-z_]\w*\}?/g, "");
  if (/\$\(|`|\$\{?[1-9@*]/.test(rest) && !QUOTES.test(rest)) return false;
  const names = new Set(Array.from(code.matchAll(/\$\{?([A-Za-z_]\w*)/g), ([, name = ""]) => name));
  if (names.size === 0) return QUOTES.test(rest);
  return [...names].every((name) => {
    const given = Array.from(
      source.matchAll(
        new RegExp(`(?:^|[\\s;(])${name}=([^\\n]*(?:\\n[^\\n=]*json\\.dumps[^\\n]*)?)`, "g"),
      ),
      ([, value = ""]) => value.trim(),
    );
    return given.length > 0 && given.every((value) => QUOTES.test(value) || PLAIN.test(value));
  });
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
        if (script !== null && isQuotedBefore(script, write.at)) continue;
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
      title: "values that were made fit for it",
      event: "PostToolUse",
      script: `#!/bin/bash
json_escape() { printf '%s' "$1" | sed 's/\\\\/\\\\\\\\/g; s/"/\\\\"/g' | tr '\\n' ' '; }
FILE=$(jq -r .tool_input.file_path)
COUNT=$(grep -c TODO "$FILE")
NAME=$(json_escape "$FILE")
printf '{"decision": "block", "reason": "%d TODOs in %s"}\\n' "$COUNT" "$NAME"
`,
    },
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
