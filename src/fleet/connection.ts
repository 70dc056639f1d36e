import postgres from "postgres";
import { faultOf, FleetFault } from "./fleet-fault.js";
import { readFleetUrl } from "./fleet-url.js";
import { newestMigration } from "./migrations.js";
import { openSocket } from "./open-socket.js";
import { within } from "./within.js";

/**
 * One connection to the database of the fleet. Queries name the schema of what PostgreSQL does not find by its exact types
 * alone: in a schema that others may write to there can be something that fits better, and would run as this role.
 */
export interface FleetConnection {
  readonly sql: postgres.Sql;
  /** Settled as soon as the connection is lost, also while nothing is asked of it. */
  readonly lost: Promise<void>;
  /** Ends it. What is under way has this long; then it is cut. */
  close(patienceMs?: number): Promise<void>;
}

export interface ConnectOptions {
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Called for each notification on a channel that was listened to. It only wakes: what counts is in the rows. */
  readonly onNotify?: (channel: string, payload: string) => void;
  /** The first statement, in place of a look at the tables: there may be none yet, or the caller looks at them later. */
  readonly first?: string;
  /** Gives up where it is aborted before the connection is made. */
  readonly signal?: AbortSignal;
  /** How long it may take in all, the look at the tables included; never more than ten seconds. */
  readonly patienceMs?: number;
  /** The connection is cut where the database has sent more than this, so that it cannot fill the memory. */
  readonly mostBytes?: number;
}

const CONNECT_MS = 10_000;

/**
 * Connects: one connection, which is never made anew behind the caller's back, so that whoever listens knows when
 * something may have been missed. Throws a `FleetFault`, also where the tables need a newer program.
 */
export async function connectFleet(
  url: string,
  options: ConnectOptions = {},
): Promise<FleetConnection> {
  const address = readFleetUrl(url, options.environment ?? process.env);
  const { host, port, database, role, password } = address;
  const connectMs = Math.min(CONNECT_MS, options.patienceMs ?? CONNECT_MS);
  const ends = performance.now() + connectMs;
  const socket = await openSocket(address, connectMs, options.signal).catch((error: unknown) => {
    throw faultOf(error);
  });
  const { mostBytes = Infinity } = options;
  let received = 0;
  socket.on("data", (chunk: Buffer) => {
    received += chunk.length;
    if (received > mostBytes) socket.destroy(new FleetFault("the database has sent too much"));
  });
  let lose: (() => void) | null = null;
  const lost = new Promise<void>((resolve) => (lose = resolve));
  let isUsed = false;
  const sql = postgres({
    host,
    port,
    socket: () => {
      if (isUsed) throw new FleetFault("the connection to the database was lost");
      isUsed = true;
      return socket;
    },
    database,
    user: role,
    password,
    // The socket has it already.
    ssl: false,
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: CONNECT_MS / 1000,
    keep_alive: 30,
    fetch_types: false,
    backoff: false,
    connection: { application_name: "snaphook" },
    onnotice: () => undefined,
    onclose: () => lose?.(),
    ...(options.onNotify !== undefined && { onnotify: options.onNotify }),
  } as postgres.Options<Record<string, never>>);
  const close = async (patienceMs = 1000): Promise<void> => {
    await sql.end({ timeout: patienceMs / 1000 }).catch(() => undefined);
    // It may be dead without having ended, and would hold the process.
    socket.destroy();
  };
  const giveUp = (): void => void socket.destroy();
  options.signal?.addEventListener("abort", giveUp, { once: true });
  try {
    // The limit of the client ends with its greeting: what comes after that may take for ever.
    const first = options.first === undefined ? checkTables(sql) : sql.unsafe(options.first);
    await within<unknown>(first, ends - performance.now());
  } catch (error) {
    await close(0);
    throw faultOf(error);
  } finally {
    options.signal?.removeEventListener("abort", giveUp);
  }
  return { sql, lost, close };
}

/** Throws a `FleetFault` where this program cannot work with the tables. */
export async function checkTables(sql: postgres.Sql): Promise<void> {
  // Without parameters it takes one round trip.
  const [found] = await sql.unsafe<{ newest: number | null; needs: number | null }[]>(
    "select max(number) as newest, max(needs) as needs from snaphook_fleet.migrations",
  );
  if ((found?.newest ?? 0) < newestMigration)
    throw new FleetFault("the database has older fleet tables; run: snaphook fleet migrate");
  if ((found?.needs ?? 0) > newestMigration)
    throw new FleetFault("the database has fleet tables of a newer snaphook; install that");
}
