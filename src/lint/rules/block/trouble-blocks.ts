import type { HookWay } from "../../hook-runs.js";
import type { Rule } from "../../rule.js";
import { isOwnTrouble, quoted } from "../../wording.js";

/** Events on which a block takes something from the user, and mostly guards nothing. */
const everyday: ReadonlySet<string> = new Set(["UserPromptSubmit", "Stop", "SubagentStop"]);

function textsOf({ stdout, stderr }: HookWay): readonly string[] {
  return [...stdout, ...stderr].flatMap(({ texts }) => texts.map(({ text }) => text));
}

export const troubleBlocks: Rule = {
  code: "trouble-blocks",
  group: "block",
  severity: "warning",
  confidence: "words",
  fix: "none",
  *check({ ways, hook, canonical }) {
    if (!everyday.has(canonical ?? "")) return;
    const blocking = ways.filter(
      ({ reading: { outcome }, isCertain, exit }) =>
        outcome === "block" && isCertain && exit.code !== null,
    );
    const said = blocking.flatMap(textsOf);
    const [first] = blocking;
    const at = first?.exit.at ?? null;
    if (at === null || said.length === 0 || !said.every(isOwnTrouble)) return;
    const what = canonical === "UserPromptSubmit" ? "every prompt is refused" : "no turn can end";
    yield {
      at,
      message: `The hook blocks only where it cannot do its own work (${quoted(said[0] ?? "")}): then ${what} by ${hook.host}.`,
      sees: { user: "that it was blocked", model: "nothing" },
      fix: { safety: "unsafe", description: "end with 1 or 0 there: the host then goes on" },
    };
  },
  bad: [
    {
      title: "no prompt without Python",
      event: "UserPromptSubmit",
      script: `#!/bin/bash
if command -v python3 >/dev/null; then
  python3 recall.py
  exit 0
fi
echo "recall: python3 is not installed" >&2
exit 2
`,
    },
    {
      title: "the same in JavaScript",
      event: "UserPromptSubmit",
      script: `#!/usr/bin/env node
try {
  console.log(require("fs").readFileSync("NOTES.md", "utf8"));
} catch (error) {
  console.error("hook failed: " + error.message);
}
if (!process.env.PATH) {
  console.error("could not load the notes");
  process.exit(2);
}
`,
    },
  ],
  good: [
    {
      title: "a prompt that is refused for what it says",
      event: "UserPromptSubmit",
      script: `#!/usr/bin/env python3
import json, sys
if "password" in json.load(sys.stdin)["prompt"]:
    print("Blocked: do not paste passwords", file=sys.stderr)
    sys.exit(2)
`,
    },
    {
      title: "a guard that fails closed",
      event: "PreToolUse",
      script: `#!/bin/bash
command -v jq >/dev/null || { echo "jq is not installed" >&2; exit 2; }
case "$(jq -r .tool_input.command)" in *secret*) echo "Blocked" >&2; exit 2;; esac
`,
    },
  ],
};
