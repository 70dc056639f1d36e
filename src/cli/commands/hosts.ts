import { homedir } from "node:os";
import { configuredHosts, readHostConfig, type HostConfig } from "../../hosts/settings.js";
import { bridgedHosts, eventsOf, findBridgedHost, type HostTable } from "../../hosts/index.js";
import { events } from "../../payload/index.js";
import { toJsonText, type Paint } from "../../show/index.js";
import { hosts as spec } from "../command-spec.js";
import { writeAll } from "../files.js";
import { columnsOfStdout, say } from "../fold.js";
import { configText } from "../hosts/config-text.js";
import { paintForStdout, prepare } from "../prepare.js";
import { UsageError } from "../usage-error.js";

export function run(argv: readonly string[]): number {
  const given = prepare(spec, argv);
  if (given === null) return 0;
  const [name, ...extra] = given.positionals;
  if (extra.length > 0) throw new UsageError(`one host at a time, not also ${extra.join(" ")}`);
  if (given.flag("config")) return showConfig(name, given.flag("json"));
  const host = name === undefined ? null : findBridgedHost(name);
  if (name !== undefined && host === null) {
    const known = bridgedHosts().map((one) => one.name);
    throw new UsageError(`unknown host ${JSON.stringify(name)}; known are: ${known.join(", ")}`);
  }
  const chosen = host === null ? bridgedHosts() : [host];
  if (given.flag("json")) writeAll(1, `${toJsonText(chosen.map(dataOf))}\n`);
  else
    show((paint, columns) =>
      host === null ? overview(chosen, paint, columns) : details(host, paint),
    );
  return 0;
}

/** The hooks that hosts find for this folder in their own files, as data or as lines. */
function showConfig(name: string | undefined, isJson: boolean): number {
  const [wanted, version] = name?.split("@") ?? [];
  const chosen = configuredHosts.filter((host) => wanted === undefined || host === wanted);
  if (chosen.length === 0)
    throw new UsageError(
      `no settings can be read for the host ${JSON.stringify(name)}; known are: ${configuredHosts.join(", ")}`,
    );
  const options = {
    projectDir: process.cwd(),
    home: homedir(),
    ...(version !== undefined && { version }),
  };
  let configs: readonly HostConfig[];
  try {
    configs = chosen.map((host) => readHostConfig(host, options));
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message);
    throw error;
  }
  if (isJson) writeAll(1, `${toJsonText(configs)}\n`);
  else show((paint) => configText(configs, paint));
  const isBroken = configs.some(({ problems }) =>
    problems.some(({ severity }) => severity === "error"),
  );
  return isBroken ? 1 : 0;
}

function show(textOf: (paint: Paint, columns: number | undefined) => string): void {
  const columns = columnsOfStdout();
  say(1, textOf(paintForStdout(), columns));
}

/** What is the same for all hosts: how each reads answers inside is its own. */
function dataOf({
  name,
  version,
  summary,
  basis,
  defaultTimeout,
  log,
  failClosed,
  ...host
}: HostTable): object {
  const rows = Object.entries(host.events).map(
    ([event, { canonical, subject, exitTwo, text, fields }]) =>
      [event, { canonical, subject, exitTwo, text, fields }] as const,
  );
  const common = { name, version, summary, basis };
  return { ...common, events: Object.fromEntries(rows), defaultTimeout, log, failClosed };
}

/** Each event of Snaphook's with what the hosts call it: a table, or lists where that is wider than the screen. */
function overview(all: readonly HostTable[], paint: Paint, columns = Infinity): string {
  const rows = events.map(({ name }) => [
    name,
    ...all.map(
      (host) =>
        eventsOf(host, name)
          .map((event) => event.name)
          .join(", ") || "–",
    ),
  ]);
  const head = ["snaphook", ...all.map((host) => `${host.name} ${host.version}`)];
  const cells = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  const [first = "", ...rest] = lines;
  const isTooWide = lines.some((line) => line.length > columns);
  const text = isTooWide ? lists(rows, head, paint) : [paint.bold(first), ...rest].join("\n");
  return `${text}\n\nDetails of one host: snaphook hosts ${all[0]?.name ?? "HOST"}\n`;
}

function lists(
  rows: readonly (readonly string[])[],
  [, ...hosts]: readonly string[],
  paint: Paint,
): string {
  return rows
    .map(([event = "", ...names]) => {
      const lines = names.map((name, index) => `  ${hosts[index]}: ${name}`);
      return [paint.bold(event), ...lines.filter((line) => !line.endsWith(": –"))].join("\n");
    })
    .join("\n");
}

function details(host: HostTable, paint: Paint): string {
  const lines = Object.entries(host.events).flatMap(([name, event]) => [
    `${paint.bold(name)}${event.canonical === null || event.canonical === name ? "" : paint.dim(` (${event.canonical})`)}`,
    `  exit code 2: ${event.exitTwo}`,
    `  plain text:  ${event.text}`,
    ...(event.fields.length === 0 ? [] : [`  fields:      ${event.fields.join(", ")}`]),
  ]);
  return `${host.name} ${host.version} (${host.basis}): ${host.summary}\n\n${lines.join("\n")}\n`;
}
