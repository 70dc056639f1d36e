import { expect, test } from "vitest";
import { StopLoop } from "./stop-loop.js";

const stop = (session: string, agent?: string) => ({
  hook_event_name: "SubagentStop",
  session_id: session,
  ...(agent !== undefined && { agent_id: agent }),
});

test("blocks are counted for each agent of each session by itself", () => {
  const loop = new StopLoop(new Map());
  const isTooMuch = (session: string, agent?: string): boolean =>
    loop.isTooMuch("block", stop(session, agent), 1);
  expect([
    isTooMuch("s", "a"),
    isTooMuch("s", "b"),
    isTooMuch("t", "a"),
    isTooMuch("s"),
    isTooMuch("s", "a"),
  ]).toEqual([false, false, false, false, true]);
});
