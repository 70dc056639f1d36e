import { relative } from "node:path";
import { forTerminalLine, type Paint } from "../../show/index.js";
import {
  faultNames,
  findOtherHost,
  reasons,
  type Gate,
  type GateResult,
} from "../../verify/index.js";
import { faultText, grouped, openFaults, openGates, unprovenFix } from "./findings.js";
import type { Verified } from "./verify-hooks.js";
import type { VerifiedGuard } from "./verify-guard.js";

const results: readonly GateResult[] = ["closed", "asked", "open", "inconclusive"];

/** First every guard with its hosts in a line each, then what is open and what closes it. */
export function verifyText(
  { guards, sandbox, unapproved }: Verified,
  paint: Paint,
  { all }: { readonly all: boolean },
): string {
  if (guards.length === 0)
    return "No guards found here: no hook of this folder is on an event that can block.\n";
  const blocks = guards.map((one) => guardText(one, paint));
  const details = guards.flatMap((one) => detailText(one, paint, all));
  const absent = absenceText(guards, paint);
  const summary = summaryText(guards, sandbox, unapproved, paint);
  return [...blocks, ...details, ...absent, summary].join("\n");
}

/** Once for each host, because most of it holds for all its guards. */
function absenceText(guards: readonly VerifiedGuard[], paint: Paint): string[] {
  const proven = guards.filter(
    ({ denied, guard }) => denied !== null || guard.subjects[0].hook.type === "http",
  );
  const hosts = grouped(proven, ({ guard }) => guard.subjects[0].hook.host);
  return Array.from(hosts).flatMap(([host, own]) => {
    const lines = own.flatMap(({ absences, guard }) =>
      absences.map(({ where, says }) => {
        const by =
          where === "other-tool" || where === "here" ? `${guard.subjects[0].hook.name}: ` : "";
        return `  ${where}: ${forTerminalLine(`${by}${says}`)}\n`;
      }),
    );
    const head = `${paint.bold(`Where ${host} does not run guards`)}\n`;
    return lines.length === 0 ? [] : [`${head}${[...new Set(lines)].join("")}`];
  });
}

function placeOf({ guard }: VerifiedGuard): string {
  const { file, line } = guard.subjects[0].hook;
  const short = relative(process.cwd(), file);
  const path = short === "" || short.startsWith("..") ? file : short;
  return line === null ? path : `${path}:${line}`;
}

/** One line for each version and setting of the host. */
function guardText(verified: VerifiedGuard, paint: Paint): string {
  const { guard, denied, unsettled, observes, gates } = verified;
  const { name, event } = guard.subjects[0].hook;
  const note = observes ? "  (only observes: what it would do)" : "";
  const head = `${paint.bold(forTerminalLine(name))}  ${event}  ${forTerminalLine(placeOf(verified))}${note}`;
  if (denied === null) {
    const why = gates[0]?.why ?? "not-run";
    const said = forTerminalLine(`${reasons[why][1]} (${unsettled ?? ""})`);
    const fix = forTerminalLine(unprovenFix(verified));
    const result = reasons[why][0] === "open" ? paint.red("open") : paint.yellow("inconclusive");
    return `${head}\n  ${result} ${why}: ${said}\n  fix: ${fix}\n`;
  }
  const rows = [...grouped(gates, variantText)].map(([variant, own]) => {
    const counts = results.map((result) => {
      const count = own.filter((gate) => gate.result === result).length;
      const text = `${String(count).padStart(2)} ${result}`;
      return result === "open" && count > 0 ? paint.red(text) : text;
    });
    return { variant, text: counts.join("  "), configured: isSet(own[0]) };
  });
  const width = Math.max(...rows.map(({ variant }) => variant.length));
  const lines = rows.map(
    ({ variant, text, configured }) =>
      `${configured ? "*" : " "} ${variant.padEnd(width)}  ${text}`,
  );
  return `${head}\n  denies ${deniedText(denied)}\n${lines.map((line) => `  ${line}\n`).join("")}`;
}

/** Settings of a host without a reader are not read. */
function isSet(gate: Gate | undefined): boolean {
  return gate !== undefined && gate.configured && findOtherHost(gate.host) === undefined;
}

function deniedText({ payload, from }: NonNullable<VerifiedGuard["denied"]>): string {
  const { tool_name, tool_input, prompt } = payload;
  const what =
    tool_name === undefined
      ? JSON.stringify(prompt ?? payload.hook_event_name)
      : `${tool_name} ${JSON.stringify(tool_input)}`;
  const short = what.length > 100 ? `${what.slice(0, 100)}…` : what;
  return `${forTerminalLine(short)} (from ${from})`;
}

function variantText({ host, version, onFailure }: Gate): string {
  const name = version === "" ? host : `${host} ${version}`;
  const then = {
    block: "a failure blocks",
    ask: "a failure asks",
    continue: "a failure continues",
  };
  return `${name}, ${then[onFailure]}`;
}

/** What is open as things are, and what is not known; `all`: every fault. */
function detailText(verified: VerifiedGuard, paint: Paint, all: boolean): string[] {
  const { guard, gates, denied } = verified;
  const name = forTerminalLine(guard.subjects[0].hook.name);
  if (denied === null) return [];
  const host = gates[0]?.host ?? guard.subjects[0].hook.host;
  const open = openFaults(verified).map(({ gates: own, fix }) => {
    const lines = own.map((gate) => `  ${paint.red("open")} ${lineOf(gate)}\n`);
    return `${lines.join("")}  fix: ${forTerminalLine(fix)}\n`;
  });
  const configured = gates.filter((gate) => gate.configured);
  const unknown = configured.filter(({ result }) => result === "inconclusive");
  const rest = all ? configured.filter(({ result }) => result !== "open") : unknown;
  const lines = rest
    .toSorted((one, other) => place(one) - place(other))
    .map((gate) => `  ${paintOf(gate, paint)} ${lineOf(gate)}\n`);
  if (open.length + lines.length === 0) return [];
  return [`${paint.bold(name)} in ${host}\n${open.join("")}${lines.join("")}`];
}

function place({ fault }: Gate): number {
  return faultNames.findIndex((name) => name === fault);
}

function paintOf({ result }: Gate, paint: Paint): string {
  if (result === "inconclusive") return paint.yellow(result);
  return result === "closed" ? paint.green(result) : result;
}

function lineOf(gate: Gate): string {
  return forTerminalLine(`${gate.fault}: when ${faultText(gate)}, ${reasons[gate.why][1]}`);
}

function summaryText(
  guards: readonly VerifiedGuard[],
  sandbox: Verified["sandbox"],
  unapproved: number,
  paint: Paint,
): string {
  const acting = guards.filter(({ observes }) => !observes);
  const open = acting.filter((one) => openGates(one).length > 0).length;
  const unknown = acting.filter((one) => one.denied === null && openGates(one).length === 0).length;
  const count = acting.length;
  const said =
    open > 0
      ? paint.red(
          `${open} of ${count} ${count === 1 ? "guard is" : "guards are"} open under a fault.`,
        )
      : `0 of ${count} ${count === 1 ? "guard is" : "guards are"} open under a fault.`;
  const notes = [
    ...(unknown > 0 ? [`Of ${unknown} nothing is known.`] : []),
    ...(unapproved > 0 ? [`${unapproved} not approved: snaphook trust.`] : []),
    ...(sandbox === "none" || sandbox === "network"
      ? ["This system can keep hooks in a copy of the project only by its paths, not by force."]
      : []),
  ];
  const star = guards.some(({ denied, gates }) => denied !== null && gates.some(isSet))
    ? " * is what your settings say.\n"
    : "";
  return `${star}${[said, ...notes].join(" ")}\n`;
}
