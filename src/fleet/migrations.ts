import type { Migration } from "./migration.js";
import { approvals } from "./migrations/0001-approvals.js";
import { policy } from "./migrations/0002-policy.js";
import { denyAfterAllow } from "./migrations/0003-deny-after-allow.js";
import { askInOneStatement } from "./migrations/0004-ask-in-one-statement.js";

/** In their order, without a gap. */
export const migrations: readonly Migration[] = [
  approvals,
  policy,
  denyAfterAllow,
  askInOneStatement,
];

/** What this program knows. */
export const newestMigration = migrations.length;
