import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { convertMessagesForAPI } from "../../src/conversation/index.js";
import { SessionWorkspace } from "./session-workspace.js";

let workspace: SessionWorkspace;
beforeEach(() => {
  workspace = new SessionWorkspace();
});
afterEach(() => workspace.end());

test("a hook that is a function guards the agent, its subagents too", async () => {
  const received: unknown[] = [];
  const session = workspace.session(
    [
      {
        when: "begin",
        calls: [{ tool: "Task", input: { prompt: "helper", agent_type: "scout" } }],
      },
      { when: "helper", calls: [{ tool: "Bash", input: { command: "touch made" } }] },
      { when: "not here", say: "I may not." },
      { say: "Done." },
    ],
    {},
    {
      program: {
        permissions: { allow: ["Bash", "Task"] },
        hooks: {
          PreToolUse: [
            {
              matcher: "Bash",
              hooks: [
                {
                  type: "function",
                  run(event, { deny }) {
                    received.push([event["agent_type"], event.tool_input]);
                    return deny("not here");
                  },
                },
              ],
            },
          ],
        },
      },
    },
  );
  expect(await session.submit("begin")).toEqual({ type: "stopped" });
  expect(received).toEqual([["scout", { command: "touch made" }]]);
  expect(existsSync(join(workspace.project, "made"))).toBe(false);
  expect(JSON.stringify(convertMessagesForAPI(session.messages.messages))).toContain("I may not.");
});
