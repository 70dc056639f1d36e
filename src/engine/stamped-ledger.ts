import type { Settings } from "../config/index.js";
import type { Ledger, LedgerRecord } from "../trace/index.js";

/** A ledger whose records say which policy counted: `7` in force, `8` observing on top of it. Without a policy they are as they are. */
export function stampedLedger(
  ledger: Ledger | undefined,
  settings: () => Pick<Settings, "policy">,
): Ledger | undefined {
  if (ledger === undefined) return undefined;
  const stamped = (record: LedgerRecord): LedgerRecord => {
    const { policy } = settings();
    return policy === null ? record : { ...record, policy: stampOf(policy) };
  };
  return {
    path: ledger.path,
    append: (record, options) => ledger.append(stamped(record), options),
    appendAll: (records, options) => ledger.appendAll(records.map(stamped), options),
    appendOnce: (key, record) => ledger.appendOnce(key, stamped(record)),
    close: () => ledger.close(),
  };
}

function stampOf({ enforced, observed, fault }: NonNullable<Settings["policy"]>): object {
  return {
    revision: enforced?.revision ?? null,
    address: enforced?.address ?? null,
    ...(observed !== null && { observed: observed.revision }),
    ...(fault !== null && { fault }),
  };
}
