import type { RawFix } from "../../finding.js";
import { inProject } from "../../project-variable.js";
import type { Rule } from "../../rule.js";
import type { LintHook } from "../../subject.js";
import { plainGuard } from "../plain-guard.js";

/** With what interpreters end where the script is missing. */
const codes: Readonly<Record<string, number>> = {
  python: 2,
  node: 1,
  bash: 127,
  sh: 127,
  zsh: 127,
  uv: 2,
};

const byHand: RawFix = { safety: "unsafe", description: "correct the path, or remove the entry" };

/** A path of somebody else's machine. */
function toTwin({ host, command = "", args }: LintHook, written: string, twin: string): RawFix {
  const meant = inProject(host, twin) ?? twin;
  const isOnce = args === undefined && command.split(written).length === 2;
  return {
    safety: "unsafe",
    description: `write ${meant}, which is in the project`,
    entry: isOnce ? { command: command.replace(written, () => meant) } : undefined,
  };
}

export const scriptMissing: Rule = {
  code: "script-missing",
  group: "settings",
  severity: "error",
  confidence: "shape",
  fix: "unsafe",
  *check({ files, hook, canonical }) {
    // `a.py || b.py`: one of them is enough.
    if (/\|\|/.test(hook.command ?? "") && files.some(({ exists }) => exists)) return;
    for (const { written, exists, interpreter, isTested, twin } of files) {
      if (exists || isTested) continue;
      const code = interpreter === null ? 127 : (codes[interpreter.replace(/[\d.]+$/, "")] ?? 1);
      const blocks = code === 2 && canonical === "PreToolUse";
      yield {
        message: `The script ${written} does not exist: ${interpreter ?? "the shell"} ends with ${code}, so that ${hook.host} ${blocks ? "blocks every call" : "reports an error at most, and goes on without the hook"}.`,
        sees: {
          user: "at most an error of the hook",
          model: blocks ? "an error for each call" : "nothing",
        },
        fix: twin === undefined ? byHand : toTwin(hook, written, twin),
      };
    }
  },
  bad: [
    {
      title: "the file is gone",
      event: "PreToolUse",
      command: '"$CLAUDE_PROJECT_DIR"/hooks/guard',
      file: "missing",
    },
    {
      title: "the path of somebody else's machine",
      event: "PreToolUse",
      command: "bash /home/ann/shop/.claude/hooks/guard.sh",
      file: "missing",
      twin: ".claude/hooks/guard.sh",
    },
  ],
  good: [
    {
      title: "the file is there",
      event: "PreToolUse",
      script: plainGuard,
    },
  ],
};
