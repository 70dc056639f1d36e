import { statSync } from "node:fs";
import { sep } from "node:path";
import { percentile } from "../../ledger-query/index.js";
import { catalogue } from "../../problem/index.js";
import { isDamage, readLedger, verifyLedger, type LedgerLine } from "../../trace/index.js";
import type { Finding } from "./finding.js";

/** How long a hook takes, by its latest runs in the ledger. */
interface HookTiming {
  readonly id: string;
  readonly name: string;
  /** File and line of its entry. */
  readonly at: string;
  readonly runs: number;
  readonly p50: number;
  readonly p95: number;
}

/** What a look at the ledger gave. */
export interface LedgerLook {
  readonly file: string;
  readonly bytes: number;
  /** Of a larger file only the end was looked at. */
  readonly isWhole: boolean;
  readonly records: number;
  readonly faults: readonly string[];
  readonly timings: readonly HookTiming[];
}

/** As much as is read within the time that somebody waits for a page. */
const MOST_BYTES = 8 * 1024 * 1024;
const MOST_FAULTS = 5;

/** Null where there is no ledger yet. */
export function lookAtLedger(file: string, projectDir: string): LedgerLook | null {
  const bytes = statSync(file, { throwIfNoEntry: false })?.size;
  if (bytes === undefined) return null;
  const isWhole = bytes <= MOST_BYTES;
  const here = new Set<unknown>();
  const runs = new Map<string, LedgerLine[]>();
  const damage: string[] = [];
  let records = 0;
  for (const entry of readLedger(file, isWhole ? 0 : bytes - MOST_BYTES)) {
    if (isDamage(entry)) {
      damage.push(isWhole ? `line ${entry.line}: ${entry.what}` : entry.what);
      continue;
    }
    records++;
    if (entry.type === "event" && isIn(entry, projectDir)) here.add(entry["eventId"]);
    if (entry.type !== "run" || !here.has(entry["eventId"])) continue;
    const key = JSON.stringify([entry["at"], entry["id"]]);
    const known = runs.get(key);
    if (known === undefined) runs.set(key, [entry]);
    else known.push(entry);
  }
  // Chains can be followed from their beginning only.
  const faults = isWhole
    ? verifyLedger(file).faults.map(({ line, what }) => `line ${line}: ${what}`)
    : damage;
  const timings = [...runs.values()].flatMap(timingOf);
  return { file, bytes, isWhole, records, faults: faults.slice(0, MOST_FAULTS), timings };
}

function isIn(event: LedgerLine, projectDir: string): boolean {
  const cwd = (event["payload"] as { readonly cwd?: unknown } | undefined)?.cwd;
  return typeof cwd === "string" && (cwd === projectDir || cwd.startsWith(`${projectDir}${sep}`));
}

function timingOf(runs: readonly LedgerLine[]): readonly HookTiming[] {
  const times = runs
    .flatMap(({ ms }) => (typeof ms === "number" ? [ms] : []))
    .toSorted((one, other) => one - other);
  const last = runs.at(-1);
  if (times.length === 0 || last === undefined) return [];
  const at = (share: number): number => Math.round(percentile(times, share) ?? 0);
  const text = (key: string): string => {
    const value = last[key];
    return typeof value === "string" ? value : "";
  };
  const place = { id: text("id"), name: text("name"), at: text("at") };
  return [{ ...place, runs: times.length, p50: at(0.5), p95: at(0.95) }];
}

const SLOW_MS = 1000;
/** Fewer say nothing about one in twenty. */
const FEWEST_RUNS = 5;

export function ledgerFindings({ file, faults, timings }: LedgerLook): readonly Finding[] {
  const slow = timings
    .filter(({ runs, p95 }) => runs >= FEWEST_RUNS && p95 >= SLOW_MS)
    .map(({ name, at, runs, p50, p95 }): Finding => {
      const [, place = file, line] = /^(.*?)(?::(\d+))?$/s.exec(at) ?? [];
      const detail = `p50 ${p50} ms, p95 ${p95} ms in ${runs} runs`;
      return {
        ...common("hook-slow"),
        file: place,
        line: line === undefined ? null : Number(line),
        hook: name,
        message: detail,
        cause: "the agent waits for it",
        detail: `${name}: ${detail}`,
      };
    });
  if (faults.length === 0) return slow;
  const what = faults.join("; ");
  const damaged = { file, line: null, message: what, cause: what, detail: "" };
  return [...slow, { ...common("ledger-damaged"), ...damaged }];
}

/** What findings that are not about settings have in common. */
export function common(
  code: keyof typeof catalogue,
): Pick<Finding, "code" | "severity" | "confidence" | "fix"> {
  const { severity, fix } = catalogue[code];
  return { code, severity, confidence: "proven", fix: { safety: "unsafe", description: fix } };
}
