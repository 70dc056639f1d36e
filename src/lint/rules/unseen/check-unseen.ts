import { interpret } from "../../../interpret/index.js";
import { samplePayload } from "../../../payload/index.js";
import type { RawFinding } from "../../finding.js";
import { exitTwoCounts, reachAdvice, reachesModel, seenOf, seenWithTwo } from "../../lanes.js";
import type { Rule } from "../../rule.js";
import type { CheckRun } from "../../script/facts.js";
import type { Subject } from "../../subject.js";

const PROBE = "snaphookcheck";

/** Events after which, or before which, an agent can do something about a mistake. */
const events = /^(?:PreToolUse|PostToolUse|Stop|SubagentStop)$/;

/** The exit codes that a hook may end with after a check has failed. */
function codesAfter({ id, failure, code }: CheckRun, { script }: Subject): readonly number[] {
  if (failure === "ends") return [code];
  const after = (script?.facts.exits ?? []).filter(
    ({ isSubshell, checks }) => !isSubshell && checks.includes(id),
  );
  return [...new Set(after.flatMap((exit) => exit.code ?? []))];
}

/** Whether the hook says something of its own after it, or stops something. */
function isAnswered({ id, failure }: CheckRun, { ways }: Subject): boolean {
  return ways.some(
    ({ exit, reading, stdout, stderr }) =>
      exit.checks.includes(id) &&
      // Exit code 2 alone says nothing of what is wrong.
      ((reading.outcome !== "proceed" && stdout.length + stderr.length > 0) ||
        (reading.toModel.length > 0 && reading.outcome === "proceed") ||
        // What it says itself is the business of other rules, but for what the user alone reads.
        (failure === "tested" &&
          stdout.length + stderr.length > 0 &&
          !(reading.toUser.length > 0 && exit.code === 0))),
  );
}

function found(check: CheckRun, subject: Subject): RawFinding | null {
  const { hook, table, canonical } = subject;
  const { stream, failure, name, at } = check;
  const codes = codesAfter(check, subject);
  const isOwn = failure === "ends" || codes.includes(check.code);
  if (codes.length === 0 || (stream === null && !isOwn)) return null;
  const dialect = table === null ? "wave" : hook.host;
  const payload = samplePayload(canonical ?? hook.event ?? "");
  const readings = codes.map((exit) => {
    const run = { exit, ...(stream !== null && { [stream]: PROBE }) };
    return interpret({ dialect, event: hook.event ?? "", payload, runs: [run] });
  });
  if (readings.some(({ toModel }) => toModel.some(({ text }) => text.includes(PROBE)))) return null;
  // Who keeps the output to itself and blocks has said what there is to say.
  if (stream === null && readings.some(({ outcome }) => outcome !== "proceed")) return null;
  const [reading] = readings;
  if (reading === undefined) return null;
  const [code] = codes;
  const hasTwo = exitTwoCounts(subject);
  const why = isOwn
    ? reading.outcome === "proceed"
      ? `ends the hook with ${code}, with which ${hook.host} continues`
      : `ends the hook with ${code}, with which ${hook.host} reads stderr, and it prints on ${stream}`
    : `prints on ${stream}, which ${hook.host} does not pass on with exit code ${codes.join(" or ")}`;
  return {
    at,
    severity: failure === "tested" ? "warning" : "error",
    message: `The model never learns what \`${name}\` finds: it ${why}.`,
    sees: seenOf(reading, PROBE),
    ...(hasTwo && { after: seenWithTwo(subject) }),
    fix: {
      safety: "unsafe",
      description: hasTwo
        ? `keep its output, and where it fails write that to stderr and exit with 2`
        : reachAdvice(subject).words,
    },
  };
}

/** What it has found goes to the user alone, where the model is asked to go on because of it. */
function* heardByUser({ fates, hook }: Subject): Generator<RawFinding> {
  const said = new Set(fates.flatMap(({ text, model }) => (model && text.finding) || []));
  for (const { text, ways, user } of fates) {
    const { finding, path, write } = text;
    if (finding === null || !user || said.has(finding) || path === "stdout") continue;
    if (ways.every(({ reading }) => reading.toModel.length === 0)) continue;
    said.add(finding);
    yield {
      at: write.at,
      severity: "warning",
      message: `The model never learns what \`${finding}\` finds: \`${path}\` is for the user on ${hook.event} of ${hook.host}.`,
      sees: { user: "the text", model: "that something is wrong" },
      fix: { safety: "unsafe", description: "put it into the reason too" },
    };
  }
}

export const checkUnseen: Rule = {
  code: "check-unseen",
  group: "unseen",
  severity: "error",
  confidence: "shape",
  fix: "none",
  *check(subject) {
    const { script, hook, canonical } = subject;
    if (script === null || hook.isAsync || !events.test(canonical ?? "")) return;
    if (!reachesModel(subject)) return;
    for (const check of script.facts.checks) {
      if (check.handler !== null || isAnswered(check, subject)) continue;
      const finding = found(check, subject);
      if (finding !== null) yield finding;
    }
    yield* heardByUser(subject);
  },
  bad: [
    {
      title: "in Gemini CLI the user alone reads that the tests fail",
      host: "gemini",
      event: "AfterTool",
      script: `#!/usr/bin/env bash
FAILED=0
npm test --silent >&2 || FAILED=1
if [ "$FAILED" -eq 1 ]; then
  echo "⚠ Tests failed: review before shipping" >&2
fi
exit 0
`,
    },
    {
      title: "the tests end the hook with 1",
      event: "Stop",
      script: `#!/bin/bash
set -e
cd "$CLAUDE_PROJECT_DIR"
echo "Running the tests"
npm test
exit 0
`,
    },
    {
      title: "a linter is the whole hook",
      event: "PostToolUse",
      matcher: "Edit|Write",
      command: "npm run lint",
    },
    {
      title: "its failure is dropped, and nobody reads its output",
      event: "PostToolUse",
      matcher: "Edit|Write",
      script: `#!/bin/bash
FILE=$(jq -r '.tool_input.file_path')
shellcheck "$FILE" || true
`,
    },
    {
      title: "a function that runs what it is given",
      event: "Stop",
      script: `#!/bin/bash
run() { "$@" >&2; }
run npx tsc --noEmit
run npm test
exit 0
`,
    },
    {
      title: "the last lines of the output",
      event: "PostToolUse",
      command: "npx eslint . 2>&1 | tail -20; exit 0",
    },
    {
      title: "the code of the check, passed on",
      event: "SubagentStop",
      script: `#!/bin/bash
pytest -q >&2
status=$?
rm -f .coverage
exit $status
`,
    },
    {
      title: "the same in Python",
      event: "PostToolUse",
      script: `#!/usr/bin/env python3
import subprocess, sys
result = subprocess.run(["ruff", "check", "."])
sys.exit(result.returncode)
`,
    },
    {
      title: "the same in JavaScript",
      event: "Stop",
      script: `#!/usr/bin/env node
const { execSync } = require("child_process");
execSync("npm run lint", { stdio: "inherit" });
`,
    },
    {
      title: "the reason says that something is wrong, and only the user sees what",
      host: "codex",
      event: "Stop",
      script: `#!/usr/bin/env python3
import json, subprocess, sys
event = json.load(sys.stdin)
if event.get("stop_hook_active"):
    sys.exit(0)
done = subprocess.run(["bash", "bin/check.sh"], capture_output=True, text=True)
if done.returncode != 0:
    output = "\\n".join((done.stdout + done.stderr).splitlines()[-20:])
    print(json.dumps({"decision": "block", "reason": "The checks fail. Fix them first.", "systemMessage": output}))
`,
    },
    {
      title: "it blocks, and says nothing of what is wrong",
      event: "Stop",
      script: `#!/bin/bash
[ "$(jq -r .stop_hook_active)" = true ] && exit 0
npm run lint && npm test || exit 2
`,
    },
    {
      title: "for Codex",
      host: "codex",
      event: "Stop",
      script: `#!/bin/sh
set -e
cargo test
`,
    },
  ],
  good: [
    {
      title: "what it finds is the reason",
      event: "PostToolUse",
      script: `#!/bin/bash
OUTPUT=$(npm run lint 2>&1) && exit 0
echo "$OUTPUT" >&2
exit 2
`,
    },
    {
      title: "the hook says itself what is wrong",
      event: "PostToolUse",
      script: `#!/bin/bash
if ! npm test >&2; then
  echo "The tests fail, fix them" >&2
  exit 2
fi
`,
    },
    {
      title: "the user sees it, and the model too",
      event: "Stop",
      script: `#!/usr/bin/env python3
import json, subprocess, sys
if json.load(sys.stdin).get("stop_hook_active"):
    sys.exit(0)
done = subprocess.run(["npm", "test"], capture_output=True, text=True)
if done.returncode != 0:
    output = done.stdout[-2000:]
    print(json.dumps({"decision": "block", "reason": f"The tests fail:\\n{output}", "systemMessage": output}))
`,
    },
    {
      title: "what repairs, and what is not read at all",
      event: "PostToolUse",
      script: `#!/bin/bash
npx eslint --fix . || true
npx prettier --write . >/dev/null 2>&1
npm test >/dev/null 2>&1 || true
`,
    },
    {
      title: "where plain text on stdout goes to the model",
      event: "SessionStart",
      command: "npm run lint || true",
    },
  ],
};
