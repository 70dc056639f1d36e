import type { AgentSession } from "../../session/index.js";
import type { Controls } from "../../tui/index.js";
import { farewell, scenes, welcome } from "./scenes.js";

/** Fast enough not to bore, slow enough to be seen as typing. */
const LETTER_MS = 12;

/** Leads through the scenes: each prompt is typed, and goes when the user presses Enter. */
export async function leadTour(session: AgentSession, controls: Controls): Promise<void> {
  controls.note(welcome);
  await turnEnd(session, "busy");
  for (const { caption, prompt } of scenes) {
    controls.note(`${caption} Press Enter.`);
    const ended = turnEnd(session, "turn-ended");
    await controls.type(prompt, LETTER_MS);
    await ended;
    await controls.until("idle");
  }
  controls.note(farewell);
}

/** Settles when a turn has ended, or when the session is done with starting. */
function turnEnd(session: AgentSession, type: "turn-ended" | "busy"): Promise<void> {
  return new Promise((resolve) => {
    const stop = session.follow((event) => {
      if (event.type !== type || (event.type === "busy" && event.busy)) return;
      stop();
      resolve();
    });
  });
}
