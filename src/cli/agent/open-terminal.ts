import type { AgentSession } from "../../agent/index.js";
import type { Controls } from "../../tui/index.js";

/** Shows a session in the terminal, which is loaded only now. */
export async function openTerminal(
  session: AgentSession,
  onReady?: (controls: Controls) => void,
): Promise<void> {
  // Ink draws nothing where this is set, and there is a terminal. The session has its own copy of the environment.
  delete process.env["CI"];
  const { runTerminal } = await import("../../tui/index.js");
  await runTerminal(session, onReady === undefined ? {} : { onReady });
}
