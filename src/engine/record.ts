import type { Reading } from "../route/index.js";
import type { Payload } from "../payload/index.js";
import type { Ruling } from "../rules/index.js";
import type { Ledger } from "../trace/index.js";
import type { HookReport } from "./fired.js";
import type { PlannedHook } from "./planned-hook.js";

/** The event and the hooks that match it, before anything runs: what a crash leaves unfinished can be seen. */
export function recordEvent(
  ledger: Ledger | undefined,
  eventId: string,
  payload: Payload,
  plan: readonly PlannedHook[],
  dialect: string,
): void {
  ledger?.append({
    type: "event",
    eventId,
    event: payload.hook_event_name,
    dialect,
    payload,
    hooks: plan.map(({ hook, matches, why, skipped }) => ({
      id: hook.id,
      name: hook.name,
      matches,
      why,
      skipped,
    })),
  });
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
    .filter((report) => report.async !== true)
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

function ruled(ruling: Ruling | null): object {
  if (ruling === null || ruling.decision === "none") return {};
  return { ruling: { decision: ruling.decision, why: ruling.why } };
}

function asText({ run, file, line, ...rest }: HookReport): Record<string, unknown> {
  const where = { ...rest, at: file === null ? null : line === null ? file : `${file}:${line}` };
  return run === undefined ? where : { ...where, run };
}
