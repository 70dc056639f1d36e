import type { Engine, Fired } from "../../engine/index.js";
import type { AskNews } from "../../fleet/index.js";
import type { Reading } from "../../interpret/index.js";
import type { Payload } from "../../payload/index.js";
import type { Ledger } from "../../trace/index.js";

/** The answer must be there before the host stops waiting: most hosts take silence for a yes. */
const MARGIN_SECONDS = 10;
/** So long before the host stops waiting it gets a no, whatever the database is at. */
const LAST_SECONDS = 5;

/** An event of a host, as it was fired. */
export interface AskingEvent {
  readonly host: string;
  /** By the host's own name. */
  readonly event: string;
  readonly payload: Payload;
  readonly projectDir: string;
  /** Seconds for which the host waits, where the command line says it. */
  readonly deadline: number | null;
  /** When it began to wait, by `performance.now()`. */
  readonly began: number;
  readonly ledger: Ledger;
  readonly signal?: AbortSignal;
}

/**
 * Has the fleet answer what a user at the host would be asked, where the settings say so for this host. Nobody's answer, and
 * every fault, is a no, and comes before the host stops waiting.
 */
export async function answeredByFleet(
  engine: Engine,
  { reading, eventId }: Fired,
  { host, event, payload, projectDir, deadline, began, ledger, signal }: AskingEvent,
): Promise<Reading> {
  const { fleet } = engine.settings;
  if (fleet === null || !fleet.hosts.includes(host) || !asks(reading, payload)) return reading;
  const { ledger: records } = engine.settings;
  const record = (answer: Answered): boolean =>
    ledger.append(
      { type: "permission", eventId, ...answer },
      { gate: true, sync: records !== "written" },
    );
  // Why the webhook could not be called: the user learns it with the answer.
  let trouble: string | null = null;
  const deny = (reason: string, by?: string): Reading => {
    record({ decision: "deny", reason, ...(by !== undefined && { by }) });
    return withTrouble(denied(reading, reason), trouble);
  };
  // Only now: most events ask nothing.
  const loaded = await import("./ask-fleet.js").catch((error: unknown) => String(error));
  if (typeof loaded === "string") return deny(`The fleet was not asked: ${loaded}`);
  const { askAboutCall, hostSeconds, whyNot } = loaded;
  const seconds = hostSeconds(host, event, projectDir, deadline);
  const left = seconds - (performance.now() - began) / 1000;
  const waitSeconds = Math.floor(Math.min(fleet.waitSeconds, left - MARGIN_SECONDS));
  const settings = { ...fleet, waitSeconds };
  if (waitSeconds < 1) return deny(`The fleet was not asked: ${host} does not wait long enough.`);
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
    cwd: payload.cwd,
  };
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const isLate = new Promise<{ readonly type: "expired" }>((resolve) => {
    timer = setTimeout(
      () => {
        resolve({ type: "expired" });
        late.abort();
      },
      (left - LAST_SECONDS) * 1000,
    );
  });
  const given = AbortSignal.any([late.signal, ...(signal === undefined ? [] : [signal])]);
  const onNews = (news: AskNews): void => {
    if (news.type === "not-announced") trouble = news.why;
  };
  const end = await Promise.race([askAboutCall(call, settings, { signal: given, onNews }), isLate]);
  clearTimeout(timer);
  if (!("by" in end)) return deny(whyNot(end, settings));
  const by = end.by.join(" and ");
  if (end.type === "deny") return deny(end.words ?? `${by} said no.`, by);
  if (!record({ decision: "allow", by }) && records === "required")
    return denied(reading, `${by} allowed it, but that could not be recorded.`);
  return withTrouble(allowed(reading, by), trouble);
}

interface Answered {
  readonly decision: "allow" | "deny";
  readonly reason?: string;
  readonly by?: string;
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

function withTrouble(reading: Reading, why: string | null): Reading {
  if (why === null) return reading;
  const text = `fleet.webhook could not be called: ${why}.`;
  return { ...reading, toUser: [...reading.toUser, { kind: "warning", text, hook: "fleet" }] };
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
