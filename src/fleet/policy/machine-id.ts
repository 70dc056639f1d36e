import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codeOf, makeFolder } from "../../io/index.js";
import { FleetFault } from "../fleet-fault.js";

const form = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What the fleet knows this machine by: a random name, made once, in the folder of its policy. */
export function machineId(folder: string): string {
  const known = knownMachineId(folder);
  if (known !== null) return known;
  const file = join(folder, "machine");
  makeFolder(folder, 0o755);
  const draft = `${file}.${process.pid}.new`;
  try {
    writeFileSync(draft, `${randomUUID()}\n`, { mode: 0o644 });
    // Of several that make one at once, the first counts.
    linkSync(draft, file);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const id = readFileSync(file, "utf8").trim();
  if (!form.test(id)) throw new FleetFault(`${file} is damaged; remove it`);
  return id;
}

/** The same, or null where there is none yet or it cannot be read. */
export function knownMachineId(folder: string): string | null {
  try {
    const id = readFileSync(join(folder, "machine"), "utf8").trim();
    return form.test(id) ? id : null;
  } catch {
    return null;
  }
}
