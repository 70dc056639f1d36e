import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { defaultHome, parseSettings } from "../../config/index.js";
import { bridgeOf } from "../../hosts/index.js";
import { hostOf, isInFolder, recordedEvents, type RecordedEvent } from "../../recording/index.js";
import { replay, type ReplayOptions } from "../../replay/index.js";
import { ProjectHooks, SandboxedHooks, type ProjectPlaces } from "../../sandbox-run/index.js";
import { forTerminalLine, toJsonText } from "../../show/index.js";
import { canonicalPath } from "../../trust/index.js";
import type { Arguments } from "../arguments.js";
import { replay as spec } from "../command-spec.js";
import { writeAll } from "../files.js";
import { say } from "../fold.js";
import { paintForStdout, prepare } from "../prepare.js";
import { progress } from "../progress.js";
import { isMeant, readWindow } from "../record/event-filter.js";
import { ledgerFile } from "../record/export-tests.js";
import { replayData, replayText, type ReplayReport } from "../replay/replay-text.js";
import { UsageError } from "../usage-error.js";

const LOOSENED = 1;
const REFUSED = 3;
/** What shells make of Ctrl-C. */
const INTERRUPTED = 130;

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export async function run(argv: readonly string[]): Promise<number> {
  const given = prepare(spec, argv);
  if (given === null) return 0;
  const places: ProjectPlaces = {
    projectDir: canonicalPath(process.cwd()),
    userHome: homedir(),
    home: defaultHome(),
    trustProject: given.flag("trust-project"),
    includesUser: given.flag("user"),
  };
  const events = chosen(given, places);
  const abort = new AbortController();
  const stop = (): void => abort.abort();
  for (const signal of signals) process.on(signal, stop);
  const project = new ProjectHooks(places);
  try {
    await project.refresh();
    return await replayIn(project, { given, places, events, signal: abort.signal });
  } finally {
    progress("");
    project.close();
    for (const signal of signals) process.off(signal, stop);
  }
}

/** The recorded events of this folder that are meant. */
function chosen(given: Arguments, { home, projectDir }: ProjectPlaces): readonly RecordedEvent[] {
  const filter = readWindow(given);
  const ids = new Set(given.positionals);
  const here = recordedEvents(ledgerFile(home), (line) => isInFolder(line, projectDir));
  const events = here.filter(
    (event) => isMeant(event, filter) && (ids.size === 0 || ids.has(event.eventId)),
  );
  if (events.length > 0) return events;
  throw new UsageError(
    here.length > 0
      ? `none of ${here.length} recorded events of this folder is meant`
      : "nothing is recorded in this folder; turn it on: snaphook record on, or wrap a hook: snaphook record -- ./guard.sh",
  );
}

interface Given {
  readonly given: Arguments;
  readonly places: ProjectPlaces;
  readonly events: readonly RecordedEvent[];
  readonly signal: AbortSignal;
}

async function replayIn(project: ProjectHooks, about: Given): Promise<number> {
  const { given, places, events, signal } = about;
  const host = given.text("host") ?? null;
  const hosts = host === null ? [...new Set(events.map(hostOf))] : [host];
  const known = hosts.filter((one) => one !== "unknown");
  const files = otherSettings(given, known);
  const waiting = unapproved(project, known);
  if (waiting.length > 0 && files === undefined) {
    const lines = waiting.map((one) => `  ${forTerminalLine(one)}\n`).join("");
    say(
      2,
      `hooks of this project are not approved, so nothing was replayed:\n${lines}see snaphook trust review, or give --trust-project\n`,
    );
    return REFUSED;
  }
  const sandbox = new SandboxedHooks(project, places, known);
  let report: ReplayReport;
  try {
    const missing = sandbox.missing();
    if (missing !== null) throw new UsageError(`${missing} is not in the copy as it was approved`);
    const begin = performance.now();
    const options: ReplayOptions = {
      host,
      sandbox,
      files,
      trustsAll: files !== undefined,
      signal,
      onProgress: (done, all) => progress(`${done} of ${all} events`),
    };
    const { replayed, not } = await replay(events, options);
    const seconds = (performance.now() - begin) / 1000;
    const isWithoutUser = !places.includesUser;
    report = { replayed, not, seconds, sandbox: sandbox.level, isWithoutUser };
  } finally {
    sandbox.close();
    progress("");
  }
  if (signal.aborted) return INTERRUPTED;
  if (given.flag("json")) writeAll(1, `${toJsonText(replayData(report))}\n`);
  else say(1, replayText(report, paintForStdout(), given.flag("all")));
  const isLoose = report.replayed.some(({ change }) => change === "loosened");
  return isLoose || report.not.some(({ why }) => why === "failed") ? LOOSENED : 0;
}

/** Hooks of which nobody has said that they may run. Throws for a host that there is not. */
function unapproved(project: ProjectHooks, hosts: readonly string[]): readonly string[] {
  try {
    return hosts.flatMap((host) =>
      project
        .of(host)
        .hooks.filter(({ runs, hook }) => !runs && !hook.disabled)
        .map(({ hook, why }) => `${hook.id}: ${why}`),
    );
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(error.message) : error;
  }
}

/** Another file in the place of the project's settings of the one host that is replayed at. */
function otherSettings(given: Arguments, hosts: readonly string[]): ReplayOptions["files"] {
  const file = given.text("settings");
  if (file === undefined) return undefined;
  if (!existsSync(file)) throw new UsageError(`--settings ${file}: there is no such file`);
  if (!given.flag("trust-project"))
    throw new UsageError(
      "--settings: nobody has approved the hooks of another file; give --trust-project to run them in the sandbox",
    );
  const [host = "", ...more] = hosts;
  if (more.length > 0)
    throw new UsageError(
      `--settings: of which host? Events of ${hosts.join(", ")} are meant; give --host or --recorded-in`,
    );
  const path =
    host === "snaphook" ? join(".snaphook", "settings.json") : bridgeOf(host)?.install.path;
  if (path === undefined) throw new UsageError(`--settings: ${host} has no settings in a project`);
  const bytes = readFileSync(resolve(file));
  const parsed = parseSettings(bytes.toString());
  if ("fault" in parsed)
    throw new UsageError(`--settings ${file}: it cannot be read: ${parsed.fault.found}`);
  if (parsed.root.type !== "object")
    throw new UsageError(`--settings ${file}: it cannot be read: it is no object`);
  return new Map([[path, { bytes, mode: 0o644 }]]);
}
