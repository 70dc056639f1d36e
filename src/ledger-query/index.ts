export type { EventFilter } from "./event-filter.js";
export { isNamed } from "./event-filter.js";
export { followLedger, type Followed } from "./follow.js";
export { percentile, type HookStats } from "./hook-stats.js";
export { sidecarOf } from "./ledger-columns.js";
export { UnreadableLedger } from "./ledger-file.js";
export { openLedgerQuery } from "./ledger-query.js";
export type { LedgerQuery, NameKind } from "./ledger-query.js";
export type { OutcomeCounts, Stats } from "./stats.js";
