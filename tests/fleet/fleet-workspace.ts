import postgres from "postgres";
import { startPostgres } from "../../scripts/postgres.mjs";
import { CommandWorkspace } from "../e2e/command-workspace.js";

type Server = Awaited<ReturnType<typeof startPostgres>>;

/** A server for a file of tests. Where PostgreSQL is missing it is PGlite, and that is said. */
export async function fleetServer(
  given: Parameters<typeof startPostgres>[0] = {},
): Promise<Server> {
  const server = await startPostgres(given);
  if (server.kind !== "PostgreSQL") process.stderr.write(`tests/fleet run on ${server.kind}\n`);
  return server;
}

/** A workspace whose commands use a database of their own on a server. */
export class FleetWorkspace extends CommandWorkspace {
  readonly database = `fleet_${crypto.randomUUID().replaceAll("-", "")}`;

  constructor(readonly server: Server) {
    super();
  }

  url(role = "postgres"): string {
    return this.server.url(role).replace(/\/postgres$/, `/${this.database}`);
  }

  /** Makes the database; where it is PGlite, there is only one. */
  async createDatabase(): Promise<void> {
    await this.query((sql) => sql.unsafe(`create database ${this.database}`), this.server.url());
  }

  /** Does something in the database as its owner. */
  async query<Result>(
    work: (sql: postgres.Sql) => PromiseLike<Result>,
    url = this.url(),
  ): Promise<Result> {
    const sql = postgres(url, { max: 1, onnotice: () => undefined });
    try {
      return await work(sql);
    } finally {
      await sql.end();
    }
  }
}
