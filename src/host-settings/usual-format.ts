import type { Defect, HostFormat, Reach } from "./format.js";

/** What most hosts do, for a host to state only where it differs: groups of commands in plain JSON, of which every one runs. */
export function usualFormat({
  name,
  version,
  events,
}: {
  readonly name: string;
  readonly version: string;
  readonly events: Readonly<Record<string, unknown>>;
}): Omit<HostFormat, "types" | "keys" | "reach" | "places" | "seconds" | "remarks"> {
  return {
    host: name,
    dialect: `${name}@${version}`,
    events: Object.keys(events),
    flavour: { comments: "none", bytes: "doubtful" },
    refusesLinks: false,
    topKeys: null,
    topNeeds: [],
    besideEvents: [],
    grouped: true,
    eventName: (written) => written,
    defaultType: null,
    nullable: [],
    onFailure: () => "continue",
    isAsync: () => false,
    command: ({ text }) => text("command"),
    arrange: (loaded) => loaded.flatMap(({ hooks }) => hooks),
  };
}

/** How much each defect costs, and any other. */
export function reachBy(
  other: Reach,
  reaches: Readonly<Partial<Record<Defect, Reach>>>,
): HostFormat["reach"] {
  return (defect) => reaches[defect] ?? other;
}
