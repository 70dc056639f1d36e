import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "../../config/index.js";
import type { ObservedCount } from "../../fleet/index.js";
import { openLedgerQuery, UnreadableLedger } from "../../ledger-query/index.js";
import { filesFolder, SETTINGS } from "../../policy/index.js";
import { localDay } from "../trace/clock.js";

/** What the hooks of the revision that observes would have done, by the ledger; null where none observes. */
export async function observedCounts(
  ledger: string,
  policy: Settings["policy"],
): Promise<readonly ObservedCount[] | null> {
  if (policy === null || policy.observed === null) return null;
  if (lstatSync(ledger, { throwIfNoEntry: false }) === undefined) return [];
  const settings = join(filesFolder(policy.folder, policy.observed.address), SETTINGS);
  try {
    const query = await openLedgerQuery(ledger, { isOwn: true });
    try {
      const { hooks } = await query.stats({}, localDay);
      return hooks
        .filter(({ file }) => file === settings)
        .map(({ name, observed, wouldBlock, wouldAsk, failures }) => ({
          hook: name,
          runs: observed,
          blocks: wouldBlock,
          asks: wouldAsk,
          failures,
        }));
    } finally {
      query.close();
    }
  } catch (error) {
    if (error instanceof UnreadableLedger) return null;
    throw error;
  }
}
