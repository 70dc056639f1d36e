import type { Migration } from "./migration.js";
import { approvals } from "./migrations/0001-approvals.js";

/** In their order, without a gap. */
export const migrations: readonly Migration[] = [approvals];

/** What this program knows. */
export const newestMigration = migrations.length;
