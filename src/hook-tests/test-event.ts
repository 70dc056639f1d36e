import { bridgeOf, canonicalEvent, findBridgedHost } from "../hosts/index.js";
import { isKnownEvent, sampleInput, samplePayload, type Payload } from "../payload/index.js";
import type { SandboxEvent } from "../sandbox-run/index.js";
import type { GivenFile } from "../sandbox/index.js";
import type { GivenEvent } from "./hook-test.js";

/** What Snaphook calls an event of a host; the name itself where nobody knows it. */
export function ownEvent(event: string, host: string): string {
  if (isKnownEvent(event)) return event;
  const [name = ""] = host.split("@");
  const asTool = bridgeOf(name)?.payload(event).toolEvents?.[event]?.canonical;
  return findBridgedHost(name)?.events[event]?.canonical ?? asTool ?? canonicalEvent(event);
}

/** The event of a test as it is fired at the hooks of a host. */
export function eventOf(given: GivenEvent, host: string, projectDir: string): SandboxEvent {
  const { event, tool, input, payload = {}, from, hooks } = given;
  const only = hooks === undefined ? {} : { hooks };
  if (from !== undefined)
    return {
      host,
      payload: { cwd: projectDir, ...payload, ...timed(payload, given) },
      from: { host: from, event },
      ...only,
    };
  const [name = ""] = host.split("@");
  const sample = samplePayload(ownEvent(event, host));
  const isAboutTool = tool !== undefined || input !== undefined;
  const own: Payload = {
    ...sample,
    cwd: projectDir,
    ...(tool !== undefined && { tool_name: tool }),
    ...(isAboutTool && { tool_input: input ?? sampleInput(tool ?? "") }),
    ...timed(bridgeOf(name)?.sample ?? {}, given),
    ...payload,
    hook_event_name: event,
  };
  return { host, payload: own, ...only };
}

/** The time in the form that the host has it in, where it sends one. */
function timed(fields: Readonly<Record<string, unknown>>, { time }: GivenEvent): Payload {
  const sent = fields["timestamp"];
  if (time === undefined || sent === undefined) return {};
  const at = new Date(time);
  return { timestamp: typeof sent === "number" ? at.getTime() : at.toISOString() };
}

/** Variables that hooks get in addition. */
export function variablesOf({ env = {}, time }: GivenEvent): Record<string, string> {
  const epoch = time === undefined ? {} : { SOURCE_DATE_EPOCH: String(secondsOf(time)) };
  return { ...epoch, ...env };
}

function secondsOf(time: string): number {
  return Math.floor(Date.parse(time) / 1000);
}

/** Files that hooks find in addition, and such that they do not find. */
export function filesOf({ files = {} }: GivenEvent): ReadonlyMap<string, GivenFile | null> {
  return new Map(
    Object.entries(files).map(([path, file]) => {
      if (file === null) return [path, null];
      const { text = "", base64, executable } = typeof file === "string" ? { text: file } : file;
      const bytes = base64 === undefined ? Buffer.from(text) : Buffer.from(base64, "base64");
      const isScript = executable ?? bytes.subarray(0, 2).toString() === "#!";
      return [path, { bytes, mode: isScript ? 0o755 : 0o644 }];
    }),
  );
}
