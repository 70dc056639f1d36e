import type { RawFinding } from "../../finding.js";
import type { Rule } from "../../rule.js";
import { flawsOf, partsOf } from "../../script-parts.js";
import type { ParsedScript } from "../../script/syntax.js";
import type { LintScript, Subject } from "../../subject.js";

const sees = { user: "at most an error of the hook", model: "nothing" };

/** Node itself runs it: bun, tsx and others know both kinds of modules at once. */
function isRunByNode({ files }: Subject, { source }: LintScript): boolean {
  const given = files[0]?.interpreter ?? null;
  return given === null ? /^#![^\n]*\bnode\b/.test(source) : given === "node";
}

/** `require` in an ES module, `import` in one of CommonJS: Node stops there. */
function mismatch({ form, file }: ParsedScript, script: LintScript): RawFinding | null {
  if (form === null) return null;
  const { es, common } = form;
  const path = file ?? script.path;
  const isNamed = /\.[mc][jt]s$/.test(path);
  const kind = script.modules.get(path) ?? (es === null ? null : "module");
  const because = isNamed
    ? "by its name"
    : script.modules.has(path)
      ? `by \`"type"\` in package.json`
      : "because it has `import` or `export`";
  if (kind === "module" && common !== null)
    return {
      at: common.at,
      message: `\`${common.name}\` is not defined here: the file is an ES module ${because}, and Node stops with a ReferenceError.`,
      sees,
      fix: {
        safety: "unsafe",
        description:
          "name the file `.cjs`, or use `import` (`import.meta.dirname` for `__dirname`)",
      },
    };
  if (kind === "commonjs" && es !== null)
    return {
      at: es.at,
      message: `\`import\` and \`export\` are not known here: the file is CommonJS ${because}, and Node stops with a SyntaxError before anything is done.`,
      sees,
      fix: { safety: "unsafe", description: "name the file `.mjs`, or use `require`" },
    };
  return null;
}

/** What `sh` does not know; of other languages it knows nothing. */
const NOT_FOR_SH =
  /\[\[|<<<|pipefail|\bBASH_|\bsource\b|=\(|\(\(|\bdeclare\b|^#[ \t]+!.*(?:python|node|bun|deno)/;
const NO_START = /^#[ \t]+!.*|^[ \t\r\n]+#!.*/;

/** `# !/bin/bash`: a comment. The system then takes no program by it, and the shell reads the file itself. */
function* commentForStart({ files, hook }: Subject, { source }: LintScript): Generator<RawFinding> {
  const line = NO_START.exec(source)?.[0];
  if (line === undefined || (files[0]?.interpreter ?? null) !== null) return;
  if (!NOT_FOR_SH.test(source)) return;
  yield {
    at: { start: 0, end: line.trimEnd().length },
    severity: "warning",
    message: `This line is no \`#!\`, but a comment: \`sh\` then reads the script, and fails where it is written for something else. ${hook.host} sees an error at most.`,
    sees,
    fix: { safety: "unsafe", description: "begin the file with `#!`, without blanks" },
  };
}

/** Claude Code gives commands to `/bin/sh`; a script says by its first line what it is for, and what says nothing `sh` reads. */
function isRunBySh({ files, hook }: Subject, { source, isInline }: LintScript): boolean {
  if (isInline) return hook.host === "claude-code";
  const given = files[0]?.interpreter ?? null;
  if (given !== null) return given === "sh" || given === "dash";
  return /^#![ \t]*(?:\/usr\/bin\/env[ \t]+|\S*\/)?(?:sh|dash)\b|^(?!#|\s*#[ \t]*!)/.test(source);
}

export const scriptFails: Rule = {
  code: "script-fails",
  group: "block",
  severity: "error",
  confidence: "shape",
  fix: "none",
  *check(subject) {
    const { script } = subject;
    if (script === null) return;
    yield* flawsOf(script, "fails", sees);
    if (!script.isInline) yield* commentForStart(subject, script);
    if (isRunBySh(subject, script)) yield* flawsOf(script, "needs-bash", sees);
    if (!isRunByNode(subject, script)) return;
    for (const part of partsOf(script.parsed)) {
      const found = part === script.parsed || part.file !== null ? mismatch(part, script) : null;
      if (found !== null) yield found;
    }
  },
  bad: [
    {
      title: "a script for bash that says that it is for sh",
      event: "PreToolUse",
      script: `#!/bin/sh
COMMAND=$(jq -r .tool_input.command)
if [[ "$COMMAND" == *secret* ]]; then
  echo "Blocked: secrets" >&2
  exit 2
fi
`,
    },
    {
      title: "a command in the settings, which sh runs",
      event: "PostToolUse",
      command: `jq -r .tool_input.file_path | { read -r f; [[ "$f" == *.py ]] && ruff format "$f"; }`,
    },
    {
      title: "a first line that is a comment",
      event: "PreToolUse",
      script: `# !/bin/bash
if [[ "$(jq -r .tool_input.command)" =~ secret ]]; then
  echo "Blocked: secrets" >&2
  exit 2
fi
`,
    },
    {
      title: "require in a project of ES modules",
      event: "PreToolUse",
      packageType: "module",
      script: `#!/usr/bin/env node
const fs = require("fs");
const { tool_input } = JSON.parse(fs.readFileSync(0, "utf8"));
if (tool_input.command.includes("rm -rf")) process.exit(2);
`,
    },
    {
      title: "import and require in one file",
      event: "PostToolUse",
      script: `#!/usr/bin/env node
import { readFileSync } from "node:fs";
const { tool_input } = JSON.parse(readFileSync(0, "utf8"));
require("child_process").execSync("npx prettier --write " + tool_input.file_path);
`,
    },
    {
      title: "import in a project of CommonJS",
      event: "PostToolUse",
      packageType: "commonjs",
      script: `#!/usr/bin/env node
import { appendFileSync } from "node:fs";
appendFileSync("hook.log", "edited");
`,
    },
    {
      title: "bytes that are used as a text",
      event: "Stop",
      script: `#!/usr/bin/env node
const { execSync } = require("child_process");
try {
  const changed = execSync("git status --porcelain").trim();
  if (changed) console.log(JSON.stringify({ decision: "block", reason: "Commit first" }));
} catch {}
`,
    },
    {
      title: "the same in Python",
      event: "PostToolUse",
      script: `#!/usr/bin/env python3
import subprocess
result = subprocess.run(["git", "diff", "--name-only"], capture_output=True)
for name in result.stdout.strip().split("\\n"):
    open("changed.log", "a").write(name)
`,
    },
    {
      title: "a module that is never imported",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import json, sys
command = json.load(sys.stdin)["tool_input"]["command"]
if re.search(r"rm\\s+-rf", command):
    print("Blocked", file=sys.stderr)
    sys.exit(2)
`,
    },
    {
      title: "a function that is nowhere",
      event: "Stop",
      script: `#!/usr/bin/env python3
import json, subprocess
def changed():
    log_debug("looking for changes")
    return subprocess.run(["git", "diff", "--quiet"]).returncode
if changed():
    print(json.dumps({"decision": "block", "reason": "Commit first"}))
`,
    },
    {
      title: "the same in JavaScript",
      event: "Stop",
      script: `#!/usr/bin/env node
const { execSync } = require("child_process");
function changed() {
  logDebug("looking for changes");
  return execSync("git status --porcelain").length > 0;
}
if (changed()) console.log(JSON.stringify({ decision: "block", reason: "Commit first" }));
`,
    },
    {
      title: "local outside of a function",
      event: "PreToolUse",
      script: `#!/bin/bash
local COMMAND=$(jq -r .tool_input.command)
case "$COMMAND" in *secret*) echo "Blocked" >&2; exit 2;; esac
`,
    },
    {
      title: "a number of two lines",
      event: "Stop",
      script: `#!/bin/bash
COUNT=$(grep -c TODO notes.md || echo 0)
jq -n --argjson count "$COUNT" '{systemMessage: "\\($count) TODOs"}'
`,
    },
  ],
  good: [
    {
      title: "bash starts it, whatever its first line says",
      event: "PostToolUse",
      command: `bash -c 'f=$(jq -r .tool_input.file_path); [[ "$f" == *.py ]] && ruff format "$f"; exit 0'`,
    },
    {
      title: "the same for sh",
      event: "PreToolUse",
      script: `#!/bin/sh
case "$(jq -r .tool_input.command)" in
  *secret*) echo "Blocked: secrets" >&2; exit 2 ;;
esac
`,
    },
    {
      title: "a comment, where the command names the shell",
      event: "PostToolUse",
      command: 'bash "$CLAUDE_PROJECT_DIR"/hooks/guard',
      script: `# !/bin/bash
[[ -f notes.md ]] && touch .noted
exit 0
`,
    },
    {
      title: "require where it is known",
      event: "PostToolUse",
      script: `#!/usr/bin/env node
const fs = require("fs");
fs.appendFileSync("hook.log", "edited");
`,
    },
    {
      title: "require that an ES module makes for itself",
      event: "PostToolUse",
      packageType: "module",
      script: `#!/usr/bin/env node
import { createRequire } from "node:module";
const require = createRequire(import.meta.url);
require("fs").appendFileSync("hook.log", "edited");
`,
    },
    {
      title: "bun knows both",
      event: "PostToolUse",
      packageType: "module",
      script: `#!/usr/bin/env bun
const fs = require("fs");
fs.appendFileSync("hook.log", "edited");
`,
    },
    {
      title: "texts",
      event: "Stop",
      script: `#!/usr/bin/env node
const { execSync } = require("child_process");
const changed = execSync("git status --porcelain", { encoding: "utf8" }).trim();
const lines = execSync("git log --oneline").toString().split("\\n");
require("fs").appendFileSync("hook.log", changed + lines.length);
`,
    },
    {
      title: "texts in Python",
      event: "PostToolUse",
      script: `#!/usr/bin/env python3
import subprocess
result = subprocess.run(["git", "diff"], capture_output=True, text=True)
raw = subprocess.check_output(["git", "log"])
open("changed.log", "a").write(result.stdout.replace("a", "b") + raw.decode().replace("a", "b"))
`,
    },
    {
      title: "functions from everywhere",
      event: "Stop",
      script: `#!/usr/bin/env python3
import json
from pathlib import Path as File
def each(names, do, *rest, last=None, **more):
    return [do(name) for name in sorted(names)]
if (found := max) and isinstance(found, type(len)):
    each(["a"], lambda name: File(name))
try:
    raise RuntimeError(repr(each))
except RuntimeError as error:
    json.dumps(str(error))
for check in (each, found):
    check([], print)
`,
    },
    {
      title: "exceptions of Python's own",
      event: "Stop",
      script: `#!/usr/bin/env python3
try:
    raise Exception("no name")
except Exception as error:
    raise Warning(str(BaseException(error)))
`,
    },
    {
      title: "the same in JavaScript",
      event: "PostToolUse",
      script: `#!/usr/bin/env node
import { appendFile as add } from "node:fs/promises";
const { log, ...rest } = { log: (text) => add("hook.log", text) };
const [first = log] = [rest.other];
class Note {
  static of = (text) => structuredClone(text);
}
async function* lines() {
  yield fetch;
}
for (const one of [first]) setTimeout(() => one(Note.of(String(lines()))), 1);
`,
    },
    {
      title: "functions that may come from elsewhere",
      event: "PostToolUse",
      script: `#!/usr/bin/env -S npx tsx
declare function report(text: string): void;
const Log = class Inner {
  static twice = () => new Inner();
};
if (typeof extra === "function") extra(Log.twice());
report("edited");
`,
    },
    {
      title: "local in a function",
      event: "PreToolUse",
      script: `#!/bin/bash
check() {
  local COMMAND="$1"
  case "$COMMAND" in *secret*) echo "Blocked" >&2; exit 2;; esac
}
check "$(jq -r .tool_input.command)"
`,
    },
  ],
};
