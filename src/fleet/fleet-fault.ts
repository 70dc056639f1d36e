import { codeOf } from "../io/index.js";

/** Why the fleet could not be used. Nothing is ever allowed by it. */
export class FleetFault extends Error {
  override readonly name = "FleetFault";
}

const notMigrated = "the database has no fleet tables; run: snaphook fleet migrate";
const closed = "the connection was closed";
const unreachable = "the host of the fleet's database cannot be reached; check the network";
const unknownAuthority =
  "the certificate of the database is from nobody whom this machine trusts; name its CA with NODE_EXTRA_CA_CERTS";

/** What codes of PostgreSQL, of its client and of the system mean, and what to do. */
const meanings: Readonly<Record<string, string>> = {
  ECONNREFUSED:
    "nothing listens at the address of the fleet's database; check host and port in the URL, and that PostgreSQL runs there",
  ENOTFOUND: "the host of the fleet's database is not known; check its name in the URL",
  EAI_AGAIN: "the host of the fleet's database cannot be looked up now; check the network",
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ETIMEDOUT: unreachable,
  ENOENT:
    "there is no socket at the address of the fleet's database; check host= in the URL, and that PostgreSQL runs",
  EACCES: "this user may not open the socket of the fleet's database",
  CONNECT_TIMEOUT: "the database did not answer in time; check the network",
  CONNECTION_CLOSED: closed,
  CONNECTION_ENDED: closed,
  CONNECTION_DESTROYED: closed,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownAuthority,
  CERT_HAS_EXPIRED: "the certificate of the database has expired; renew it",
  ERR_TLS_CERT_ALTNAME_INVALID:
    "the certificate of the database is for another name; give the host in the URL by that name",
  "28P01":
    "the database refused the password; check it in the URL, where $NAME stands for a variable",
  "28000":
    "the database refused the role in the URL; check its name, and pg_hba.conf of the server",
  "3D000": "there is no such database; create it: createdb NAME",
  "3F000": notMigrated,
  "42P01": notMigrated,
  "42883": "the database has older fleet tables; run: snaphook fleet migrate",
  "42501":
    "this role may not do this; grant it snaphook_asker, snaphook_answerer or snaphook_publisher (docs/fleet.md, docs/policy.md)",
  "53100": "the disk of the database is full; make room there",
  "53300":
    "the database has no connection left; raise max_connections there, or let fewer agents wait at once",
  "57P01": "the database is shutting down; try again later",
  "57P03": "the database is starting; try again in a moment",
};

/** Any failure in words, with what to do where that is known. What a server says is data: make it safe where it is shown. */
export function faultOf(error: unknown): FleetFault {
  if (error instanceof FleetFault) return error;
  const said = error instanceof Error ? error.message : String(error);
  const meaning = meanings[codeOf(error) ?? ""];
  return new FleetFault(meaning === undefined ? said : `${meaning} (${said})`);
}
