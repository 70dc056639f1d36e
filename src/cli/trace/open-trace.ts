import { lstatSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { defaultHome } from "../../config/index.js";
import {
  followLedger,
  openLedgerQuery,
  UnreadableLedger,
  type EventFilter,
  type Followed,
  type LedgerQuery,
} from "../../ledger-query/index.js";
import type { Arguments } from "../arguments.js";
import { progress } from "../progress.js";
import { UsageError } from "../usage-error.js";

/** The ledger that a command is about. */
export interface TracedLedger {
  readonly file: string;
  /** It is the user's own, and not one that was given. */
  readonly isOwn: boolean;
  /** Nothing was recorded yet. */
  readonly isMissing: boolean;
  /** The path that is shown, where an empty file is in its place. */
  readonly shownAs?: string;
}

export function ledgerOf(given: Arguments): TracedLedger {
  const own = resolve(join(defaultHome(), "ledger.jsonl"));
  const file = resolve(given.text("ledger") ?? own);
  const isOwn = file === own;
  const isMissing = isOwn && lstatSync(file, { throwIfNoEntry: false }) === undefined;
  return { file, isOwn, isMissing };
}

export const NOTHING_YET =
  "Nothing is recorded yet. Fire an event: snaphook run PreToolUse --tool Bash\n";

/** Lets something read an empty ledger in the place of one that is not there. */
export async function withEmptyLedger(
  { file: shownAs }: TracedLedger,
  work: (empty: TracedLedger) => Promise<number>,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "snaphook-trace-"));
  try {
    const file = join(folder, "ledger.jsonl");
    writeFileSync(file, "");
    return await work({ file, isOwn: false, isMissing: true, shownAs });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Asks it something, once its columns are up to date. */
export async function withTrace(
  ledger: TracedLedger,
  signal: AbortSignal,
  work: (query: LedgerQuery) => Promise<number>,
): Promise<number> {
  const query = await openTrace(ledger, signal);
  try {
    return await work(query);
  } finally {
    query.close();
  }
}

/** With a line on a terminal that says how far it is. */
async function openTrace({ file, isOwn }: TracedLedger, signal: AbortSignal): Promise<LedgerQuery> {
  try {
    return await openLedgerQuery(file, {
      isOwn,
      signal,
      onProgress: (done, size) => progress(`reading the ledger: ${percent(done, size)}`),
    });
  } catch (error) {
    throw asUsage(error);
  } finally {
    progress("");
  }
}

/** What is written to it from now on. */
export function openFollowed(
  { file }: TracedLedger,
  filter: EventFilter,
  signal: AbortSignal,
): AsyncIterable<Followed> {
  try {
    return followLedger(file, filter, signal);
  } catch (error) {
    throw asUsage(error);
  }
}

function asUsage(error: unknown): unknown {
  return error instanceof UnreadableLedger ? new UsageError(error.message) : error;
}

export function percent(done: number, size: number): string {
  return `${Math.floor((100 * done) / Math.max(1, size))}%`;
}
