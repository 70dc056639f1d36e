import { bridgeOf } from "../hosts/index.js";
import { samplePayload, type Payload } from "../payload/index.js";
import type { GivenEvent } from "./hook-test.js";

/** Where an event was fired. */
interface FiredIn {
  /** The host in whose form the payload is; `snaphook` for its own. */
  readonly host: string;
  /** By that host's name. */
  readonly event: string;
  readonly projectDir: string;
}

const samples: Payload = {
  session_id: "session-1",
  sessionId: "session-1",
  tool_use_id: "call-1",
  toolUseId: "call-1",
  transcript_path: "/transcript.jsonl",
  transcriptPath: "/transcript.jsonl",
  prompt_id: "prompt-1",
};

/** Fields that differ each time, in some host's form. */
const momentary: ReadonlySet<string> = new Set([
  ...Object.keys(samples),
  "turn_id",
  "conversation_id",
  "generation_id",
  "timestamp",
  "user_email",
]);

/** What names one session, call or moment: a sample has such fields too. */
const passing: ReadonlySet<string> = new Set([
  "hook_event_name",
  "session_id",
  "transcript_path",
  "tool_use_id",
  "permission_mode",
  "cwd",
]);

/** The same for everyone: what names a session, a call or a moment has the value of a sample. */
function steady(payload: Payload, host: string): Payload {
  const sample: Payload = { ...samples, ...bridgeOf(host)?.sample };
  return Object.fromEntries(
    Object.entries(payload).map(([name, value]) =>
      momentary.has(name) && sample[name] !== undefined ? [name, sample[name]] : [name, value],
    ),
  );
}

/** An event that was fired, as a test gives it. The project's folder is left out: it is that of whoever runs the test. */
export function givenOf(payload: Payload, { host, event, projectDir }: FiredIn): GivenEvent {
  if (host !== "snaphook") {
    const { cwd, ...elsewhere } = steady(payload, host);
    return { event, from: host, payload: cwd === projectDir ? elsewhere : { cwd, ...elsewhere } };
  }
  const sample = samplePayload(event);
  const { tool_name: tool, tool_input: input, ...fields } = payload;
  const own = Object.entries(fields).filter(
    ([name, value]) => !passing.has(name) && JSON.stringify(value) !== JSON.stringify(sample[name]),
  );
  return {
    event,
    ...(typeof tool === "string" && { tool }),
    ...(typeof input === "object" && input !== null && { input: { ...input } }),
    ...(own.length > 0 && { payload: Object.fromEntries(own) }),
  };
}
