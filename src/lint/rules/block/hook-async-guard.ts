import { plainGuard } from "../plain-guard.js";
import type { Rule } from "../../rule.js";
import { isGuard } from "../../subject.js";

export const hookAsyncGuard: Rule = {
  code: "hook-async-guard",
  group: "block",
  severity: "error",
  confidence: "shape",
  fix: "safe",
  *check(subject) {
    if (!subject.hook.isAsync || subject.hook.wakesModel === true || !isGuard(subject)) return;
    yield {
      message: `${subject.hook.host} does not wait for this hook (\`async\`), but the hook wants to block.`,
      sees: { user: "nothing", model: "nothing" },
      after: { user: "the block", model: "the reason" },
      fix: {
        safety: "safe",
        description: "remove `async` from the entry, or set it to false",
        entry: { async: false },
      },
    };
  },
  bad: [
    {
      title: "a guard that nobody waits for",
      event: "PreToolUse",
      script: plainGuard,
      async: true,
    },
  ],
  good: [
    {
      title: "a guard that is waited for",
      event: "PreToolUse",
      script: plainGuard,
    },
  ],
};
