import type { AgentSession } from "../../session/index.js";
import { forTerminal } from "../../show/index.js";
import type { Controls } from "../../tui/index.js";
import { say } from "../fold.js";
import { followBlocks } from "./follow-blocks.js";

/** Shows a session in the terminal, which is loaded only now. */
export async function openTerminal(
  session: AgentSession,
  onReady?: (controls: Controls) => void,
): Promise<void> {
  // Ink draws nothing where this is set, and there is a terminal. The session has its own copy of the environment.
  delete process.env["CI"];
  const { runTerminal } = await import("../../tui/index.js");
  let isOver = false;
  // What hooks say at the very end comes when the screen is closing.
  const last: string[] = [];
  session.follow((event) => {
    isOver ||= event.type === "fired" && event.fired.event === "SessionEnd";
  });
  followBlocks(session.messages, (_message, block) => {
    if (isOver && (block.type === "warn" || block.type === "error")) last.push(block.content);
  });
  await runTerminal(session, onReady === undefined ? {} : { onReady });
  for (const text of last) say(2, `${forTerminal(text)}\n`);
}
