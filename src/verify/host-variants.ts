import { allHosts } from "../hosts/index.js";
import type { Gate } from "./gate.js";
import { findOtherHost, type OtherHost } from "./other-hosts.js";

type OnFailure = Gate["onFailure"];

/** A host in one version with one setting for failures. */
export interface HostVariant extends Pick<Gate, "host" | "version" | "onFailure" | "configured"> {
  /** By which its reader is found. */
  readonly dialect: string;
  /** How the setting that makes a failure block is written; null where the host has none. */
  readonly failClosed: string | null;
  /** Null where it is not known whether the host waits for whoever holds the hook's output. */
  readonly heldPipes: "ends" | "waits" | null;
  /** The names of its events; null where every name is one. */
  readonly events: ReadonlySet<string> | null;
  /** What is known of a host without a reader; null where there is one. */
  readonly other: OtherHost | null;
}

const OWN: Pick<
  HostVariant,
  "version" | "dialect" | "failClosed" | "heldPipes" | "events" | "other"
> = {
  version: "",
  dialect: "wave",
  failClosed: '"onFailure": "block"',
  // What was printed by then counts, and who holds the pipes is killed.
  heldPipes: "ends",
  events: null,
  other: null,
};

/** Every known version of a host, each with and without its setting; `wanted` is the version that is asked about. */
export function hostVariants(
  host: string,
  wanted: string | null,
  set: OnFailure,
): readonly HostVariant[] {
  const other = findOtherHost(host);
  if (other !== undefined)
    return [
      {
        ...OWN,
        host,
        version: other.version,
        heldPipes: other.heldPipes,
        failClosed: null,
        other,
        onFailure: "continue",
        configured: true,
      },
    ];
  const versions = allHosts.filter(({ name }) => name === host);
  const tables =
    versions.length === 0
      ? [OWN]
      : versions.map(({ version, failClosed = null, heldPipes = null, events }) => ({
          version,
          dialect: `${host}@${version}`,
          failClosed,
          heldPipes,
          events: new Set(Object.keys(events)),
          other: null,
        }));
  const asked = wanted ?? tables.at(-1)?.version;
  const hasSetting = tables.some(({ failClosed }) => failClosed !== null);
  return tables.toReversed().flatMap((table) => {
    const isAsked = table.version === asked;
    const variant = (onFailure: OnFailure, configured: boolean): HostVariant => ({
      ...table,
      host,
      onFailure,
      configured,
    });
    // A version that does not know the setting goes ahead, whatever it says.
    if (table.failClosed === null) return [variant(hasSetting ? "continue" : set, isAsked)];
    const others: readonly OnFailure[] =
      table === OWN ? ["continue", "ask", "block"] : ["continue", "block"];
    return [...new Set([set, ...others])].map((one) => variant(one, isAsked && one === set));
  });
}
