import type { Edit } from "../../edits.js";
import { seenWithTwo } from "../../lanes.js";
import type { Rule } from "../../rule.js";
import type { Span } from "../../script/syntax.js";

/** `command | while … done` becomes `while … done < <(command)`, which only bash and zsh have. */
function unpiped(source: string, { start }: Span): readonly Edit[] | undefined {
  if (!/^#!.*\b(?:bash|zsh)\b/.test(source)) return undefined;
  const before = source.slice(0, start);
  const pipe = Math.max(before.lastIndexOf("| while "), before.lastIndexOf("|while "));
  const line = source.lastIndexOf("\n", pipe) + 1;
  const [indent = ""] = /^[ \t]*/.exec(source.slice(line)) ?? [];
  const command = source.slice(line + indent.length, pipe).trimEnd();
  const close = `\n${indent}done`;
  const last = source.indexOf(close, pipe);
  const end = last + close.length;
  if (pipe < 0 || last < start || command === "" || /[|&;#]/.test(command)) return undefined;
  if (!/^(?:\r?\n|$)/.test(source.slice(end, end + 2))) return undefined;
  const loop = source.slice(source.indexOf("while", pipe), end);
  return [{ start: line, end, text: `${indent}${loop} < <(${command})` }];
}

export const exitInSubshell: Rule = {
  code: "exit-in-subshell",
  group: "block",
  severity: "error",
  confidence: "shape",
  fix: "unsafe",
  *check(subject) {
    const { script } = subject;
    const exits = script?.facts.exits ?? [];
    const seen = new Set<number>();
    for (const { code, at, isSubshell, isAsked, isLost } of exits) {
      if (!isSubshell || isAsked || code !== 2 || at === null || seen.has(at.start)) continue;
      const isHelpers = at.file !== undefined || isLost;
      // Where the subshell comes last, its code is that of the script.
      const goesOn = exits.some(
        (other) =>
          !other.isSubshell &&
          other.code === 0 &&
          (isHelpers || (other.at !== null && other.at.start > at.end)),
      );
      if (!goesOn || (isHelpers && !isLost)) continue;
      seen.add(at.start);
      yield {
        at,
        message: isHelpers
          ? "This `exit 2` does not block: what starts the code does not look at how it ends, and ends with 0 itself."
          : "This `exit 2` ends only the subshell or the side of a pipe that it is in; the script goes on and ends with 0.",
        sees: { user: "nothing", model: "nothing" },
        after: seenWithTwo(subject),
        fix: {
          safety: "unsafe",
          description:
            "read with `while … done < <(command)` instead of a pipe, or test the result: `… || exit 2`",
          edits: unpiped(script?.source ?? "", at),
        },
      };
    }
  },
  bad: [
    {
      title: "a loop behind a pipe",
      event: "PreToolUse",
      script: `#!/bin/bash
jq -r .tool_input.command | while read -r line; do
  case "$line" in *secret*) exit 2;; esac
done
exit 0
`,
    },
    {
      title: "a guard whose code is thrown away",
      event: "PreToolUse",
      command: "node -e 'if (process.cwd() === \"/\") process.exit(2)' || true",
    },
    {
      title: "a guard whose code nobody looks at",
      event: "PreToolUse",
      script: `#!/bin/bash
INPUT=$(cat)
printf '%s' "$INPUT" | python3 "$(dirname "$0")/check.py"
echo "$INPUT" >> calls.log
exit 0
`,
      others: {
        "hooks/check.py": "import sys\nsys.exit(2)\n",
      },
    },
  ],
  good: [
    {
      title: "a function whose code is asked",
      event: "SessionStart",
      script: `#!/bin/bash
build() {
  [ -f notes.md ] || exit 2
  cat notes.md
}
if text="$(build)"; then
  jq -n --arg text "$text" '{hookSpecificOutput: {hookEventName: "SessionStart", additionalContext: $text}}'
else
  code=$?
  [ "$code" -ne 2 ] && echo "The notes could not be read"
fi
exit 0
`,
    },
    {
      title: "a guard whose code is the script's",
      event: "PreToolUse",
      script: `#!/bin/bash
INPUT=$(cat)
printf '%s' "$INPUT" | python3 "$(dirname "$0")/check.py" || exit 2
echo "$INPUT" >> calls.log
exit 0
`,
      others: {
        "hooks/check.py": 'import sys\nprint("Blocked: no", file=sys.stderr)\nsys.exit(2)\n',
      },
    },
    {
      title: "the loop reads from a substitution",
      event: "PreToolUse",
      script: `#!/bin/bash
while read -r line; do
  case "$line" in *secret*) echo "Blocked" >&2; exit 2;; esac
done < <(jq -r .tool_input.command)
exit 0
`,
    },
  ],
};
