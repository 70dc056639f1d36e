import { codeOf } from "../io/index.js";

/** Why the fleet could not be used. Nothing is ever allowed by it. */
export class FleetFault extends Error {
  override readonly name = "FleetFault";
}

const notMigrated = "the database has no fleet tables; run: snaphook fleet migrate";

/** What codes of PostgreSQL, of its client and of the system mean, and what to do. */
const meanings: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens at the address in fleet.url",
  ENOTFOUND: "the name in fleet.url is not known",
  EAI_AGAIN: "the name in fleet.url cannot be looked up now",
  ENOENT: "there is no socket at the address in fleet.url",
  CONNECT_TIMEOUT: "the database did not answer in time",
  CONNECTION_CLOSED: "the connection was closed",
  CONNECTION_ENDED: "the connection was closed",
  CONNECTION_DESTROYED: "the connection was closed",
  "28P01": "the database refused the password",
  "28000": "the database refused the role in fleet.url",
  "3D000": "there is no such database; create it: createdb NAME",
  "3F000": notMigrated,
  "42P01": notMigrated,
  "42883": "the database has older fleet tables; run: snaphook fleet migrate",
  "42501":
    "the role in fleet.url may not do this; grant it snaphook_asker or snaphook_answerer (docs/fleet.md)",
  "53100": "the disk of the database is full",
  "53300": "the database has no connection left",
  "57P01": "the database is shutting down",
  "57P03": "the database is starting",
};

/** Any failure in words, with what to do where that is known. What a server says is data: make it safe where it is shown. */
export function faultOf(error: unknown): FleetFault {
  if (error instanceof FleetFault) return error;
  const said = error instanceof Error ? error.message : String(error);
  const meaning = meanings[codeOf(error) ?? ""];
  return new FleetFault(meaning === undefined ? said : `${meaning} (${said})`);
}
