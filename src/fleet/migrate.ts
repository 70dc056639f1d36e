import type postgres from "postgres";
import { connectFleet } from "./connection.js";
import { faultOf, FleetFault } from "./fleet-fault.js";
import { migrations, newestMigration } from "./migrations.js";

/** Two that migrate at once: the second waits for the first. */
const LOCK = 7_281_337_001;

/** What `snaphook fleet migrate` has done. */
export interface Migrated {
  /** Steps that were taken now. */
  readonly done: readonly { readonly number: number; readonly name: string }[];
  /** The number of the newest step that the database has. */
  readonly newest: number;
}

/** Brings the tables up to date: all steps that are missing in one transaction, so that it is never half done. */
export async function migrateFleet(url: string): Promise<Migrated> {
  const connection = await connectFleet(url, { first: "select 1" });
  try {
    return await connection.sql.begin(async (transaction) => {
      // Whoever may write to the schema public could have functions there that this role would run.
      await transaction`set local search_path to pg_catalog, pg_temp`;
      await transaction`select pg_advisory_xact_lock(${LOCK})`;
      await transaction`create schema if not exists snaphook_fleet`;
      await checkOwner(transaction);
      await transaction`
        create table if not exists snaphook_fleet.migrations (
          number integer primary key, name text not null, needs integer not null,
          done_at timestamptz not null default now())`;
      const rows = await transaction<{ number: number; needs: number }[]>`
        select number, needs from snaphook_fleet.migrations`;
      const needs = Math.max(0, ...rows.map((row) => row.needs));
      if (needs > newestMigration)
        throw new FleetFault("the database has fleet tables of a newer snaphook; install that");
      const known = new Set(rows.map(({ number }) => number));
      const missing = migrations.filter(({ number }) => !known.has(number));
      for (const step of missing) {
        await transaction.unsafe(step.sql);
        const { number, name } = step;
        await transaction`
          insert into snaphook_fleet.migrations (number, name, needs)
          values (${number}, ${name}, ${step.needs})`;
      }
      return {
        done: missing.map(({ number, name }) => ({ number, name })),
        newest: Math.max(newestMigration, ...known),
      };
    });
  } catch (error) {
    throw faultOf(error);
  } finally {
    await connection.close();
  }
}

/**
 * Whoever owns the schema can put anything into it: it must be the role that migrates, or one that it was made a member of.
 * A superuser counts as a member of every role for PostgreSQL, and not here.
 */
async function checkOwner(transaction: postgres.TransactionSql): Promise<void> {
  const [row] = await transaction<{ owner: string; owned: boolean; me: string }[]>`
    with recursive mine(role) as (
      select oid from pg_catalog.pg_roles where rolname = current_user
      union select m.roleid from pg_catalog.pg_auth_members m join mine on m.member = mine.role)
    select pg_catalog.pg_get_userbyid(nspowner)::text as owner, current_user::text as me,
      nspowner in (select role from mine)
        and pg_catalog.pg_has_role(current_user, nspowner, 'usage') as owned
    from pg_catalog.pg_namespace where nspname = 'snaphook_fleet'`;
  if (row?.owned === true) return;
  throw new FleetFault(
    `the schema snaphook_fleet belongs to the role ${row?.owner ?? "of nobody"}, which ${row?.me ?? "this role"} is not a member of: migrate as that role, or drop the schema if you did not make it`,
  );
}
