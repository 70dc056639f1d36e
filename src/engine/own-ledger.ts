import { ledgerLater, type Ledger, type LedgerOptions } from "../trace/index.js";

/** The ledger of an engine. `close` ends one that was opened for it; the host's own stays open. */
export interface OwnLedger {
  readonly ledger: Ledger | undefined;
  /** Opens one of its own, where its first record has not. */
  prepare(): void;
  close(): void;
}

export function ownLedger(given: Ledger | LedgerOptions | undefined): OwnLedger {
  if (given === undefined || isLedger(given)) return { ledger: given, prepare() {}, close() {} };
  const ledger = ledgerLater(given);
  return { ledger, prepare: () => ledger.prepare(), close: () => ledger.close() };
}

export function isLedger(given: Ledger | LedgerOptions): given is Ledger {
  return "append" in given;
}
