import { formTexts, hostTexts, type HostName } from "./host-table.js";
import type { KitHost, PrintedForm } from "./kit-host.js";

const read = new Map<HostName, KitHost>();

/** The table of a host: of all of them only the one at hand is read. */
export function kitHost(name: HostName): KitHost {
  const known = read.get(name);
  if (known !== undefined) return known;
  const host = JSON.parse(hostTexts[name]) as KitHost;
  read.set(name, host);
  return host;
}

/** Whether there is a table for a host of this name. */
export function isHostName(name: string): name is HostName {
  return Object.hasOwn(hostTexts, name);
}

/** One of the forms that all hosts share. */
export function formAt(index: number): PrintedForm {
  const [exit = "", stderr = "", ...stdout] = (formTexts[index] ?? "").split("|");
  return [Number(exit), stderr, stdout.join("|")];
}

/** What belongs to a name that somebody else chose; never what every object has. */
export function own<Value>(
  record: Readonly<Record<string, Value>>,
  name: string,
): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
