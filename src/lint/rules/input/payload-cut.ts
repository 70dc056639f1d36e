import type { RawFinding } from "../../finding.js";
import type { Rule } from "../../rule.js";
import { sentTo } from "../../sent-fields.js";
import type { Subject } from "../../subject.js";

/** Payloads carry whole files. */
const ENOUGH = 100_000;

/** Texts that often have quotes in them. */
const WITH_QUOTES =
  /^(?:command|prompt|content|new_string|old_string|message|last_assistant_message|query|description)$/;

/** A pattern that takes the first quote of a text for its end: in JSON it is `\"`. */
function* toFirstQuote(subject: Subject): Generator<RawFinding> {
  const { script, hook } = subject;
  const { payload, input } = sentTo(subject);
  const isSent = (name: string): boolean =>
    payload?.has(name) === true ||
    (payload?.has("tool_input") === true && input?.has(name) !== false);
  for (const { name, at, toQuote } of script?.facts.searched ?? [])
    if (toQuote && WITH_QUOTES.test(name) && isSent(name))
      yield {
        at,
        message: `What is read of \`${name}\` ends at the first quote in it: ${hook.host} sends JSON, where a quote is \`\\"\`. What comes after it is never looked at.`,
        sees: { user: "nothing", model: "nothing" },
        fix: {
          safety: "unsafe",
          description: "read it with a parser: `jq -r`, or Python's `json`",
        },
      };
}

export const payloadCut: Rule = {
  code: "payload-cut",
  group: "input",
  severity: "warning",
  confidence: "shape",
  fix: "none",
  *check(subject) {
    const { script, hook } = subject;
    yield* toFirstQuote(subject);
    for (const { most, at } of script?.facts.cutInput ?? [])
      if (most < ENOUGH)
        yield {
          at,
          message: `The payload is cut to ${most} characters before it is parsed: what ${hook.host} sends is often longer, and then it is no JSON.`,
          sees: { user: "nothing", model: "nothing" },
          fix: {
            safety: "unsafe",
            description: "parse the whole payload, and cut what you keep of it",
          },
        };
  },
  bad: [
    {
      title: "up to the first quote",
      event: "PreToolUse",
      matcher: "Bash",
      script: String.raw`#!/bin/bash
INPUT=$(cat) || exit 2
COMMAND=$(echo "$INPUT" | grep -o '"command"[[:space:]]*:[[:space:]]*"[^"]*"' | head -1)
case "$COMMAND" in *secret*) echo "Blocked: secrets" >&2; exit 2;; esac
`,
    },
    {
      title: "the same with sed",
      event: "UserPromptSubmit",
      script: String.raw`#!/bin/bash
INPUT=$(cat)
echo "$INPUT" | sed -n 's/.*"prompt":"\([^"]*\)".*//p' >> prompts.log
`,
    },
    {
      title: "a limit for what is read",
      event: "PostToolUse",
      script: `#!/usr/bin/env python3
import json, sys
LIMIT = 8192
data = json.loads(sys.stdin.read(LIMIT))
open("calls.log", "a").write(data["tool_name"])
`,
    },
    {
      title: "of what a function has collected",
      event: "PostToolUse",
      script: `#!/usr/bin/env node
const { appendFileSync } = require("fs");
function readStdin() {
  return new Promise((resolve) => {
    let data = "";
    process.stdin.on("data", (chunk) => (data += chunk));
    process.stdin.on("end", () => resolve(data));
  });
}
(async () => {
  const { tool_name } = JSON.parse((await readStdin()).trim().slice(0, 4000));
  appendFileSync("calls.log", tool_name);
})();
`,
    },
    {
      title: "the beginning of the payload",
      event: "PostToolUse",
      script: `#!/usr/bin/env node
const { appendFileSync, readFileSync } = require("fs");
const raw = readFileSync(0, "utf8");
let data = {};
try {
  data = JSON.parse(raw.slice(0, 4000));
} catch {}
appendFileSync("calls.log", String(data.tool_name));
`,
    },
  ],
  good: [
    {
      title: "quotes in the text, and texts without quotes",
      event: "PreToolUse",
      matcher: "Bash",
      script: String.raw`#!/bin/bash
INPUT=$(cat) || exit 2
TOOL=$(echo "$INPUT" | grep -oE '"tool_name": *"[^"]*"' | cut -d'"' -f4)
COMMAND=$(echo "$INPUT" | grep -oE '"command": *"([^"\]|\.)*"')
[ "$TOOL" = Bash ] || exit 0
case "$COMMAND" in *secret*) echo "Blocked: secrets" >&2; exit 2;; esac
`,
    },
    {
      title: "more than any payload has",
      event: "PostToolUse",
      script: `#!/usr/bin/env python3
import json, sys
data = json.loads(sys.stdin.read(10_000_000))
open("calls.log", "a").write(data["tool_name"])
`,
    },
    {
      title: "the beginning of a field",
      event: "PostToolUse",
      script: `#!/usr/bin/env node
const { appendFileSync, readFileSync } = require("fs");
const raw = readFileSync(0, "utf8");
const data = JSON.parse(raw);
appendFileSync("calls.log", data.tool_input.command.slice(0, 200) + raw.slice(0, 80));
`,
    },
  ],
};
