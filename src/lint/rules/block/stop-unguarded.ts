import type { Edit } from "../../edits.js";
import type { Rule } from "../../rule.js";
import { atTop, lineBehind, onlyMatch } from "../../script-edits.js";
import { wholeSource, type LintScript } from "../../subject.js";

/** Where the payload is read into a variable, a line behind it; in a shell script that does not read it, the first. */
const readings: readonly (readonly [RegExp, (name: string, indent: string) => string])[] = [
  [
    /^([ \t]*)(\w+)=\$\(cat\)[ \t]*$/gm,
    (name, indent) =>
      `${indent}[ "$(printf '%s' "$${name}" | jq -r .stop_hook_active)" = true ] && exit 0`,
  ],
  [
    /^([ \t]*)(\w+) = json\.loads?\(sys\.stdin(?:\.read\(\))?\)[ \t]*$/gm,
    (name, indent) => `${indent}if ${name}.get("stop_hook_active"):\n${indent}    sys.exit(0)`,
  ],
  [
    /^([ \t]*)(?:const|let) (\w+) = JSON\.parse\([^\n]*\);?[ \t]*$/gm,
    (name, indent) => `${indent}if (${name}.stop_hook_active) process.exit(0);`,
  ],
];

function passing({ source, parsed, facts, isInline }: LintScript): readonly Edit[] | undefined {
  for (const [pattern, line] of readings) {
    const found = onlyMatch(source, { start: 0, end: 0 }, pattern);
    const [indent = "", name = ""] = found?.groups ?? [];
    if (found !== null) return [lineBehind(source, found, line(name, indent))];
  }
  if (parsed.language !== "shell" || facts.stdin.length > 0) return undefined;
  return [atTop(source, '[ "$(jq -r .stop_hook_active)" = true ] && exit 0', isInline)];
}

/** What tells a hook that the agent comes back because of a hook, where it is no `stop_hook_active`. */
const flags: Readonly<Record<string, string>> = { cursor: "loop_count" };

function untilWhen(limit: number | "none" | undefined): string {
  if (limit === undefined) return "";
  return limit === "none" ? ", and has no limit of its own" : `, ${limit} times in a row`;
}

export const stopUnguarded: Rule = {
  code: "stop-unguarded",
  group: "block",
  severity: "warning",
  confidence: "shape",
  fix: "unsafe",
  *check({ ways, canonical, script, hook, table }) {
    if (canonical !== "Stop" && canonical !== "SubagentStop") return;
    if (
      script === null ||
      /stop_hook_active|stopHookActive|\bloop_count\b/.test(wholeSource(script))
    )
      return;
    const way = ways.find(({ reading, isCertain }) => isCertain && reading.outcome === "block");
    const at = way?.exit.at ?? [...(way?.stdout ?? []), ...(way?.stderr ?? [])][0]?.write.at;
    if (way === undefined || at === undefined) return;
    const flag = flags[hook.host] ?? "stop_hook_active";
    yield {
      at,
      message: `The hook keeps the agent from stopping and never looks at \`${flag}\`: ${hook.host} comes back to it again and again${untilWhen(table?.stopLimit)}.`,
      sees: { user: "an agent that does not stop", model: "the same reason each time" },
      fix: {
        safety: "unsafe",
        description:
          flag === "stop_hook_active"
            ? "exit with 0 where `stop_hook_active` in the payload is true"
            : `exit with 0 where \`${flag}\` in the payload says that it was here before`,
        edits: flag === "stop_hook_active" ? passing(script) : undefined,
      },
    };
  },
  bad: [
    {
      title: "it blocks each stop",
      event: "Stop",
      script: `#!/bin/bash
if ! npm test >/dev/null 2>&1; then
  echo "Tests fail, fix them" >&2
  exit 2
fi
`,
    },
    {
      title: "the same for Gemini CLI, in JavaScript",
      host: "gemini",
      event: "AfterAgent",
      script: `#!/usr/bin/env node
console.log(JSON.stringify({ decision: "deny", reason: "Tests fail, fix them" }));
`,
    },
  ],
  good: [
    {
      title: "it counts how often, for Cursor",
      host: "cursor",
      event: "stop",
      script: `#!/usr/bin/env node
const { loop_count } = JSON.parse(require("fs").readFileSync(0, "utf8"));
if (loop_count < 3) console.log(JSON.stringify({ followup_message: "Run the tests" }));
`,
    },
    {
      title: "it blocks once",
      event: "Stop",
      script: `#!/bin/bash
[ "$(jq -r .stop_hook_active)" = true ] && exit 0
if ! npm test >/dev/null 2>&1; then
  echo "Tests fail, fix them" >&2
  exit 2
fi
`,
    },
  ],
};
