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
  const connection = await connectFleet(url, { isForMigration: true });
  try {
    return await connection.sql.begin(async (transaction) => {
      await transaction`select pg_advisory_xact_lock(${LOCK})`;
      await transaction`create schema if not exists snaphook_fleet`;
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
