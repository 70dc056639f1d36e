import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, resolve } from "node:path";
import { defaultHome } from "../../config/index.js";
import {
  findTestFiles,
  loadTestFiles,
  runTests,
  type LoadedTests,
  type PlacedTest,
  type TestsRun,
} from "../../hook-tests/index.js";
import type { Problem } from "../../problem/index.js";
import { ProjectHooks, type ProjectPlaces } from "../../sandbox-run/index.js";
import { canonicalPath, fileOf } from "../../trust/index.js";
import type { Arguments } from "../arguments.js";
import { test as spec } from "../command-spec.js";
import { writeAll } from "../files.js";
import { say } from "../fold.js";
import { paintForStdout, prepare } from "../prepare.js";
import { progress } from "../progress.js";
import { problemTexts } from "../run/hook-lines.js";
import { formatted, testFormats, type TestFormatName } from "../test/test-formats.js";
import { faultsText, summaryText, testsText } from "../test/test-text.js";
import { checkCanAsk, updateTests } from "../test/update.js";
import { statesOf, watchPaths, type FileStates } from "../watch-paths.js";
import { UsageError } from "../usage-error.js";

const FAILED = 1;
const UNREADABLE = 2;
const REFUSED = 3;
/** What shells make of Ctrl-C. */
const INTERRUPTED = 130;

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export async function run(argv: readonly string[]): Promise<number> {
  const given = prepare(spec, argv);
  if (given === null) return 0;
  const format = formatOf(given);
  if (given.flag("update")) checkCanAsk(given.flag("yes"));
  const places: ProjectPlaces = {
    projectDir: canonicalPath(process.cwd()),
    userHome: homedir(),
    home: defaultHome(),
    trustProject: given.flag("trust-project"),
    includesUser: given.flag("user"),
  };
  const abort = new AbortController();
  const stop = (): void => abort.abort();
  for (const signal of signals) process.on(signal, stop);
  try {
    if (given.flag("init")) {
      const { initTests } = await import("../test/init-tests.js");
      return await initTests(given, places, abort.signal);
    }
    const first = await once(given, places, format, abort.signal);
    if (!given.flag("watch")) return abort.signal.aborted ? INTERRUPTED : first.code;
    const again = async (): Promise<FileStates> =>
      (await once(given, places, format, abort.signal)).files;
    await watchPaths(first.files, again, abort.signal);
    return INTERRUPTED;
  } finally {
    progress("");
    for (const signal of signals) process.off(signal, stop);
  }
}

function formatOf(given: Arguments): TestFormatName {
  const wanted = given.text("format") ?? (given.flag("json") ? "json" : "text");
  const format = testFormats.find((one) => one === wanted);
  if (format !== undefined) return format;
  throw new UsageError(
    `unknown format ${JSON.stringify(wanted)}; known are: ${testFormats.join(", ")}`,
  );
}

const yaml = async () => (await import("./read-yaml.js")).yamlFormat;

/** One run of all tests, and which files its result depends on. */
async function once(
  given: Arguments,
  places: ProjectPlaces,
  format: TestFormatName,
  signal: AbortSignal,
): Promise<{ readonly code: number; readonly files: FileStates }> {
  const begin = performance.now();
  const files = testFiles(given);
  const project = new ProjectHooks(places);
  try {
    await project.refresh();
    const depends = [...files, ...files.map((file) => dirname(file)), ...filesOf(project)];
    const states = statesOf(given.flag("watch") ? depends : []);
    const loaded = await loadTestFiles(files, { project, places, signal, yaml });
    const tests = chosen(loaded.tests, given);
    if (tests.length === 0 && loaded.tests.length > 0)
      throw new UsageError(`none of ${loaded.tests.length} tests is meant by these options`);
    const ran = await runTests(tests, project, {
      places,
      signal,
      onResult: (result, done, all) =>
        progress(`${done} of ${all}: ${result.test.name} in ${result.host}`),
    });
    progress("");
    const seconds = (performance.now() - begin) / 1000;
    const code = signal.aborted
      ? INTERRUPTED
      : await report({ given, format, ran, loaded, seconds, project, signal });
    return { code, files: states };
  } finally {
    project.close();
  }
}

function testFiles(given: Arguments): readonly string[] {
  const paths = given.positionals.length === 0 ? ["."] : given.positionals;
  for (const path of paths) if (!existsSync(path)) throw new UsageError(`there is no ${path}`);
  const files = paths.flatMap((path) => findTestFiles(resolve(path)));
  if (files.length > 0) return [...new Set(files)];
  throw new UsageError(
    `no files of tests (*.hooktest.json, .yaml, .mjs or .ts) in ${paths.join(", ")}; write first ones: snaphook test --init`,
  );
}

function chosen(tests: readonly PlacedTest[], given: Arguments): readonly PlacedTest[] {
  const [name, host] = [given.text("name"), given.text("host")];
  const meant = tests.filter((test) => name === undefined || test.name.includes(name));
  if (host === undefined) return meant;
  const isSame = (one: string): boolean => one === host || one.split("@", 1)[0] === host;
  return meant
    .map((test) => ({ ...test, hosts: test.hosts?.filter(isSame) ?? [host] }))
    .filter(({ hosts }) => hosts.length > 0);
}

interface Report {
  readonly given: Arguments;
  readonly format: TestFormatName;
  readonly ran: TestsRun;
  readonly loaded: LoadedTests;
  readonly seconds: number;
  readonly project: ProjectHooks;
  readonly signal: AbortSignal;
}

async function report(about: Report): Promise<number> {
  const { given, format, ran, loaded, seconds, project, signal } = about;
  const { results } = ran;
  const paint = paintForStdout();
  const coverage = given.flag("coverage")
    ? await (await import("../test/coverage.js")).coverageOf(results, project)
    : null;
  if (format !== "text") writeAll(1, formatted(format, { run: ran, loaded, coverage, seconds }));
  else {
    const unread = faultsText([...loaded.faults, ...loaded.refused]);
    const broken = problemTexts(errorsOf(project), paint);
    const parts = [testsText(results, paint), unread, broken.trimStart()];
    const text = parts.filter((part) => part !== "").join("\n");
    say(1, `${text}\n${summaryText(ran, seconds, paint)}`);
    if (coverage !== null) {
      const { coverageText } = await import("../test/coverage.js");
      say(1, coverageText(coverage, paint));
    }
  }
  const isRefused = loaded.refused.length > 0 || results.some(({ state }) => state === "refused");
  if (isRefused)
    say(
      2,
      "snaphook: some hooks or tests are not approved; look at them: snaphook trust review, or run them once with --trust-project\n",
    );
  if (loaded.faults.length > 0) return UNREADABLE;
  if (isRefused) return REFUSED;
  if (results.every(({ state }) => state === "passed")) return 0;
  if (!given.flag("update")) return FAILED;
  const asked = { isYes: given.flag("yes"), signal, paint, yaml };
  const { left, isInterrupted } = await updateTests(results, asked);
  if (isInterrupted) return INTERRUPTED;
  return left > 0 || results.some(({ state }) => state === "broken") ? FAILED : 0;
}

/** Settings that cannot be read: guards may be missing because of it. */
function errorsOf(project: ProjectHooks): readonly Problem[] {
  const hosts = ["snaphook", ...project.hosts().filter((host) => host !== "snaphook")];
  const problems = hosts.flatMap((host) => project.of(host).problems);
  return problems.filter(({ severity }) => severity === "error");
}

/** The settings, and what their hooks name. */
function filesOf(project: ProjectHooks): readonly string[] {
  return project.hosts().flatMap((host) => {
    const { files, hooks } = project.of(host);
    return [
      ...files,
      ...hooks.flatMap(({ fingerprint }) => fingerprint.states.map((state) => fileOf(state).path)),
    ];
  });
}
