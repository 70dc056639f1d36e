import { homedir } from "node:os";
import { relative, resolve } from "node:path";
import {
  locateFindings,
  sorted,
  withSeen,
  type Finding,
  type LocatedFinding,
  type Subject,
} from "../../lint/index.js";
import { bridgedHosts } from "../../hosts/index.js";
import { forTerminalLine } from "../../show/index.js";
import type { Arguments } from "../arguments.js";
import { lint as spec } from "../command-spec.js";
import { isTerminal, writeAll } from "../files.js";
import { columnsOfStdout, fold } from "../fold.js";
import { withoutKnown } from "../lint/baseline.js";
import { collect, collectScript, isFolder, type Collected } from "../lint/collect.js";
import { formats, formatted, type Format } from "../lint/formats.js";
import type { Proved } from "../lint/prove.js";
import { provedText } from "../lint/proof-text.js";
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
  const { subjects } = collected;
  const located = withSeen(locateFindings(subjects), subjects, given.flag("hosts"));
  const proved = given.flag("prove") ? await proveAll(located, given) : null;
  if (proved?.isInterrupted === true) return INTERRUPTED;
  const found = proved?.findings ?? located.map(({ finding }) => finding);
  const settings = settingsFindings(collected.problems, process.cwd());
  const all = sorted([...found, ...settings].map(shortened));
  const baseline = given.text("baseline");
  const { findings, wrote } =
    baseline === undefined ? { findings: all, wrote: false } : withoutKnown(all, baseline);
  const hooks = new Set(subjects.map(({ hook }) => `${hook.host} ${hook.file} ${hook.id}`)).size;
  if (format !== "text") writeAll(1, formatted(format, findings, hooks, proved));
  else {
    const paint = paintForStdout();
    const text = lintText(findings, paint, { all: given.flag("all") });
    const summary =
      hooks === 0 && findings.length === 0
        ? "No hooks found here: no host has settings with hooks for this folder.\n"
        : summaryText(findings, { hooks, hosts: collected.hosts }, paint);
    const note = wrote ? `Wrote ${all.length} findings to ${baseline}.\n` : "";
    const runs = proved === null ? "" : provedText(proved, paint, { all: given.flag("all") });
    writeAll(
      1,
      fold(`${text}${text === "" ? "" : "\n"}${summary}${runs}${note}`, columnsOfStdout()),
    );
  }
  return findings.some(({ severity }) => severity === "error") ? 1 : 0;
}

/** What shells make of Ctrl-C. */
const INTERRUPTED = 130;

async function proveAll(
  located: readonly LocatedFinding[],
  given: Arguments,
): Promise<Proved & { readonly isInterrupted: boolean }> {
  const { prove } = await import("../lint/prove.js");
  const abort = new AbortController();
  const stop = (): void => abort.abort();
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.once(signal, stop);
  const progress = progressLine();
  try {
    const proved = await prove(located, {
      trustProject: given.flag("trust-project"),
      signal: abort.signal,
      onProgress: (text) => progress.show(text),
    });
    return { ...proved, isInterrupted: abort.signal.aborted };
  } finally {
    progress.clear();
    for (const signal of signals) process.off(signal, stop);
  }
}

/** One line on a terminal that says how far it is; nothing where stderr is none. */
function progressLine(): { show(text: string): void; clear(): void } {
  const isShown = isTerminal(2);
  const write = (text: string): void => {
    if (isShown) writeAll(2, `\r\u001b[K${text}`);
  };
  return {
    show: (text) =>
      write(forTerminalLine(`proving ${text}`).slice(0, (process.stderr.columns ?? 80) - 1)),
    clear: () => write(""),
  };
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
