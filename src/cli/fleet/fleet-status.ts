import { connectFleet, fleetMachines, openQuestionCount, type Machine } from "../../fleet/index.js";
import { forTerminalLine, toJsonText } from "../../show/index.js";
import { writeAll } from "../files.js";

/** Every machine with its revision, when it was last seen and what is wrong with it. Exit code 1 where something is. */
export async function fleetStatus(url: string, isJson: boolean): Promise<number> {
  const fleet = await connectFleet(url);
  try {
    const machines = await fleetMachines(fleet);
    const questions = await openQuestionCount(fleet);
    const rows = machines.map((machine) => ({ ...machine, wrong: wrongWith(machine) }));
    if (isJson) writeAll(1, `${toJsonText({ questions, machines: rows.map(dataOf) })}\n`);
    else {
      const count = `${rows.length} machine${rows.length === 1 ? "" : "s"}`;
      writeAll(1, `${count}, ${questions} open question${questions === 1 ? "" : "s"}\n`);
      for (const row of rows) writeAll(1, rowText(row));
    }
    return rows.some(({ wrong }) => wrong.length > 0) ? 1 : 0;
  } finally {
    await fleet.close();
  }
}

type Row = Machine & { readonly wrong: readonly string[] };

function wrongWith({ enforced, observed, highest, fault, missing }: Machine): readonly string[] {
  const newest = Math.max(enforced ?? 0, observed ?? 0);
  return [
    ...(fault === null ? [] : [fault]),
    ...(newest < highest ? [`went back from revision ${highest} to ${newest}`] : []),
    ...(missing.length === 0 ? [] : [`required hooks are missing: ${missing.join(", ")}`]),
  ];
}

function dataOf({ lastSeen, ...row }: Row): object {
  return { ...row, lastSeen: lastSeen.toISOString() };
}

function rowText({ name, id, version, enforced, observed, lastSeen, wrong }: Row): string {
  const revision = enforced === null ? "no revision" : `revision ${enforced}`;
  const observes = observed === null ? "" : `, ${observed} observes`;
  const head = `  ${name} (${id.slice(0, 8)})  ${revision}${observes}  seen ${lastSeen.toISOString()}  snaphook ${version}`;
  return [head, ...wrong.map((text) => `    ${text}`)]
    .map((line) => `${forTerminalLine(line)}\n`)
    .join("");
}
