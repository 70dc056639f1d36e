import type { Host } from "../host.js";
import { events } from "./events.js";
import { readWith } from "./reading.js";

/**
 * Gemini CLI 0.61: JSON beats the exit code, stderr is read where stdout is blank, any code from 2 on denies by its
 * text, and one malformed `hookSpecificOutput` drops the answers of all hooks.
 */
export const gemini: Host = {
  name: "gemini",
  version: "0.61.0",
  summary: "Gemini CLI: JSON outranks the exit code, and every code but 0 and 1 blocks by its text",
  basis: "executed",
  events,
  defaultTimeout: 60,
  // Measured: a child outlived the deadline with the pipes open, and the host waited for it.
  heldPipes: "waits",
  read: (request) => readWith(events, request),
};
