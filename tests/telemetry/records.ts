import type { PlainRecord } from "../../src/trace/index.js";

/** A moment in whole milliseconds, as ledgers write it. */
export const noon = Date.parse("2026-03-04T12:00:00.000Z");
const at = (ms: number): string => new Date(noon + ms).toISOString();

export const event = (eventId: string, fields: object = {}): PlainRecord => ({
  time: at(0),
  type: "event",
  eventId,
  event: "PreToolUse",
  payload: {
    hook_event_name: "PreToolUse",
    session_id: "session one",
    tool_name: "Bash",
    tool_use_id: "call-1",
    tool_input: { command: "make secret-sauce" },
  },
  hooks: [
    { id: "user/0", name: "guard", matches: true, why: "" },
    { id: "user/1", name: "linter", matches: false, why: "", skipped: "matcher" },
  ],
  ...fields,
});

export const run = (eventId: string, fields: object = {}, result: object = {}): PlainRecord => ({
  time: at(40),
  type: "run",
  eventId,
  id: "user/0",
  name: "guard",
  ran: true,
  why: "it fits",
  at: "/home/me/settings.json:12",
  ms: 12.5,
  run: { hook: "guard", exit: 0, stdout: "looks fine", stderr: "", ...result },
  ...fields,
});

export const skip = (eventId: string, fields: object = {}): PlainRecord => ({
  time: at(40),
  type: "skip",
  eventId,
  id: "user/1",
  name: "linter",
  at: "/home/me/settings.json:20",
  ran: false,
  why: "the list Edit does not match Bash",
  skipped: "matcher",
  ...fields,
});

export const verdict = (eventId: string, fields: object = {}): PlainRecord => ({
  time: at(40),
  type: "verdict",
  eventId,
  outcome: "proceed",
  permission: "none",
  input: null,
  prompt: null,
  toModel: [],
  toUser: [],
  toLog: [],
  failed: false,
  diagnosed: false,
  problems: [],
  provenance: { voices: [], rewrites: [] },
  ...fields,
});

/** An event with one run, one skip and a verdict: two spans. */
export const whole = (eventId: string): PlainRecord[] => [
  event(eventId),
  run(eventId),
  skip(eventId),
  verdict(eventId),
];
