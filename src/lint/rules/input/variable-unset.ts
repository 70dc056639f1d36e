import type { RawFinding } from "../../finding.js";
import { inProject } from "../../project-variable.js";
import type { Rule } from "../../rule.js";
import { atTop } from "../../script-edits.js";
import { wholeSource, type LintHook, type LintScript } from "../../subject.js";

/** Names that look as if a host set them. */
const meant = /^(?:CLAUDE|CODEX|GEMINI|CURSOR|COPILOT|QWEN|WAVE|HOOK|TOOL|SNAPHOOK)_/;

/** What hosts set for hooks; people may set the rest of their own accord. */
const known =
  /^(?:CLAUDE_(?:PROJECT_DIR|PLUGIN_(?:ROOT|DATA|OPTION_\w+)|ENV_FILE|CODE_\w+|EFFORT|PID|CONFIG_DIR|API_KEY|MODEL)|CODEX_(?:HOME|\w*KEY)|GEMINI_(?:PROJECT_DIR|SESSION_ID|CWD|PLANS_DIR|API_KEY|\w*KEY|\w*MODEL)|CURSOR_(?:PROJECT_DIR|VERSION|USER_EMAIL|TRANSCRIPT_PATH|CODE_REMOTE|\w*KEY)|COPILOT_(?:PROJECT_DIR|PLUGIN_ROOT|\w*TOKEN|HOME)|QWEN_(?:PROJECT_DIR|SESSION_ID|\w*KEY)|WAVE_(?:PROJECT_DIR|\w*KEY)|SNAPHOOK_\w+)$/;

/** Names that are in many hooks and that no host has ever set. */
const mistaken =
  /^(?:(?:CLAUDE|CODEX|GEMINI|CURSOR|COPILOT|QWEN)_(?:TOOL_\w+|FILE_PATHS?|HOOK_\w+|EVENT\w*|COMMAND|PROMPT|USER_PROMPT|SESSION_\w+|TRANSCRIPT\w*|NOTIFICATION\w*|OUTPUT|INPUT|MESSAGE|CWD|WORKING_DIR\w*|TOOL|ARGS?|RESPONSE|STOP_\w+|PARENT_\w+|SUBAGENT_\w+|EDITED_\w+|MODIFIED_\w+|CHANGED_\w+)|(?:CODEX|GEMINI|COPILOT|QWEN)_(?:CODE_REMOTE|ENV_FILE)|TOOL_(?:NAME|INPUT\w*|RESPONSE|OUTPUT|ARGS?|PARAMS?)|HOOK_(?:EVENT\w*|INPUT|TOOL_\w+))$/;

/** Placeholders of other tools, in a command that settings have: no host fills them in. */
const placeholder =
  /^(?:files?|file_?paths?|file_?name|path|tool_name|tool_input|command|prompt|FILES?|FILE_?PATHS?|FILE_?NAME|EDITED_FILES?)$/i;

/** The folder of a plugin, by the names that hosts have for it. */
const folders = "(?:CLAUDE_|CURSOR_|COPILOT_)?PLUGIN_ROOT|extensionPath";
const pluginFolder = new RegExp(`^(?:${folders})$`);
const inCommand = new RegExp(`\\$\\{?(${folders})\\b`);

/** What only Claude Code has. */
const claudes = /_(?:CODE_REMOTE|ENV_FILE)$/;

/** Switches that authors have of their own. */
const switches = /_(?:DEBUG|TEST|SKIP|LOG|VERBOSE|TRACE|DISABLED?|ENABLED?|MIN|MAX|TIMEOUT)(?:_|$)/;

/** Names of what is next to the call itself. */
const aside = /SESSION_ID|TRANSCRIPT|CWD|WORKING_DIR/;

export const variableUnset: Rule = {
  code: "variable-unset",
  group: "input",
  severity: "error",
  confidence: "shape",
  fix: "unsafe",
  *check({ script, hook }) {
    // Names that are put together are not seen as assigned.
    if (script !== null && /\beval\b|\bprintf -v\b|\bdeclare -g/.test(wholeSource(script))) return;
    const isSure =
      script?.parsed.language !== "shell" ||
      script.parsed.includes.every((one) => script.parsed.included.has(one));
    const readsStdin = script !== null && script.facts.stdin.length > 0;
    yield* foldersOfPlugins(script, hook);
    const seen = new Set<string>();
    const isShell = script?.parsed.language === "shell" && script.parsed.nested.size === 0;
    const canRead = isShell && script.facts.stdin.length === 0;
    // The payload can be read once: a second variable is not set by a line of its own.
    const isSpare = (name: string): boolean =>
      script?.facts.variables.every((one) => one.name === name || !mistaken.test(one.name)) ===
      true;
    for (const { name, at, fallbacks = [] } of script?.facts.variables ?? []) {
      const isPlaceholder = script?.isInline === true && placeholder.test(name);
      if ((!meant.test(name) && !isPlaceholder) || known.test(name) || seen.has(name)) continue;
      if (switches.test(name)) continue;
      // `HOOK_EVENT=Stop bash hook.sh`: the settings give it.
      if (new RegExp(`(?:^|[\\s;&])${name}=`).test(hook.command ?? "")) continue;
      seen.add(name);
      if (!mistaken.test(name) && !isPlaceholder) continue;
      // Something else is used then; of a host's own name that is not what was meant.
      const isInstead = fallbacks.some((other) => !mistaken.test(other));
      if (isInstead && !/^(?:CLAUDE|GEMINI|CODEX|CURSOR|COPILOT|QWEN)_/.test(name)) continue;
      yield {
        at,
        // A file that could not be read may set it, it may be tried before stdin, or be only an aside.
        severity: isSure && !readsStdin && !isInstead && !aside.test(name) ? "error" : "warning",
        message: `${hook.host} never sets $${name}: it is empty, and what depends on it never happens.`,
        sees: { user: "nothing", model: "nothing" },
        fix: {
          safety: "unsafe",
          description: claudes.test(name)
            ? "remove what depends on it: only Claude Code sets such a variable"
            : `read the payload from stdin: \`jq -r '${fieldFor(name)}'\``,
          edits:
            !claudes.test(name) && canRead && isSpare(name)
              ? [atTop(script.source, setting(name), script.isInline)]
              : undefined,
        },
      };
    }
  },
  bad: [
    {
      title: "the folder of an extension, in settings",
      host: "qwen-code",
      event: "SessionStart",
      command: "node ${extensionPath}/dist/hooks/session-start.js",
    },
    {
      title: "the folder of a plugin, in settings",
      event: "PreToolUse",
      matcher: "Bash",
      command: 'python3 "$CLAUDE_PLUGIN_ROOT/hooks/guard.py"',
    },
    {
      title: "a placeholder in the settings that nobody fills in",
      host: "cursor",
      event: "afterFileEdit",
      command: "npx prettier --write ${file}",
    },
    {
      title: "the payload in a variable that nobody sets",
      host: "cursor",
      event: "beforeSubmitPrompt",
      script: `#!/usr/bin/env python3
import json, os
roots = json.loads(os.environ.get("CURSOR_HOOK_INPUT", "{}")).get("workspace_roots", [])
`,
    },
    {
      title: "the tool in a variable that nobody sets",
      event: "PreToolUse",
      script: `#!/usr/bin/env node
if ((process.env.CLAUDE_TOOL_NAME || "unknown") === "Bash") process.exit(2);
`,
    },
    {
      title: "a variable that is made of itself",
      event: "PreToolUse",
      script: `#!/bin/bash
TOOL_NAME="\${TOOL_NAME:-}"
[ "$TOOL_NAME" = Write ] && { echo "Blocked: no writes" >&2; exit 2; }
exit 0
`,
    },
    {
      title: "a variable of Claude Code under another host's name",
      host: "gemini",
      event: "SessionStart",
      script: `#!/bin/bash
if [ "\${GEMINI_CODE_REMOTE:-}" != true ]; then exit 0; fi
npm ci
`,
    },
    {
      title: "the time instead of a variable that nobody sets",
      host: "gemini",
      event: "SessionEnd",
      script: `#!/usr/bin/env node
const started = process.env.GEMINI_SESSION_START || new Date().toISOString();
require("fs").appendFileSync("sessions.log", started);
`,
    },
    {
      title: "one variable that nobody sets for want of another",
      host: "gemini",
      event: "AfterTool",
      script: `#!/bin/bash
NAME="\${GEMINI_TOOL_NAME:-\${TOOL_NAME:-unknown}}"
echo "$NAME" >> audit.log
`,
    },
    {
      title: "a script for Git's bash on Windows",
      event: "PostToolUse",
      command:
        '"C:\\Program Files\\Git\\usr\\bin\\bash.exe" .claude/hooks/log.sh "$CLAUDE_TOOL_NAME"',
    },
    {
      title: "the path in a variable that nobody sets",
      event: "PostToolUse",
      matcher: "Edit|Write",
      script: `#!/bin/bash
prettier --write "$CLAUDE_TOOL_FILE_PATH"
`,
    },
  ],
  good: [
    {
      title: "the folder of a plugin, and where it is without one",
      event: "PreToolUse",
      command: 'python3 "${CLAUDE_PLUGIN_ROOT:-$CLAUDE_PROJECT_DIR/.claude}/hooks/guard.py"',
    },
    {
      title: "the folder of a plugin, where there is one",
      event: "SessionStart",
      command: 'if [ -n "$CLAUDE_PLUGIN_ROOT" ]; then cat "$CLAUDE_PLUGIN_ROOT/start.md"; fi',
    },
    {
      title: "a variable that the command itself gives",
      event: "SubagentStart",
      command: `CLAUDE_HOOK_EVENT=SubagentStart bash -c 'echo "$CLAUDE_HOOK_EVENT" >> agents.log'`,
    },
    {
      title: "a switch of the author's own",
      event: "PostToolUse",
      script: `#!/usr/bin/env node
if (process.env.CLAUDE_HOOK_DEBUG) require("fs").appendFileSync("hook.log", "started");
`,
    },
    {
      title: "a variable of one's own comes first",
      event: "PostToolUse",
      script: `#!/bin/bash
echo "\${TOOL_NAME:-\${MY_TOOL:-none}}" >> audit.log
`,
    },
    {
      title: "the path from the payload",
      event: "PostToolUse",
      matcher: "Edit|Write",
      script: `#!/bin/bash
FILE=$(jq -r .tool_input.file_path)
prettier --write "$FILE"
`,
    },
  ],
};

/** Commands in settings that begin in the folder of a plugin: it was once, or is now, written for a plugin. */
function* foldersOfPlugins(script: LintScript | null, hook: LintHook): Generator<RawFinding> {
  const isOfPlugin = Object.keys(hook.env ?? {}).some((name) => pluginFolder.test(name));
  if (script?.isInline !== true || isOfPlugin || hook.host === "snaphook") return;
  const { command = "" } = hook;
  const [, name] = inCommand.exec(command) ?? [];
  if (name === undefined) return;
  // It is looked at first, given a value, or has another one to fall back on.
  const isProvided = new RegExp(`-[a-z]\\s+["']?\\$\\{?${name}|\\b${name}=|\\$\\{${name}:?[-+=]`);
  if (isProvided.test(command)) return;
  const project = inProject(hook.host, "");
  yield {
    message: `${hook.host} sets $${name} only for hooks of a plugin, and these are settings: it is empty, and nothing is found there.`,
    sees: { user: "at most an error of the hook", model: "nothing" },
    fix: {
      safety: "unsafe",
      description:
        project === undefined
          ? "write the path of the file"
          : `write ${project} and the path from the project`,
    },
  };
}

function setting(name: string): string {
  return `${name}=$(jq -r '${fieldFor(name)} // empty')`;
}

function fieldFor(name: string): string {
  return /FILE|PATH/.test(name)
    ? ".tool_input.file_path"
    : /COMMAND/.test(name)
      ? ".tool_input.command"
      : /PROMPT/.test(name)
        ? ".prompt"
        : /NAME/.test(name)
          ? ".tool_name"
          : /RESPONSE|OUTPUT/.test(name)
            ? ".tool_response"
            : /SESSION/.test(name)
              ? ".session_id"
              : /INPUT|ARG/.test(name)
                ? ".tool_input"
                : ".";
}
