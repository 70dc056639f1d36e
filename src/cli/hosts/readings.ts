import { bridgedHosts, canonicalEvent, eventsOf } from "../../hosts/index.js";
import { interpret, type Reading, type WireRun } from "../../interpret/index.js";
import { isKnownEvent, type Payload } from "../../payload/index.js";
import { forTerminalLine, type Paint } from "../../show/index.js";

/** What one host makes of a run; null where it has no such event. */
export interface HostAnswer {
  readonly host: string;
  readonly version: string;
  readonly event: string | null;
  readonly reading: Reading | null;
}

/** The same run read by Snaphook and by every host that it knows. */
export function everyReading(event: string, payload: Payload, run: WireRun): HostAnswer[] {
  const canonical = isKnownEvent(event) ? event : canonicalEvent(event);
  const own: HostAnswer = {
    host: "snaphook",
    version: "wave",
    event: canonical,
    reading: interpret({ dialect: "wave", event: canonical, payload, runs: [run] }),
  };
  const foreign = bridgedHosts().map((host): HostAnswer => {
    const { name, version } = host;
    const named = Object.hasOwn(host.events, event)
      ? event
      : (eventsOf(host, canonical)[0]?.name ?? null);
    const reading =
      named === null
        ? null
        : interpret({ dialect: `${name}@${version}`, event: named, payload, runs: [run] });
    return { host: name, version, event: named, reading };
  });
  return [own, ...foreign];
}

/** A line a host: what happens, and below it what is lost and why. */
export function everyReadingText(answers: readonly HostAnswer[], paint: Paint): string {
  const width = Math.max(...answers.map(({ host }) => host.length));
  return answers
    .map(({ host, event, reading }) => {
      const label = host.padEnd(width);
      if (reading === null) return `${label}  ${paint.dim("has no such event")}`;
      const colour = reading.outcome === "proceed" ? paint.green : paint.red;
      const permission = reading.permission === "none" ? "" : `, permission ${reading.permission}`;
      const failed = reading.failed ? paint.yellow(", the hook failed") : "";
      const head = `${label}  ${colour(reading.outcome)}${permission}${failed} ${paint.dim(`(${event})`)}`;
      const told = [
        ...reading.toModel.map(({ text }) => `to the model: ${text}`),
        ...reading.toUser.map(({ text }) => `to the user: ${text}`),
        ...reading.problems
          .filter(({ code }) => code.startsWith("host-"))
          .map(({ code, lost, found }) => `${code}: ${lost ?? found}`),
      ];
      const indent = " ".repeat(width + 2);
      return [head, ...told.map((line) => `${indent}${forTerminalLine(line)}`)].join("\n");
    })
    .join("\n");
}
