import { homedir } from "node:os";
import { relative, resolve } from "node:path";
import { lintSubjects, sorted, type Finding, type Subject } from "../../lint/index.js";
import { bridgedHosts } from "../../hosts/index.js";
import type { Arguments } from "../arguments.js";
import { lint as spec } from "../command-spec.js";
import { writeAll } from "../files.js";
import { columnsOfStdout, fold } from "../fold.js";
import { withoutKnown } from "../lint/baseline.js";
import { collect, collectScript, isFolder, type Collected } from "../lint/collect.js";
import { formats, formatted, type Format } from "../lint/formats.js";
import { settingsFindings } from "../lint/settings-findings.js";
import { lintText, summaryText } from "../lint/text.js";
import { paintForStdout, prepare } from "../prepare.js";
import { UsageError } from "../usage-error.js";

export async function run(argv: readonly string[]): Promise<number> {
  const given = prepare(spec, argv);
  if (given === null) return 0;
  const host = given.text("host");
  checkHost(host);
  const format = formatOf(given);
  const collected = await collectAll(given.positionals, host, given.text("event"));
  const found = lintSubjects(collected.subjects);
  const settings = settingsFindings(collected.problems, process.cwd());
  const all = sorted([...found, ...settings].map(shortened));
  const baseline = given.text("baseline");
  const { findings, wrote } =
    baseline === undefined ? { findings: all, wrote: false } : withoutKnown(all, baseline);
  const hooks = new Set(
    collected.subjects.map(({ hook }) => `${hook.host} ${hook.file} ${hook.id}`),
  ).size;
  if (format !== "text") writeAll(1, formatted(format, findings, hooks));
  else {
    const paint = paintForStdout();
    const text = lintText(findings, paint, { all: given.flag("all") });
    const summary =
      hooks === 0 && findings.length === 0
        ? "No hooks found here: no host has settings with hooks for this folder.\n"
        : summaryText(findings, { hooks, hosts: collected.hosts }, paint);
    const note = wrote ? `Wrote ${all.length} findings to ${baseline}.\n` : "";
    writeAll(1, fold(`${text}${text === "" ? "" : "\n"}${summary}${note}`, columnsOfStdout()));
  }
  return findings.some(({ severity }) => severity === "error") ? 1 : 0;
}

function formatOf(given: Arguments): Format {
  const wanted = given.text("format") ?? (given.flag("json") ? "json" : "text");
  const format = formats.find((one) => one === wanted);
  if (format === undefined)
    throw new UsageError(
      `unknown format ${JSON.stringify(wanted)}; known are: ${formats.join(", ")}`,
    );
  return format;
}

function checkHost(host: string | undefined): void {
  const known = [...bridgedHosts().map(({ name }) => name), "snaphook"];
  if (host !== undefined && !known.includes(host))
    throw new UsageError(`unknown host ${JSON.stringify(host)}; known are: ${known.join(", ")}`);
}

/** A folder stands for what is configured in it, a file for itself. */
async function collectAll(
  paths: readonly string[],
  host: string | undefined,
  event: string | undefined,
): Promise<Collected> {
  const home = homedir();
  const cwd = process.cwd();
  if (paths.length === 0) return collect({ projectDir: cwd, home }, host);
  const all: Collected[] = [];
  for (const path of paths) {
    const full = resolve(cwd, path);
    if (isFolder(full)) all.push(await collect({ projectDir: full, home }, host));
    else all.push(await oneScript(path, { projectDir: cwd, home }, { host, event }));
  }
  return {
    subjects: all.flatMap(({ subjects }) => subjects),
    problems: all.flatMap(({ problems }) => problems),
    hosts: [...new Set(all.flatMap(({ hosts }) => hosts))],
  };
}

async function oneScript(
  path: string,
  places: { readonly projectDir: string; readonly home: string },
  { host, event }: { readonly host: string | undefined; readonly event: string | undefined },
): Promise<Collected> {
  const configured = await collect(places, host);
  const full = resolve(places.projectDir, path);
  const used: Subject[] = configured.subjects.filter(
    ({ script }) => script !== null && resolve(places.projectDir, script.path) === full,
  );
  if (used.length > 0) return { ...configured, subjects: used, problems: [] };
  const chosen = host ?? "claude-code";
  const subject = await collectScript(path, places, { host: chosen, event: event ?? null });
  if (subject.script === null) throw new UsageError(`cannot read ${path}`);
  return { subjects: [subject], problems: [], hosts: [chosen] };
}

/** Paths in the folder are shown without it. */
function shortened(finding: Finding): Finding {
  const short = relative(process.cwd(), resolve(finding.file));
  return short === "" || short.startsWith("..") ? finding : { ...finding, file: short };
}
