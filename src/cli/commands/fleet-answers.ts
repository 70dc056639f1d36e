import type { Engine, Fired } from "../../engine/index.js";
import type { Reading } from "../../interpret/index.js";
import type { Payload } from "../../payload/index.js";

/** What `snaphook bridge install` writes as the timeout of a hook. */
export const HOST_SECONDS = 60;
/** The answer must be there before the host stops waiting: most hosts take silence for a yes. */
const MARGIN_SECONDS = 10;

/** An event of a host, as it was fired. */
export interface AskingEvent {
  readonly host: string;
  readonly payload: Payload;
  readonly projectDir: string;
  /** When the host will stop waiting, by `performance.now()`. */
  readonly ends: number;
  readonly signal?: AbortSignal;
}

/**
 * Has the fleet answer what a user at the host would be asked, where the settings say so for this host. Nobody's answer, and
 * every fault, is a no, and comes before the host stops waiting.
 */
export async function answeredByFleet(
  engine: Engine,
  { reading, eventId }: Fired,
  { host, payload, projectDir, ends, signal }: AskingEvent,
): Promise<Reading> {
  const { fleet } = engine.settings;
  if (fleet === null || !fleet.hosts.includes(host) || !asks(reading, payload)) return reading;
  const left = (ends - performance.now()) / 1000 - MARGIN_SECONDS;
  const settings = { ...fleet, waitSeconds: Math.floor(Math.min(fleet.waitSeconds, left)) };
  if (settings.waitSeconds < 1)
    return denied(reading, `The fleet was not asked: ${host} does not wait long enough.`);
  // Only now: most events ask nothing.
  const loaded = await import("./ask-fleet.js").catch((error: unknown) => String(error));
  if (typeof loaded === "string") return denied(reading, `The fleet was not asked: ${loaded}`);
  const { askAboutCall, whyNot } = loaded;
  const input = reading.input ?? payload.tool_input;
  const texts = [...reading.toUser, ...reading.toModel].filter(({ kind }) => kind === "reason");
  const reasons = new Map(
    texts.map(({ hook, text }) => [`${hook}\n${text}`, { from: hook, text }]),
  );
  const call = {
    tool: String(payload.tool_name),
    input,
    original: payload.tool_input,
    reasons: [...reasons.values()],
    host,
    session: payload.session_id ?? "",
    project: projectDir,
  };
  const end = await askAboutCall(call, settings, {
    signal: signal ?? new AbortController().signal,
  });
  if (!("by" in end)) {
    const reason = whyNot(end, settings);
    engine.recordPermission(eventId, { decision: "deny", reason });
    return denied(reading, reason);
  }
  const by = end.by.join(" and ");
  const reason = end.type === "deny" ? (end.words ?? `${by} said no.`) : undefined;
  engine.recordPermission(eventId, {
    decision: end.type,
    by,
    ...(reason !== undefined && { reason }),
  });
  return reason === undefined ? allowed(reading, by) : denied(reading, reason);
}

/** Whether somebody would be asked: a hook or a rule asks, or the host does and nobody has decided. */
function asks({ outcome, permission }: Reading, payload: Payload): boolean {
  if (payload.tool_name === undefined) return false;
  if (outcome === "ask") return true;
  return (
    payload.hook_event_name === "PermissionRequest" &&
    outcome === "proceed" &&
    permission === "none"
  );
}

function isOther({ kind }: { readonly kind: string }): boolean {
  return kind !== "reason";
}

function denied(reading: Reading, text: string): Reading {
  const reason = { kind: "reason", text, hook: "fleet" } as const;
  return {
    ...reading,
    outcome: "block",
    permission: "deny",
    toModel: [reason, ...reading.toModel.filter(isOther)],
    toUser: [reason, ...reading.toUser.filter(isOther)],
  };
}

function allowed(reading: Reading, by: string): Reading {
  const news = { kind: "warning", text: `${by} allowed it.`, hook: "fleet" } as const;
  return {
    ...reading,
    outcome: "proceed",
    permission: "allow",
    toModel: reading.toModel.filter(isOther),
    toUser: [news, ...reading.toUser.filter(isOther)],
  };
}
