import type { FleetConnection } from "./connection.js";
import { fleetMachines, openQuestionCount, type Machine } from "./policy/machines.js";

/** A machine with what is wrong with it, in sentences; empty where nothing is. */
export type MachineState = Omit<Machine, "lastSeen"> & {
  readonly wrong: readonly string[];
  /** In ISO 8601. */
  readonly lastSeen: string;
};

/** What is known of a fleet. */
export interface FleetStatus {
  /** How many wait for an answer. */
  readonly questions: number;
  readonly machines: readonly MachineState[];
}

/** Reads what is known of a fleet. Throws a FleetFault. */
export async function readFleetStatus(fleet: FleetConnection): Promise<FleetStatus> {
  const machines = await fleetMachines(fleet);
  return {
    questions: await openQuestionCount(fleet),
    machines: machines.map(({ lastSeen, ...machine }) => ({
      ...machine,
      wrong: wrongWith(machine),
      lastSeen: lastSeen.toISOString(),
    })),
  };
}

function wrongWith({
  enforced,
  observed,
  highest,
  fault,
  missing,
}: Omit<Machine, "lastSeen">): readonly string[] {
  const newest = Math.max(enforced ?? 0, observed ?? 0);
  return [
    ...(fault === null ? [] : [fault]),
    ...(newest < highest ? [`went back from revision ${highest} to ${newest}`] : []),
    ...(missing.length === 0 ? [] : [`required hooks are missing: ${missing.join(", ")}`]),
  ];
}
