import { existsSync } from "node:fs";
import { join } from "node:path";
import { defaultHome } from "../../config/index.js";
import { openLedgerQuery, type LedgerQuery } from "../../ledger-query/index.js";
import type { Payload } from "../../payload/index.js";

/** What hooks denied before, by the user's own ledger. */
export interface RecordedInputs {
  for(event: string, hook: string): Promise<readonly Payload[]>;
  close(): void;
}

const MOST = 5;

/** A ledger that is not there or cannot be read has nothing: `snaphook doctor` says what is wrong with it. */
export async function openRecordedInputs(): Promise<RecordedInputs> {
  const file = join(defaultHome(), "ledger.jsonl");
  let query: LedgerQuery | null = null;
  try {
    if (existsSync(file)) query = await openLedgerQuery(file, { isOwn: true });
  } catch {
    query = null;
  }
  return {
    async for(event, hook) {
      if (query === null) return [];
      const found = await query.rows({
        events: [event],
        hooks: [hook],
        outcomes: ["block", "halt", "ask"],
      });
      const recorded = found.slice(-MOST).map((row) => query.event(row)?.payload);
      return recorded.filter((payload) => payload !== undefined);
    },
    close: () => query?.close(),
  };
}
