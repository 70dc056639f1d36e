import { homedir } from "node:os";
import { relative, resolve } from "node:path";
import { lintSubjects, sorted, type Finding, type Subject } from "../../lint/index.js";
import { bridgedHosts } from "../../hosts/index.js";
import { toJsonText } from "../../show/index.js";
import { lint as spec } from "../command-spec.js";
import { writeAll } from "../files.js";
import { columnsOfStdout, fold } from "../fold.js";
import { collect, collectScript, isFolder, type Collected } from "../lint/collect.js";
import { settingsFindings } from "../lint/settings-findings.js";
import { lintText, summaryText } from "../lint/text.js";
import { paintForStdout, prepare } from "../prepare.js";
import { UsageError } from "../usage-error.js";

export async function run(argv: readonly string[]): Promise<number> {
  const given = prepare(spec, argv);
  if (given === null) return 0;
  const host = given.text("host");
  checkHost(host);
  const collected = await collectAll(given.positionals, host, given.text("event"));
  const found = lintSubjects(collected.subjects);
  const findings = sorted(
    [...found, ...settingsFindings(collected.problems, process.cwd())].map(shortened),
  );
  const hooks = new Set(
    collected.subjects.map(({ hook }) => `${hook.host} ${hook.file} ${hook.id}`),
  ).size;
  if (given.flag("json")) writeAll(1, `${toJsonText({ findings: findings.map(asData), hooks })}\n`);
  else {
    const paint = paintForStdout();
    const columns = columnsOfStdout();
    const text = lintText(findings, paint, { all: given.flag("all") });
    const summary =
      hooks === 0
        ? "No hooks found here: no host has settings with hooks for this folder.\n"
        : summaryText(findings, { hooks, hosts: collected.hosts }, paint);
    writeAll(1, fold(`${text}${text === "" ? "" : "\n"}${summary}`, columns));
  }
  return findings.some(({ severity }) => severity === "error") ? 1 : 0;
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

/** As DESIGN has it: one hook and one host where it is one. */
function asData({ hooks, hosts, events, frame: _frame, ...finding }: Finding): object {
  return { ...finding, hook: hooks[0], host: hosts[0], hooks, hosts, events };
}
