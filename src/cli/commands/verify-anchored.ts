import {
  anchorsOf,
  checkAnchors,
  connectFleet,
  FleetFault,
  knownMachineId,
} from "../../fleet/index.js";
import { forTerminalLine, toJsonText } from "../../show/index.js";
import { verifyLedger } from "../../trace/index.js";
import type { Arguments } from "../arguments.js";
import { writeAll } from "../files.js";
import { say } from "../fold.js";
import { fleetUrl } from "../fleet/fleet-settings.js";
import { machineFolder } from "../fleet/this-machine.js";

const FAULTS = 1;
const SHOWN = 50;

/** Compares a ledger with what was anchored of it. Where that cannot be had, nothing is said to be intact. */
export async function verifyAnchored(given: Arguments, file: string): Promise<number> {
  const machine = knownMachineId(machineFolder());
  let anchors: Awaited<ReturnType<typeof anchorsOf>>;
  try {
    if (machine === null) throw new FleetFault("nothing of this machine was anchored yet");
    const fleet = await connectFleet(fleetUrl(given));
    try {
      anchors = await anchorsOf(fleet, machine, file);
    } finally {
      await fleet.close();
    }
    if (anchors.length === 0)
      throw new FleetFault(`nothing of ${file} was anchored yet; run: snaphook fleet anchor`);
  } catch (error) {
    if (!(error instanceof FleetFault)) throw error;
    say(2, `snaphook: ${forTerminalLine(error.message)}\n`);
    return FAULTS;
  }
  const found = checkAnchors(file, anchors);
  const { held, pruned, missing, rewritten } = found;
  const isIntact = missing.length + rewritten.length === 0;
  if (given.flag("json")) {
    const chains = verifyLedger(file);
    writeAll(1, `${toJsonText({ file, ...chains, anchored: found })}\n`);
    return isIntact && chains.ok ? 0 : FAULTS;
  }
  const lines = [
    `anchored: ${held} records are as they were${pruned === 0 ? "" : `, ${pruned} were pruned by the ledger's own account`}`,
    ...missing.map(
      ({ writer, seq, time }) => `  MISSING: record ${seq} of writer ${writer}, of ${time}`,
    ),
    ...rewritten.map(
      ({ writer, seq, time }) => `  REWRITTEN: record ${seq} of writer ${writer}, of ${time}`,
    ),
  ];
  say(
    1,
    lines
      .slice(0, SHOWN)
      .map((line) => `${forTerminalLine(line)}\n`)
      .join(""),
  );
  return isIntact ? 0 : FAULTS;
}
