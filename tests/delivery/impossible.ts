import type { Reading } from "../../src/interpret/index.js";

interface Session {
  /** How the turn ended. */
  readonly end: string;
  /** Whether somebody could be asked. */
  readonly hasUser: boolean;
}

/** A text to the model that cannot reach it; the user must get it instead. */
interface Impossible {
  readonly why: string;
  holds(event: string, reading: Reading, session: Session): boolean;
}

/** All that cannot be delivered to the model in a session of one prompt. */
export const impossible: readonly Impossible[] = [
  {
    why: "the session is over: no model is asked any more",
    holds: (event) => event === "SessionEnd",
  },
  {
    why: "a halt ends the turn, and there is no other one",
    holds: (_event, { outcome }, { end }) => outcome === "halt" || end === "hook",
  },
  {
    why: "the prompt was blocked, and there is no other one",
    holds: (event, { outcome }) => event === "UserPromptSubmit" && outcome === "block",
  },
  {
    why: "the agent may stop, and there is no other prompt",
    holds: (event, { outcome }) => event === "Stop" && outcome === "proceed",
  },
  {
    why: "the user, or nobody who could be asked, denied the call, which ends the agent's turn",
    // A subagent that was denied a call ends as well, and then the turn continues without it.
    holds: (_event, { outcome }, { end, hasUser }) =>
      end === "denied" || (!hasUser && outcome === "ask"),
  },
];
