import { plainGuard } from "../plain-guard.js";
import type { EntryValues } from "../../finding.js";
import type { Rule } from "../../rule.js";
import { isGuard } from "../../subject.js";

export const guardFailsOpen: Rule = {
  code: "guard-fails-open",
  group: "hardening",
  severity: "info",
  confidence: "shape",
  fix: "safe",
  *check(subject) {
    const { hook, table, canonical } = subject;
    const setting = table === null ? '"onFailure": "block"' : table.failClosed;
    if (setting === undefined || hook.onFailure !== "continue" || hook.type !== "command") return;
    if (canonical !== "PreToolUse" && canonical !== "PermissionRequest") return;
    if (!isGuard(subject)) return;
    // What ends otherwise today, and lets the call pass, would block.
    const isSure = subject.ways.every(({ exit }) => exit.code === 0 || exit.code === 2);
    yield {
      message: `If this guard crashes, times out or cannot start, ${hook.host} runs the tool anyway.`,
      sees: { user: "at most that a hook failed", model: "nothing" },
      after: { user: "that the guard failed", model: "that the call was blocked" },
      fix: {
        safety: isSure ? "safe" : "unsafe",
        description: `add ${setting} to the entry`,
        entry: JSON.parse(`{${setting}}`) as EntryValues,
      },
    };
  },
  bad: [
    {
      title: "a guard without a word about failures",
      event: "PreToolUse",
      script: plainGuard,
    },
  ],
  good: [
    {
      title: "a failure blocks",
      event: "PreToolUse",
      script: plainGuard,
      onFailure: "block",
    },
  ],
};
