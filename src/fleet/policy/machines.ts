import type { FleetConnection } from "../connection.js";
import { faultOf, FleetFault } from "../fleet-fault.js";

/** How often hooks of a revision that observes would have done something. */
export interface ObservedCount {
  readonly hook: string;
  readonly runs: number;
  readonly blocks: number;
  readonly asks: number;
  readonly failures: number;
}

/** What a machine says of itself. */
export interface MachineReport {
  readonly id: string;
  /** The name of the host. */
  readonly name: string;
  /** Of Snaphook. */
  readonly version: string;
  readonly enforced: number | null;
  readonly observed: number | null;
  /** Why its policy cannot be used, or what it has refused. */
  readonly fault: string | null;
  /** Required hooks that are not there. */
  readonly missing: readonly string[];
  /** Of the revision that observes, by the machine's ledger; null where none does. */
  readonly counts: readonly ObservedCount[] | null;
}

/** A machine as the fleet knows it. All of it is the machine's own word. */
export interface Machine extends MachineReport {
  /** The newest revision that it has ever had. */
  readonly highest: number;
  readonly lastSeen: Date;
}

/** Says what this machine has. Throws a FleetFault. */
export async function reportMachine(
  { sql }: FleetConnection,
  report: MachineReport,
): Promise<void> {
  const { id, name, version, enforced, observed, fault, missing, counts } = report;
  try {
    const [row] = await sql<{ outcome: string }[]>`
      select snaphook_fleet.report_machine(
        ${id}, ${plain(name, 255)}, ${plain(version, 64)}, ${enforced}, ${observed},
        ${fault === null ? null : plain(fault, 1000)}, ${JSON.stringify(missing)},
        ${counts === null ? null : JSON.stringify(counts)}) as outcome`;
    if (row?.outcome !== "reported")
      throw new FleetFault(
        "another role has reported a machine with this id; remove the file `machine` in the policy's folder if this one is a copy",
      );
  } catch (error) {
    throw faultOf(error);
  }
}

/** No NUL, which PostgreSQL cannot hold, and no longer than its column. */
function plain(text: string, most: number): string {
  return text.replaceAll("\0", "\u{FFFD}").slice(0, most);
}

/** Every machine that has reported, by name. Throws a FleetFault. */
export async function fleetMachines({ sql }: FleetConnection): Promise<readonly Machine[]> {
  try {
    const rows = await sql<
      (Omit<Machine, "enforced" | "observed" | "highest" | "lastSeen" | "missing" | "counts"> &
        Record<"enforced" | "observed" | "counts", string | null> &
        Record<"highest" | "missing" | "at", string>)[]
    >`
      select id::text, name, version, enforced::text, observed::text, highest::text, fault,
        missing::text, counts::text, extract(epoch from last_seen)::text as at
      from snaphook_fleet.machines order by name, id`;
    return rows.map(({ at, ...row }) => ({
      ...row,
      enforced: row.enforced === null ? null : Number(row.enforced),
      observed: row.observed === null ? null : Number(row.observed),
      highest: Number(row.highest),
      missing: textsIn(row.missing),
      counts: row.counts === null ? null : countsIn(row.counts),
      lastSeen: new Date(Number(at) * 1000),
    }));
  } catch (error) {
    throw faultOf(error);
  }
}

function textsIn(json: string): readonly string[] {
  const value: unknown = JSON.parse(json);
  return Array.isArray(value) ? value.filter((text) => typeof text === "string") : [];
}

/** What is no count is left out: whoever may report may write anything there. */
function countsIn(json: string): readonly ObservedCount[] {
  const value: unknown = JSON.parse(json);
  if (!Array.isArray(value)) return [];
  return value.flatMap((given: unknown) => {
    const { hook, runs, blocks, asks, failures } = Object(given) as ObservedCount;
    const isCount =
      typeof hook === "string" && [runs, blocks, asks, failures].every(Number.isSafeInteger);
    return isCount ? [{ hook, runs, blocks, asks, failures }] : [];
  });
}

/** How many questions wait for an answer, of those that the role may see. Throws a FleetFault. */
export async function openQuestionCount({ sql }: FleetConnection): Promise<number> {
  try {
    const [row] = await sql<{ count: string }[]>`
      select count(*)::text as count from snaphook_fleet.questions
      where outcome is null and until > clock_timestamp()`;
    return Number(row?.count ?? 0);
  } catch (error) {
    throw faultOf(error);
  }
}
