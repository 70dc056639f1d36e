import { connectFleet, readFleetStatus, type MachineState } from "../../fleet/index.js";
import { forTerminalLine, toJsonText } from "../../show/index.js";
import { writeAll } from "../files.js";
import { say } from "../fold.js";

/** Every machine with its revision, when it was last seen and what is wrong with it. Exit code 1 where something is. */
export async function fleetStatus(url: string, isJson: boolean): Promise<number> {
  const fleet = await connectFleet(url);
  try {
    const status = await readFleetStatus(fleet);
    const { questions, machines } = status;
    if (isJson) writeAll(1, `${toJsonText(status)}\n`);
    else {
      const count = `${machines.length} machine${machines.length === 1 ? "" : "s"}`;
      say(1, `${count}, ${questions} open question${questions === 1 ? "" : "s"}\n`);
      for (const machine of machines) say(1, machineText(machine));
    }
    return machines.some(({ wrong }) => wrong.length > 0) ? 1 : 0;
  } finally {
    await fleet.close();
  }
}

function machineText(machine: MachineState): string {
  const { name, id, version, enforced, observed, lastSeen, wrong } = machine;
  const revision = enforced === null ? "no revision" : `revision ${enforced}`;
  const observes = observed === null ? "" : `, ${observed} observes`;
  const head = `  ${name} (${id.slice(0, 8)})  ${revision}${observes}  seen ${lastSeen}  snaphook ${version}`;
  return [head, ...wrong.map((text) => `    ${text}`)]
    .map((line) => `${forTerminalLine(line)}\n`)
    .join("");
}
