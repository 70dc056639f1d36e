import { FleetFault } from "./fleet-fault.js";

/** What a connection is made with. */
export interface FleetAddress {
  readonly host: string;
  readonly port: number;
  /** The folder of the server's socket, where it is not reached by TCP. */
  readonly socketFolder: string | null;
  readonly database: string;
  readonly role: string;
  /** Empty where there is none. */
  readonly password: string;
  /** Whether TLS is used and the server's certificate is checked. */
  readonly isVerified: boolean;
}

const onThisMachine = new Set(["", "localhost", "127.0.0.1", "[::1]"]);
const parameters = new Set(["sslmode", "host"]);

/**
 * Reads `fleet.url`. `$NAME` is a variable, whatever characters its value has. Another machine is reached only by TLS with a
 * certificate that is checked, unless `?sslmode=disable` says otherwise: half a check is none.
 */
export function readFleetUrl(
  text: string,
  environment: Readonly<Record<string, string | undefined>>,
): FleetAddress {
  if (text === "") throw new FleetFault("the fleet settings have a fault; see: snaphook doctor");
  const given = text.replace(/\$([A-Za-z_]\w*)/g, (_whole, name: string) => {
    const value = environment[name];
    if (value === undefined || value === "")
      throw new FleetFault(`the URL of the fleet names the variable ${name}, which is not set`);
    return encodeURIComponent(value);
  });
  if (!/^postgres(ql)?:\/\//.test(given) || !URL.canParse(given))
    throw new FleetFault(
      "the URL of the fleet is none such as postgres://ROLE:$NAME@HOST/DATABASE, where the variable NAME has the password, whatever its characters",
    );
  const url = new URL(given);
  const unknown = [...url.searchParams.keys()].find((name) => !parameters.has(name));
  if (unknown !== undefined)
    throw new FleetFault(
      `the URL of the fleet: ${unknown} is not known; known are sslmode and host`,
    );
  const mode = url.searchParams.get("sslmode");
  if (mode !== null && mode !== "disable" && mode !== "verify-full")
    throw new FleetFault(
      "the URL of the fleet: sslmode is verify-full, which is the default, or disable",
    );
  const socketFolder = url.searchParams.get("host");
  const isLocal = onThisMachine.has(url.hostname) || socketFolder !== null;
  const role = decodeURIComponent(url.username);
  const database = decodeURIComponent(url.pathname.slice(1));
  if (role === "" || database === "")
    throw new FleetFault(
      "the URL of the fleet names no role or no database: postgres://ROLE@HOST/DATABASE",
    );
  return {
    host: url.hostname === "" ? "localhost" : url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? 5432 : Number(url.port),
    socketFolder,
    database,
    role,
    password: decodeURIComponent(url.password),
    isVerified: mode === null ? !isLocal : mode === "verify-full",
  };
}
