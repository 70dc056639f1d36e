import { plainGuard } from "../plain-guard.js";
import type { Rule } from "../../rule.js";

/** With what interpreters end where the script is missing. */
const codes: Readonly<Record<string, number>> = {
  python: 2,
  node: 1,
  bash: 127,
  sh: 127,
  zsh: 127,
  uv: 2,
};

export const scriptMissing: Rule = {
  code: "script-missing",
  group: "settings",
  severity: "error",
  confidence: "shape",
  fix: "none",
  *check({ files, hook, canonical }) {
    // `a.py || b.py`: one of them is enough.
    if (/\|\|/.test(hook.command ?? "") && files.some(({ exists }) => exists)) return;
    for (const { written, exists, interpreter, isTested } of files) {
      if (exists || isTested) continue;
      const code = interpreter === null ? 127 : (codes[interpreter.replace(/[\d.]+$/, "")] ?? 1);
      const blocks = code === 2 && canonical === "PreToolUse";
      yield {
        message: `The script ${written} does not exist: ${interpreter ?? "the shell"} ends with ${code}, so that ${hook.host} ${blocks ? "blocks every call" : "reports an error at most, and goes on without the hook"}.`,
        sees: {
          user: "at most an error of the hook",
          model: blocks ? "an error for each call" : "nothing",
        },
        fix: { safety: "unsafe", description: "correct the path, or remove the entry" },
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
  ],
  good: [
    {
      title: "the file is there",
      event: "PreToolUse",
      script: plainGuard,
    },
  ],
};
