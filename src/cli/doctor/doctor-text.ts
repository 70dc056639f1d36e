import { isAbsolute, relative } from "node:path";
import { catalogue } from "../../problem/index.js";
import { forTerminalLine, type Paint } from "../../show/index.js";
import type { HostHooks } from "../../host-run/index.js";
import { byCause, type Finding } from "./finding.js";
import type { Health } from "./health.js";
import type { LedgerLook } from "./ledger-look.js";

/** All that the page shows. */
export interface Examination {
  readonly hosts: readonly HostHooks[];
  readonly findings: readonly Finding[];
  readonly health: Health;
  readonly ledger: LedgerLook | null;
  /** How many transcripts were read; null where none were asked for. */
  readonly transcripts: number | null;
}

/** One page: what is wrong, by cause, errors first; then what was found where, and Snaphook's own state. */
export function doctorText(examination: Examination, paint: Paint): string {
  const { hosts, findings } = examination;
  const blocks = byCause(findings).map((group) => `${blockText(group, paint)}\n\n`);
  return [
    `${paint.bold(headline(findings, hosts))}\n\n`,
    ...blocks,
    `${paint.bold("configuration")}\n`,
    hosts.length === 0 ? "  No host has settings for this folder or this user.\n" : "",
    ...hosts.map((host) => hostText(host, paint)),
    `${paint.bold("snaphook")}\n`,
    ...healthRows(examination).map(
      ([label, text]) => `  ${label.padEnd(12)}${forTerminalLine(text)}\n`,
    ),
  ].join("");
}

function headline(findings: readonly Finding[], hosts: readonly HostHooks[]): string {
  const count = (severity: string, one: string): string => {
    const number = findings.filter((finding) => finding.severity === severity).length;
    return `${number} ${one}${number === 1 ? "" : "s"}`;
  };
  const hooks = hosts.reduce((sum, host) => sum + host.hooks.length, 0);
  const where = `in ${hooks} hook${hooks === 1 ? "" : "s"} of ${hosts.length} host${hosts.length === 1 ? "" : "s"}`;
  return `${count("error", "error")}, ${count("warning", "warning")}, ${count("info", "note")} ${where}`;
}

const MOST_ROWS = 12;

function blockText(group: readonly Finding[], paint: Paint): string {
  const [first] = group;
  if (first === undefined) return "";
  const { code, severity, host, cause, fix } = first;
  const mark = { error: paint.red, warning: paint.yellow, info: paint.dim }[severity];
  const title = severity === "info" ? "note" : severity;
  const rows = [...new Set(group.map((finding) => rowText(finding, paint)))];
  const more = rows.length - MOST_ROWS;
  return [
    `${mark(title)} ${catalogue[code].title} ${paint.dim(`[${code}]`)}`,
    `  ${forTerminalLine(host === undefined ? cause : `${host}: ${cause}`)}`,
    ...rows.slice(0, more === 1 ? rows.length : MOST_ROWS),
    ...(more > 1 ? [`    … and ${more} more (--json has all)`] : []),
    ...(fix === undefined ? [] : [`  fix: ${forTerminalLine(fix.description)}`]),
  ].join("\n");
}

function rowText({ file, line, detail }: Finding, paint: Paint): string {
  const place = `${shortPath(file)}${line === null ? "" : `:${line}`}`;
  const text = detail === "" ? "" : `  ${forTerminalLine(detail)}`;
  return `    ${paint.dim(forTerminalLine(place))}${text}`;
}

/** From where the command runs, where that is shorter. */
function shortPath(file: string): string {
  const short = relative(process.cwd(), file);
  return short === "" || short.startsWith("..") || isAbsolute(short) ? file : short;
}

function hostText({ host, version, files, hooks }: HostHooks, paint: Paint): string {
  const never = hooks.filter((hook) => hook.never !== null).length;
  const count = hooks.length === 1 ? "1 hook" : `${hooks.length} hooks`;
  const runs =
    never === 0 ? count : `${count}, ${never} of them never run${never === 1 ? "s" : ""}`;
  const shown = hooks.length === 0 ? "no hooks" : runs;
  const where = paint.dim(forTerminalLine(files.map(shortPath).join(", ")));
  return `  ${host.padEnd(12)}${version}: ${shown} ${where}\n`;
}

function healthRows({
  health,
  ledger,
  transcripts,
}: Examination): readonly (readonly [string, string])[] {
  const { version, node, home, homeMode, keeper, policy } = health;
  const slowest = ledger?.timings.toSorted((one, other) => other.p95 - one.p95)[0];
  return [
    ["version", `${version}, Node ${node}`],
    ["folder", homeMode === null ? `${home}: not there yet` : `${home} (mode ${homeMode})`],
    ["keeper", keeper ? "starts" : "does not start"],
    ...(policy === null ? [] : ([["policy", policyText(policy)]] as const)),
    ["ledger", ledger === null ? "none yet" : ledgerText(ledger)],
    ...(slowest === undefined
      ? []
      : ([
          [
            "slowest",
            `${slowest.name}: p50 ${slowest.p50} ms, p95 ${slowest.p95} ms in ${slowest.runs} runs here`,
          ],
        ] as const)),
    ...(transcripts === null
      ? []
      : ([["transcripts", `${transcripts} read, on this machine only`]] as const)),
  ];
}

function policyText({ enforced, observed, fault }: NonNullable<Health["policy"]>): string {
  if (fault !== null) return `cannot be used: ${fault}`;
  const observes = observed === null ? "" : `, revision ${observed.revision} observes`;
  if (enforced === null) return `no revision in force${observes}`;
  return `revision ${enforced.revision} in force (${enforced.address.slice(0, 12)})${observes}`;
}

function ledgerText({ bytes, isWhole, records, faults }: LedgerLook): string {
  const size =
    bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${Math.round(bytes / 1024 / 1024)} MB`;
  const part = isWhole ? `${records} records` : `the last ${records} records looked at`;
  return `${size}, ${part}, ${faults.length === 0 ? "intact" : "damaged"}`;
}
