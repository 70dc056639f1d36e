#!/usr/bin/env node
// A guard for shell commands, for every host that Snaphook knows. Where it cannot do its work, it refuses.
import { defineHook, deny } from "snaphook/hook";

const refused = [
  {
    pattern: /\brm\s+(?:-\S+\s+)*-\w*[rf]/i,
    why: "rm -rf is not for agents: say which files should go, and why",
  },
];

export default defineHook("PreToolUse", { tools: { Bash: true } }, (event) => {
  for (const { pattern, why } of refused) if (pattern.test(event.input.command)) return deny(why);
});
