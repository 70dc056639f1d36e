#!/usr/bin/env node
// A guard that says no to commands like `rm -rf /`. In the settings:
//     {"type": "worker", "command": "node", "args": ["examples/workers/guard.mjs"], "onFailure": "block"}
import { serve } from "./snaphook-worker.mjs";

// What must never be removed whole: the root, a home folder, and what is right below the root.
const precious = /^(\/|~|\$HOME|\$\{HOME\}|\/[^/]+)\/*\**$/;

serve((event) => {
  if (event.tool_name !== "Bash") return;
  if (removesEverything(String(event.tool_input?.command ?? "")))
    return "This would remove far too much. Name what is to go.";

  // Your own rules go here. Give back a text to say no, nothing to have no opinion, or an object such as
  // { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "ask" } }.
});

/** An example and not a fence: a shell has countless ways to say the same. @param {string} command */
function removesEverything(command) {
  return command.split(/[;&|\n]+/).some((part) => {
    const words = part
      .trim()
      .split(/\s+/)
      .map((word) => word.replaceAll(/["']/g, ""));
    const isDeep = words.some((word) => word === "--recursive" || /^-\w*[rR]/.test(word));
    return (
      words.some((word) => /(^|\/)rm$/.test(word)) &&
      isDeep &&
      words.some((word) => !/(^|\/)rm$/.test(word) && precious.test(word))
    );
  });
}
