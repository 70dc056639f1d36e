import type { Edit } from "../../edits.js";
import type { Rule } from "../../rule.js";
import type { Span } from "../../script/syntax.js";

/** Hosts whose payloads have these names. */
const sameFields: ReadonlySet<string> = new Set([
  "claude-code",
  "snaphook",
  "codex",
  "qwen-code",
  "wave",
]);

/** Fields that are in many hooks and in no payload, and the ones that were meant. */
const mistaken: Readonly<Record<string, string>> = {
  command: "tool_input.command",
  file_path: "tool_input.file_path",
  filePath: "tool_input.file_path",
  content: "tool_input.content",
  tool: "tool_name",
  toolName: "tool_name",
  name: "tool_name",
  input: "tool_input",
  toolInput: "tool_input",
  params: "tool_input",
  parameters: "tool_input",
  arguments: "tool_input",
  args: "tool_input",
  tool_output: "tool_response",
  tool_result: "tool_response",
  toolResponse: "tool_response",
  output: "tool_response",
  result: "tool_response",
  user_prompt: "prompt",
  userPrompt: "prompt",
  message: "prompt",
  event: "hook_event_name",
  hook_event: "hook_event_name",
  eventName: "hook_event_name",
  sessionId: "session_id",
  transcriptPath: "transcript_path",
  stopHookActive: "stop_hook_active",
};

/** Every place where the field is read: as a part of the path in jq, as a key or a property elsewhere. */
function renamed(
  source: string,
  places: readonly { readonly at: Span }[],
  top: string,
  meant: string,
): readonly Edit[] | undefined {
  const [first = "", second] = meant.split(".");
  const forms: readonly (readonly [RegExp, (found: string) => string])[] = [
    [new RegExp(`\\.get\\((["'])${top}\\1`), (found) => got(found, top, first, second)],
    [
      new RegExp(`\\[(["'])${top}\\1\\]`),
      (found) =>
        (second === undefined ? "" : found.replace(top, first)) +
        found.replace(top, second ?? first),
    ],
    [new RegExp(`(?<![\\w"')\\]])\\.${top}\\b`), () => `.${meant}`],
    [new RegExp(`(?<=\\w|\\))\\??\\.${top}\\b(?!\\()`), (found) => found.replace(top, meant)],
  ];
  const edits = new Map<number, Edit>();
  for (const { at } of places) {
    const code = source.slice(at.start, at.end);
    const form = forms.find(([pattern]) => pattern.test(code));
    const match = form?.[0].exec(code);
    if (form === undefined || match === null || match === undefined) return undefined;
    const start = at.start + match.index;
    edits.set(start, { start, end: start + match[0].length, text: form[1](match[0]) });
  }
  return [...edits.values()];
}

function got(found: string, top: string, first: string, second: string | undefined): string {
  if (second === undefined) return found.replace(top, first);
  return `${found.replace(top, first)}, {})${found.replace(top, second)}`;
}

export const payloadFieldUnknown: Rule = {
  code: "payload-field-unknown",
  group: "input",
  severity: "error",
  confidence: "shape",
  fix: "unsafe",
  *check({ script, hook, canonical }) {
    if (script === null || canonical === null || !sameFields.has(hook.host)) return;
    const read = new Set(script.facts.fields.map(({ path }) => path.split(".", 1)[0] ?? ""));
    const seen = new Set<string>();
    for (const { path, at } of script.facts.fields) {
      const [top = ""] = path.split(".", 1);
      const meant = Object.hasOwn(mistaken, top) ? mistaken[top] : undefined;
      if (meant === undefined || seen.has(top) || read.has(meant.split(".", 1)[0] ?? "")) continue;
      if (top === "message" && canonical === "Notification") continue;
      seen.add(top);
      yield {
        at,
        message: `${hook.host} sends no field \`${top}\` on ${hook.event}: what is read from it is always empty.`,
        sees: { user: "nothing", model: "nothing" },
        fix: {
          safety: "unsafe",
          description: `read \`${meant}\``,
          edits: renamed(
            script.source,
            script.facts.fields.filter((one) => one.path.split(".", 1)[0] === top),
            top,
            meant,
          ),
        },
      };
    }
  },
  bad: [
    {
      title: "a field by another name",
      event: "PreToolUse",
      matcher: "Bash",
      script: `#!/bin/bash
COMMAND=$(jq -r .command)
case "$COMMAND" in *secret*) echo "Blocked" >&2; exit 2;; esac
`,
    },
    {
      title: "names of another host",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import json, sys
data = json.load(sys.stdin)
if data.get("toolName") == "Bash":
    print("Blocked", file=sys.stderr)
    sys.exit(2)
`,
    },
  ],
  good: [
    {
      title: "the fields of the payload",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import json, sys
data = json.load(sys.stdin)
if data.get("tool_name") == "Bash":
    print("Blocked", file=sys.stderr)
    sys.exit(2)
`,
    },
  ],
};
