import { lstatSync } from "node:fs";
import { join, resolve } from "node:path";
import { defaultHome } from "../../config/index.js";
import {
  anchorLedger,
  connectFleet,
  machineId,
  type Anchored,
  type FleetConnection,
} from "../../fleet/index.js";
import { toJsonText } from "../../show/index.js";
import { writeAll } from "../files.js";
import { say } from "../fold.js";
import { machineFolder } from "./this-machine.js";

const REWRITTEN = 1;

/** Puts the heads of the user's ledger into the database. */
export async function anchorHere(url: string, isJson: boolean): Promise<number> {
  const fleet = await connectFleet(url);
  try {
    const anchored = await anchorOwn(fleet, machineId(machineFolder()));
    const { kept, rewritten } = anchored;
    if (isJson) writeAll(1, `${toJsonText(anchored)}\n`);
    else say(1, `${kept} head${kept === 1 ? "" : "s"} of chains anchored.\n`);
    return rewritten.length > 0 ? REWRITTEN : 0;
  } finally {
    await fleet.close();
  }
}

/** The same over a connection that is there. A ledger that was rewritten is said loudly. */
export async function anchorOwn(fleet: FleetConnection, machine: string): Promise<Anchored> {
  const ledger = resolve(join(defaultHome(), "ledger.jsonl"));
  if (lstatSync(ledger, { throwIfNoEntry: false }) === undefined) return { kept: 0, rewritten: [] };
  const anchored = await anchorLedger(fleet, machine, ledger);
  const [first] = anchored.rewritten;
  if (first !== undefined)
    say(
      2,
      `snaphook: the ledger was REWRITTEN: record ${first.seq} of writer ${first.writer} was anchored with another hash; see snaphook trace verify --anchored\n`,
    );
  return anchored;
}
