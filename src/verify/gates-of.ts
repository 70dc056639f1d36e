import type { Payload } from "../payload/index.js";
import type { Fault } from "./faults.js";
import { reasons, worst, type Gate, type Reason } from "./gate.js";
import type { HostVariant } from "./host-variants.js";
import { judge } from "./judge.js";
import { seenBy } from "./seen.js";
import { recordFaults, type FaultyRun, type PrintedRun } from "./record-faults.js";

/** A guard, and a run in which it denied. */
export interface DenyingGuard {
  readonly hook: string;
  readonly event: string;
  /** Snaphook's name of the event. */
  readonly canonical: string;
  /** As the host sends it. */
  readonly payload: Payload;
  readonly run: PrintedRun;
}

/** A fault that acts on the run alone, in every variant of the host. */
export function recordGates(
  guard: DenyingGuard,
  fault: Fault,
  variants: readonly HostVariant[],
): readonly Gate[] {
  return variants.map((variant) => {
    if (fault === "host-killed") return settled(guard, fault, variant, "host-gone");
    if (fault === "other-allows") return othersAllow(guard, variant);
    if (fault === "pipes-held") {
      const { heldPipes } = variant;
      if (heldPipes === null) return settled(guard, fault, variant, "not-known");
      const late = recordFaults.deadline?.(guard.run) ?? [];
      return gateOf(guard, fault, variant, heldPipes === "waits" ? late : [unchanged(guard)]);
    }
    return gateOf(guard, fault, variant, recordFaults[fault]?.(guard.run) ?? []);
  });
}

/** What comes of the forms of a fault in one variant of the host: of the worst of them. */
export function gateOf(
  guard: DenyingGuard,
  fault: Fault,
  variant: HostVariant,
  forms: readonly FaultyRun[],
): Gate {
  const { event, payload, canonical } = guard;
  const { onFailure, events } = variant;
  if (events !== null && !events.has(event)) return settled(guard, fault, variant, "no-such-event");
  const gates = forms.map(({ run, hasAnswer, detail }) => {
    const seen = seenBy(variant, event, payload, [{ ...run, onFailure }]);
    const { why } = judge({ seen, canonical, hasAnswer, endedWell: run.exit === 0 });
    return settled(guard, fault, variant, why, detail);
  });
  return worst(gates) ?? settled(guard, fault, variant, "not-injected");
}

/** A gate of which the reason is known. */
export function settled(
  { hook, event }: Pick<DenyingGuard, "hook" | "event">,
  fault: string,
  { host, version, onFailure, configured }: HostVariant,
  why: Reason,
  detail?: string,
): Gate {
  const [result] = reasons[why];
  const said = detail === undefined ? {} : { detail };
  return { hook, host, version, event, fault, onFailure, configured, result, why, ...said };
}

/** All ways to say yes in some host. One that a host does not know may do nothing there. */
function allowing(event: string): readonly object[] {
  const permissionDecision = "allow";
  return [
    { hookSpecificOutput: { hookEventName: event, permissionDecision } },
    { hookSpecificOutput: { hookEventName: event, decision: { behavior: "allow" } } },
    { permissionDecision },
    { permission: "allow" },
    { decision: "allow" },
    { decision: "approve" },
    { continue: true },
  ];
}

/** The guard first or last, in the settings and in time. */
const orders = [true, false].flatMap((isFirst) =>
  [
    [0, 1],
    [1, 0],
  ].map((finish) => ({ isFirst, finish })),
);

function othersAllow(guard: DenyingGuard, variant: HostVariant): Gate {
  const { event, payload, canonical } = guard;
  const { events, onFailure } = variant;
  if (events !== null && !events.has(event))
    return settled(guard, "other-allows", variant, "no-such-event");
  const own = { ...guard.run, onFailure };
  const gates = allowing(event).flatMap((answer) => {
    const stdout = `${JSON.stringify(answer)}\n`;
    const other = { hook: "another", exit: 0, stdout, stderr: "", onFailure };
    return orders.map(({ isFirst, finish }) => {
      const runs = isFirst ? [own, other] : [other, own];
      const seen = seenBy(variant, event, payload, runs, finish);
      const { why } = judge({ seen, canonical, hasAnswer: true, endedWell: true });
      const place = isFirst ? "after" : "before";
      const detail = `${stdout.trim()}, listed ${place} the guard`;
      return settled(guard, "other-allows", variant, why, detail);
    });
  });
  return worst(gates) ?? settled(guard, "other-allows", variant, "not-known");
}

function unchanged({ run }: DenyingGuard): FaultyRun {
  return { run, hasAnswer: true };
}
