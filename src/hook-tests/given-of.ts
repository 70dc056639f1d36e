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

/** What names one session, call or moment: a sample has such fields too. */
const passing: ReadonlySet<string> = new Set([
  "hook_event_name",
  "session_id",
  "transcript_path",
  "tool_use_id",
  "permission_mode",
  "cwd",
]);

/** An event that was fired, as a test gives it. The project's folder is left out: it is that of whoever runs the test. */
export function givenOf(payload: Payload, { host, event, projectDir }: FiredIn): GivenEvent {
  const { cwd, ...elsewhere } = payload;
  if (host !== "snaphook")
    return { event, from: host, payload: cwd === projectDir ? elsewhere : { ...payload } };
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
