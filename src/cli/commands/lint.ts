import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { relative, resolve } from "node:path";
import {
  lintSubjects,
  locateFindings,
  sorted,
  withSeen,
  type Finding,
  type Subject,
} from "../../lint/index.js";
import { bridgedHosts } from "../../hosts/index.js";
import type { Arguments } from "../arguments.js";
import { lint as spec } from "../command-spec.js";
import { writeAll } from "../files.js";
import { say } from "../fold.js";
import { withoutKnown } from "../lint/baseline.js";
import { collect, collectScript, isFolder, type Collected, type Places } from "../lint/collect.js";
import type { DraftFiles } from "../lint/drafts.js";
import { diffText, fixedText } from "../lint/fix-text.js";
import { formats, formatted, type Format } from "../lint/formats.js";
import { provedText } from "../lint/proof-text.js";
import { runFixes } from "../lint/run-fixes.js";
import { runProofs } from "../lint/run-proofs.js";
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
  const baseline = given.text("baseline");
  const fixes = await runFixes(given, async (drafts) => {
    const collected = await collectAll(given, drafts);
    const findings = reported(collected, lintSubjects(collected.subjects));
    const isKnown = baseline !== undefined && existsSync(baseline);
    return { ...collected, ...(isKnown ? withoutKnown(findings, baseline) : { findings }) };
  });
  const collected = await collectAll(given);
  const { subjects } = collected;
  const located = withSeen(locateFindings(subjects), subjects, given.flag("hosts"));
  const proved = await runProofs(given, located);
  if (proved === "interrupted") return INTERRUPTED;
  const all = reported(collected, proved?.findings ?? located.map(({ finding }) => finding));
  const { findings, wrote } =
    baseline === undefined ? { findings: all, wrote: false } : withoutKnown(all, baseline);
  const hooks = new Set(subjects.map(({ hook }) => `${hook.host} ${hook.file} ${hook.id}`)).size;
  const isDiff = given.flag("diff");
  const fixed = fixes === null ? "" : fixedText(fixes, { isDiff, folder: process.cwd() });
  if (isDiff) {
    writeAll(1, diffText(fixes?.drafts ?? [], process.cwd()));
    writeAll(2, fixed);
  } else if (format !== "text") {
    writeAll(1, formatted(format, findings, hooks, proved));
    writeAll(2, fixed);
  } else {
    const paint = paintForStdout();
    const text = lintText(findings, paint, { all: given.flag("all") });
    const summary =
      hooks === 0 && findings.length === 0
        ? "No hooks found here: no host has settings with hooks for this folder.\n"
        : summaryText(findings, { hooks, hosts: collected.hosts }, paint);
    const note = wrote ? `Wrote ${all.length} findings to ${baseline}.\n` : "";
    const runs = proved === null ? "" : provedText(proved, paint, { all: given.flag("all") });
    const parts = [fixed, text, summary + runs + note].filter((part) => part !== "");
    say(1, parts.join("\n"));
  }
  return findings.some(({ severity }) => severity === "error") ? 1 : 0;
}

/** What shells make of Ctrl-C. */
const INTERRUPTED = 130;

/** What was found in scripts, and what is wrong in the settings. */
function reported({ problems, settingsOf }: Collected, found: readonly Finding[]): Finding[] {
  const settings = settingsFindings(problems, process.cwd(), settingsOf);
  return sorted([...found, ...settings].map(shortened));
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
async function collectAll(given: Arguments, drafts?: DraftFiles): Promise<Collected> {
  const [host, event] = [given.text("host"), given.text("event")];
  const cwd = process.cwd();
  const places: Places = { projectDir: cwd, home: homedir(), ...(drafts && { drafts }) };
  if (given.positionals.length === 0) return collect(places, host);
  const all: Collected[] = [];
  for (const path of given.positionals) {
    const full = resolve(cwd, path);
    if (isFolder(full)) all.push(await collect({ ...places, projectDir: full }, host));
    else all.push(await oneScript(path, places, { host, event }));
  }
  return {
    subjects: all.flatMap(({ subjects }) => subjects),
    problems: all.flatMap(({ problems }) => problems),
    hosts: [...new Set(all.flatMap(({ hosts }) => hosts))],
    settings: all.flatMap(({ settings }) => settings),
    settingsOf: (file) =>
      all.map(({ settingsOf }) => settingsOf(file)).find((one) => one !== null) ?? null,
  };
}

async function oneScript(
  path: string,
  places: Places,
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
  return { ...configured, subjects: [subject], problems: [], hosts: [chosen] };
}

/** Paths in the folder are shown without it. */
function shortened(finding: Finding): Finding {
  const short = relative(process.cwd(), resolve(finding.file));
  return short === "" || short.startsWith("..") ? finding : { ...finding, file: short };
}
