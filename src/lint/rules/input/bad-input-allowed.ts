import type { Edit } from "../../edits.js";
import type { Rule } from "../../rule.js";
import { exitWithTwo, insert, ownLine } from "../../script-edits.js";
import type { Span } from "../../script/syntax.js";
import { isGuard } from "../../subject.js";

const REASON = "Blocked: the guard cannot read its input";

/** Each of them says why and ends with 2. */
function closed(source: string, ends: readonly Span[]): readonly Edit[] | undefined {
  const places = new Map(ends.map((at) => [at.start, at]));
  const edits = Array.from(places.values(), (at) => closedAt(source, at));
  return edits.every((one) => one !== undefined) ? edits.flat() : undefined;
}

function closedAt(source: string, at: Span): readonly Edit[] | undefined {
  const indent = ownLine(source, at);
  const ending = exitWithTwo(source, at);
  if (indent === null || ending === undefined) return undefined;
  const says = source.slice(at.start).startsWith("process.")
    ? `console.error("${REASON}");`
    : `print("${REASON}", file=sys.stderr)`;
  return [insert(at.start, `${says}\n${indent}`), ...ending];
}

/** `X=$(… jq …)` on a line of its own ends the script where jq fails. */
function tested(source: string, at: Span): readonly Edit[] | undefined {
  const line = source.lastIndexOf("\n", at.start) + 1;
  const [found] =
    /^[ \t]*\w+=("?)\$\([^\n()]*\)\1(?=[ \t]*\r?(?:\n|$))/.exec(source.slice(line)) ?? [];
  if (found === undefined || line + found.length < at.end) return undefined;
  return [insert(line + found.length, ` || { echo "${REASON}" >&2; exit 2; }`)];
}

export const badInputAllowed: Rule = {
  code: "bad-input-allowed",
  group: "input",
  severity: "info",
  confidence: "shape",
  fix: "unsafe",
  *check(subject) {
    const { script, hook, canonical } = subject;
    if (script === null || canonical === null || !isGuard(subject)) return;
    const { handlers, programs } = script.facts;
    // A guard of the end that always blocks would never let the agent stop.
    const mayBlock = canonical !== "Stop" && canonical !== "SubagentStop";
    const passing = handlers.flatMap(({ at, readsInput, goesOn }) => {
      const ways = subject.ways.filter(
        ({ exit: { handler }, reading }) =>
          handler?.start === at.start && handler.file === at.file && reading.outcome === "proceed",
      );
      if (!readsInput || (!goesOn && ways.length === 0)) return [];
      const inside = ways.flatMap(({ exit }) =>
        exit.at !== null && exit.at.file === at.file && exit.at.start > at.start ? [exit.at] : [],
      );
      return [{ at, goesOn, inside, code: ways[0]?.code }];
    });
    const [first] = passing;
    if (first !== undefined) {
      const { at, inside, code } = first;
      const canClose = passing.every(
        (one) => one.inside.length > 0 && !one.goesOn && one.at.file === undefined,
      );
      yield {
        at: inside[0] ?? at,
        message: `If the input cannot be read, the guard ${code === undefined ? "goes on without it" : `ends with ${code}`} and ${hook.host} lets everything pass.`,
        fix: {
          safety: "unsafe",
          description: "exit with 2 and say why on stderr",
          edits:
            mayBlock && canClose
              ? closed(
                  script.source,
                  passing.flatMap((one) => one.inside),
                )
              : undefined,
        },
      };
      return;
    }
    const jq = programs.find(({ name }) => name === "jq");
    if (
      jq === undefined ||
      /set -\w*e|jq -e|\|\| *(?:exit 2|\{|deny|block|fail)/.test(script.source)
    )
      return;
    yield {
      at: jq.at,
      message: `If jq fails (bad input, or no jq), its result is empty and the guard lets everything pass.`,
      fix: {
        safety: "unsafe",
        description: "test its exit code: `… | jq -er … || exit 2`",
        edits: mayBlock ? tested(script.source, jq.at) : undefined,
      },
    };
  },
  bad: [
    {
      title: "an exception lets everything pass",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import json, sys
try:
    data = json.load(sys.stdin)
except Exception:
    sys.exit(0)
if "secret" in str(data):
    print("Blocked", file=sys.stderr)
    sys.exit(2)
`,
    },
    {
      title: "an explicit allow, in Cursor",
      host: "cursor",
      event: "beforeShellExecution",
      script: `#!/usr/bin/env node
function answer(decision) {
  console.log(JSON.stringify(decision));
  process.exit(0);
}
function readStdin() {
  return new Promise((resolve) => {
    let data = "";
    process.stdin.on("data", (chunk) => (data += chunk));
    process.stdin.on("end", () => resolve(data));
  });
}
let command = "";
const input = await readStdin();
try {
  command = JSON.parse(input).command;
} catch {
  answer({ permission: "allow" });
}
if (command.includes("rm -rf")) answer({ permission: "deny", user_message: "Blocked" });
`,
    },
    {
      title: "nothing is left to check",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import json, sys
try:
    data = json.load(sys.stdin)
except ValueError:
    data = {}
if "secret" in str(data):
    print("Blocked", file=sys.stderr)
    sys.exit(2)
`,
    },
    {
      title: "jq fails in silence",
      event: "PreToolUse",
      script: `#!/bin/bash
COMMAND=$(jq -r .tool_input.command)
if [[ "$COMMAND" == *secret* ]]; then
  echo "Blocked" >&2
  exit 2
fi
`,
    },
  ],
  good: [
    {
      title: "an exception of something else",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import json, sys
data = json.load(sys.stdin)
try:
    open("log", "a").write("seen")
except OSError:
    pass
if "secret" in str(data):
    print("Blocked", file=sys.stderr)
    sys.exit(2)
`,
    },
    {
      title: "an exception blocks",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import json, sys
try:
    data = json.load(sys.stdin)
except Exception:
    print("Blocked: the guard cannot read its input", file=sys.stderr)
    sys.exit(2)
if "secret" in str(data):
    print("Blocked", file=sys.stderr)
    sys.exit(2)
`,
    },
    {
      title: "jq is tested",
      event: "PreToolUse",
      script: `#!/bin/bash
COMMAND=$(jq -er .tool_input.command) || exit 2
if [[ "$COMMAND" == *secret* ]]; then
  echo "Blocked" >&2
  exit 2
fi
`,
    },
  ],
};
