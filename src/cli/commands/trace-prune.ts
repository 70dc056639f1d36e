import { confirm, isCancel } from "@clack/prompts";
import { rmSync } from "node:fs";
import { sidecarOf } from "../../ledger-query/index.js";
import { countText } from "../../recorded/index.js";
import { forTerminalLine, toJsonText } from "../../show/index.js";
import { pruneLedger, type PrunePlan } from "../../trace/index.js";
import type { Arguments } from "../arguments.js";
import { isTerminal, writeAll } from "../files.js";
import { say } from "../fold.js";
import { INTERRUPTED } from "../interruptible.js";
import { progress } from "../progress.js";
import { localTime } from "../trace/clock.js";
import type { TracedLedger } from "../trace/open-trace.js";
import { readTime } from "../trace/read-time.js";
import { UsageError } from "../usage-error.js";

const [FINDINGS, REFUSED] = [1, 3];
const MOST_FAULTS = 20;

/** Removes old records from the user's ledger, after saying what. */
export async function prune(
  given: Arguments,
  { file, isOwn }: TracedLedger,
  signal: AbortSignal,
): Promise<number> {
  if (!isOwn) throw new UsageError("prune changes only your own ledger; leave out --ledger");
  const before = given.text("before");
  if (before === undefined)
    throw new UsageError("what is old? Give --before 90d, or --before 2025-01-01");
  const limit = new Date(readTime("--before", before, Date.now(), false));
  const [isDry, isJson] = [given.flag("dry-run"), given.flag("json")];
  const result = await pruneLedger(file, {
    before: limit,
    signal,
    onProgress: (bytes) => progress(`reading the ledger: ${Math.round(bytes / 1_048_576)} MB`),
    agree: async (plan) => {
      progress("");
      if (!isJson) say(1, planText(plan));
      if (isDry || plan.removed.records === 0) return false;
      return given.flag("yes") || (await isConfirmed());
    },
  });
  progress("");
  if (result.type === "failed") {
    if (signal.aborted) return INTERRUPTED;
    say(2, `snaphook: ${forTerminalLine(result.message)}\n`);
    return FINDINGS;
  }
  const { removed, total, kept, faults } = result.plan;
  const isDone = result.type === "pruned";
  if (isJson) writeAll(1, `${toJsonText({ pruned: isDone, removed, total, kept, faults })}\n`);
  if (isDone) {
    // It holds names of what is gone.
    rmSync(sidecarOf(file), { force: true });
    if (!isJson) say(1, `Removed. ${countText(kept)} records are left and can be verified.\n`);
    return 0;
  }
  if (isDry || removed.records === 0) return 0;
  say(2, "snaphook: nothing was removed; --yes agrees without a question\n");
  return REFUSED;
}

function planText({ removed, kept, faults }: PrunePlan): string {
  const { records, events, bytes, damaged, before } = removed;
  const when = localTime(before);
  if (records === 0) return `Nothing is older than ${when}; ${countText(kept)} records stay.\n`;
  const lines = [
    `Older than ${when}: ${countText(records)} records of ${countText(events)} events, ${(bytes / 1_048_576).toFixed(1)} MB; ${countText(kept)} records stay.`,
    ...(damaged === 0 ? [] : [`With them go ${countText(damaged)} lines that are no records.`]),
    ...(faults.length === 0
      ? []
      : [
          `${countText(faults.length)} faults are in what goes, and cannot be looked into afterwards:`,
          ...faults
            .slice(0, MOST_FAULTS)
            .map(({ line, what }) => `  line ${line}: ${forTerminalLine(what)}`),
          ...(faults.length > MOST_FAULTS ? ["  …"] : []),
        ]),
  ];
  return `${lines.join("\n")}\n`;
}

async function isConfirmed(): Promise<boolean> {
  if (!isTerminal(0) || !isTerminal(1)) return false;
  const answer = await confirm({ message: "Remove these records?", initialValue: false });
  return !isCancel(answer) && answer;
}
