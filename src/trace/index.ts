export type { Ledger, LedgerOptions, LedgerRecord } from "./ledger.js";
export { openLedger } from "./open-ledger.js";
export { isDamage, readLedger } from "./read-ledger.js";
export type { LedgerDamage, LedgerEntry, LedgerLine } from "./read-ledger.js";
export { createRedactor, defaultRedactor } from "./redact.js";
export type { Redactor, RedactorOptions } from "./redact.js";
export type { LedgerTrouble, TroubleKind } from "./trouble.js";
export { verifyLedger } from "./verify-ledger.js";
export type { LedgerFault, Verification } from "./verify-ledger.js";
