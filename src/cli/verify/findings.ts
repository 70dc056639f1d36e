import { relative } from "node:path";
import type { Finding } from "../../lint/index.js";
import {
  FALLBACK,
  faults,
  findOtherHost,
  hostVariants,
  isSolvedByFallback,
  isSolvedBySetting,
  reasons,
  type Fault,
  type Gate,
} from "../../verify/index.js";
import type { VerifiedGuard } from "./verify-guard.js";

/** Faults under which a guard is open and that one change closes. */
export interface OpenFaults {
  readonly gates: readonly Gate[];
  readonly fix: string;
}

/** What is open with the settings as they are. */
export function openGates({ gates }: VerifiedGuard): readonly Gate[] {
  return gates.filter(({ configured, result }) => configured && result === "open");
}

/** In the order in which the keys are met. */
export function grouped<One>(
  all: readonly One[],
  keyOf: (one: One) => string,
): ReadonlyMap<string, readonly One[]> {
  const found = new Map<string, One[]>();
  for (const one of all) found.set(keyOf(one), [...(found.get(keyOf(one)) ?? []), one]);
  return found;
}

/** The same, by what closes them. */
export function openFaults(verified: VerifiedGuard): readonly OpenFaults[] {
  const byFix = grouped(openGates(verified), (gate) => fixOf(gate, verified));
  return Array.from(byFix, ([fix, gates]) => ({ fix, gates }));
}

function fixOf(gate: Gate, { gates }: VerifiedGuard): string {
  const fault = gate.fault as Fault;
  const { fix } = faults[fault];
  // A guard that ends well has not failed: no setting helps.
  if (!isSolvedBySetting(fault) || gate.why === "guard-allows") return ownFix(fault, gate);
  const closing = gates.find(
    (other) => other.fault === fault && other.version === gate.version && other.result === "closed",
  );
  const variant = hostVariants(gate.host, gate.version, gate.onFailure)[0];
  if (closing !== undefined && variant?.failClosed)
    return `${fix.slice(0, -1)}: add ${variant.failClosed} to the entry.`;
  const other = variant?.other ?? null;
  if (isSolvedByFallback(fault))
    return `${gate.host} has no setting by which this blocks. Add to the end of the command: ${other?.fallback ?? FALLBACK}`;
  if (other !== null) return `Nothing closes it in ${gate.host}: it has no setting for failures.`;
  return `${gate.host} has no setting by which this blocks. Move the guard to .snaphook/settings.json, with "onFailure": "block", and run: snaphook bridge install ${gate.host}.`;
}

function ownFix(fault: Fault, { why, detail }: Gate): string {
  const { fix } = faults[fault];
  if (fault === "no-program" && detail !== undefined) return fix.replaceAll("NAME", detail);
  return why === "guard-allows" && isSolvedBySetting(fault)
    ? "Deny where the guard cannot do its work: end with exit code 2 instead of 0."
    : fix;
}

/** A fault in words, after "when". */
export function faultText({ fault, detail }: Gate): string {
  const { when } = faults[fault as Fault];
  return detail === undefined ? when : `${when} (${detail})`;
}

/** As `lint` has them: one for each change that closes something, and one for a guard of which nothing is known. */
export function findingsOf(verified: VerifiedGuard): readonly Finding[] {
  const { hook } = verified.guard.subjects[0];
  const { name, event, file, line } = hook;
  const host = verified.gates[0]?.host ?? hook.host;
  const common = {
    confidence: "proven",
    file: relative(process.cwd(), file) || file,
    line,
    hooks: [name],
    hosts: [host],
    events: event === null ? [] : [event],
  } as const;
  if (verified.unsettled !== null)
    return [
      {
        ...common,
        ...(openGates(verified).length > 0
          ? ({ code: "guard-open", severity: verified.observes ? "info" : "error" } as const)
          : ({ code: "guard-unproven", severity: "warning", confidence: "read" } as const)),
        message: `${name}: ${reasonOf(verified)} (${verified.unsettled}).`,
        fix: { safety: "unsafe", description: unprovenFix(verified) },
      },
    ];
  return openFaults(verified).map(({ gates, fix }) => ({
    ...common,
    code: "guard-open",
    // One that only observes denies nothing yet.
    severity: verified.observes ? "info" : "error",
    message: `${host} runs a call that ${name} denies when ${gates.map(faultText).join("; when ")}.`,
    fix: { safety: "unsafe", description: fix },
  }));
}

function reasonOf({ gates }: VerifiedGuard): string {
  const why = gates[0]?.why ?? "not-run";
  return reasons[why][1];
}

/** The line to add, in the reader's own values. */
export function unprovenFix({ guard, gates }: VerifiedGuard): string {
  const why = gates[0]?.why;
  const other = findOtherHost(gates[0]?.host ?? "");
  if (other !== undefined && (why === "answer-lost" || why === "never-run")) return other.denyBy;
  if (other !== undefined && why === "not-known") return `Try it in ${other.title} itself.`;
  if (why === "not-approved") return "Review it and approve it: snaphook trust.";
  if (why === "not-waited-for")
    return "Remove async from the entry: only a hook that the host waits for can deny.";
  if (why !== "no-denied-input") return "Run a guard as a command, so that it can be run here.";
  const { matcher } = guard.subjects[0].hook;
  const tool = /^\w+/.exec(matcher ?? "")?.[0] ?? "Bash";
  const given =
    guard.canonical === "PreToolUse" || guard.canonical === "PermissionRequest"
      ? { event: guard.canonical, tool, input: { command: "what it denies" } }
      : { event: guard.canonical, payload: { prompt: "what it denies" } };
  const test = { name: "it denies this", given, expect: { outcome: "block" } };
  return `Add what it denies to a file NAME.hooktest.json next to it: ${JSON.stringify({ tests: [test] })}`;
}
