import { homedir } from "node:os";
import { configuredHosts, readHostConfig, type HostConfig } from "../../hosts/settings.js";
import { bridgedHosts, eventsOf, findBridgedHost, type HostTable } from "../../hosts/index.js";
import { events } from "../../payload/index.js";
import { toJsonText, type Paint } from "../../show/index.js";
import { hosts as spec } from "../command-spec.js";
import { writeAll } from "../files.js";
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
  const paint = paintForStdout();
  if (given.flag("json")) writeAll(1, `${toJsonText(chosen.map(dataOf))}\n`);
  else writeAll(1, host === null ? overview(chosen, paint) : details(host, paint));
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
  else writeAll(1, configText(configs, paintForStdout()));
  return 0;
}

function dataOf(host: HostTable): object {
  return Object.fromEntries(Object.entries(host).filter(([key]) => key !== "read"));
}

/** Each event of Snaphook's with what the hosts call it. */
function overview(all: readonly HostTable[], paint: Paint): string {
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
  return `${[paint.bold(first), ...rest].join("\n")}\n\nDetails of one host: snaphook hosts ${all[0]?.name ?? "HOST"}\n`;
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
