import { createHash } from "node:crypto";
import type { Hook, Settings } from "../config/index.js";
import type { Reading } from "../route/index.js";
import type { Payload } from "../payload/index.js";
import type { Ruling } from "../rules/index.js";
import { withoutBodies, type Ledger } from "../trace/index.js";
import type { PermissionAnswer } from "./engine.js";
import type { HookReport } from "./fired.js";
import type { PlannedHook } from "./planned-hook.js";

/**
 * The event and the hooks that match it, before anything runs: what a crash leaves unfinished can be seen. Which ones do not
 * match, and why, follows from the settings; these are written once for all events.
 */
export function recordEvent(
  ledger: Ledger | undefined,
  eventId: string,
  payload: Payload,
  plan: readonly PlannedHook[],
  dialect: string,
  { hooks, record }: Pick<Settings, "hooks" | "record">,
): void {
  if (ledger === undefined) return;
  const meant = plan.filter((planned) => !isUnmatched(planned));
  const unmatched = plan.length - meant.length;
  ledger.append({
    type: "event",
    eventId,
    event: payload.hook_event_name,
    dialect,
    payload: record ? payload : withoutBodies(payload),
    hooks: meant.map(({ hook, matches, why, skipped }) => ({
      id: hook.id,
      name: hook.name,
      matches,
      why,
      skipped,
    })),
    ...(unmatched > 0 && { unmatched, settings: recordSettings(ledger, hooks) }),
  });
}

/** Not about this call: the settings say so, whatever else is known. */
function isUnmatched({ skipped }: Pick<PlannedHook, "skipped">): boolean {
  return skipped !== undefined && skipped !== "trust";
}

/** The record of a list of hooks, and what it is known by. A list never changes: other settings have another one. */
const records = new WeakMap<
  readonly Hook[],
  { readonly revision: string; readonly hooks: object[] }
>();

/** The settings' revision, which the ledger has a record of. */
function recordSettings(ledger: Ledger, hooks: readonly Hook[]): string {
  let record = records.get(hooks);
  if (record === undefined) {
    const facts = hooks.map(factsOf);
    const revision = createHash("sha256").update(JSON.stringify(facts)).digest("hex").slice(0, 16);
    record = { revision, hooks: facts };
    records.set(hooks, record);
  }
  ledger.appendOnce(record.revision, { type: "settings", eventId: "", ...record });
  return record.revision;
}

function factsOf({ id, name, event, matcher, if: conditions, disabled, source }: Hook): object {
  return {
    id,
    name,
    event,
    matcher,
    if: conditions,
    disabled: disabled || undefined,
    host: source.host,
    at: placeOf(source),
  };
}

/** Whether it could be written: how each hook ran, what was decided, and who gets which text. On a gate it is on disk before anyone acts on it. */
export function recordOutcome(
  ledger: Ledger | undefined,
  eventId: string,
  reading: Reading,
  hooks: readonly HookReport[],
  ruling: Ruling | null,
  sync: boolean,
): boolean {
  if (ledger === undefined) return false;
  const runs = hooks
    // Of those that nobody waits for, the start is on record.
    .filter((report) => report.async !== true && !isUnmatched(report))
    .map((report) => ({ type: report.ran ? "run" : "skip", eventId, ...asText(report) }));
  return ledger.appendAll([...runs, { type: "verdict", eventId, ...reading, ...ruled(ruling) }], {
    gate: true,
    sync,
  });
}

/** A hook that nobody waits for is about to run. */
export function recordAsyncStart(
  ledger: Ledger | undefined,
  eventId: string,
  report: HookReport,
): void {
  ledger?.append({ type: "start", eventId, ...asText(report) });
}

/** How a hook ended that nobody waited for. */
export function recordAsyncEnd(
  ledger: Ledger | undefined,
  eventId: string,
  report: HookReport,
): void {
  ledger?.append({ type: "run", eventId, ...asText(report) });
}

/** What the user answered to the question of an event. */
export function recordPermission(
  ledger: Ledger | undefined,
  eventId: string,
  { decision, reason, remember, by }: PermissionAnswer,
): void {
  ledger?.append({ type: "permission", eventId, decision, reason, remember, by }, { gate: true });
}

function ruled(ruling: Ruling | null): object {
  if (ruling === null || ruling.decision === "none") return {};
  return { ruling: { decision: ruling.decision, why: ruling.why } };
}

function asText({ run, file, line, ...rest }: HookReport): Record<string, unknown> {
  const where = { ...rest, at: placeOf({ file, line }) };
  return run === undefined ? where : { ...where, run };
}

function placeOf({ file, line }: { file: string | null; line: number | null }): string | null {
  return file === null || line === null ? file : `${file}:${line}`;
}
