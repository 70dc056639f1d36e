import {
  checkCase,
  readCases,
  requirementsOf,
  type AnyCase,
  type CaseDifference,
} from "../../conform/index.js";
import { runCases } from "../../conform-run/index.js";
import { forTerminalLine, toJsonText, type Paint } from "../../show/index.js";
import type { Arguments } from "../arguments.js";
import { conform as spec } from "../command-spec.js";
import { holds, hostReport, hostReportText } from "../conform/host-report.js";
import { packagedConformance } from "../conform/packaged-cases.js";
import { readJsonFile, writeAll } from "../files.js";
import { say } from "../fold.js";
import { checkDialect } from "../hosts/check-dialect.js";
import { INTERRUPTED, interruptible } from "../interruptible.js";
import { paintForStdout, prepare } from "../prepare.js";
import { progress } from "../progress.js";
import { UsageError } from "../usage-error.js";

const SECONDS = 30;

interface CaseResult {
  readonly file?: string;
  readonly id: string;
  readonly differences: readonly CaseDifference[];
}

interface FoundCase {
  readonly file?: string;
  readonly example: AnyCase;
}

export async function run(argv: readonly string[]): Promise<number> {
  const given = prepare(spec, argv);
  if (given === null) return 0;
  const command = given.text("host-command");
  return command === undefined ? checkOwn(given) : checkHost(given, command);
}

/** Snaphook's own reading of the cases. */
function checkOwn(given: Arguments): number {
  for (const name of ["timeout", "all"])
    if (given.names.includes(name)) throw new UsageError(`--${name} needs --host-command`);
  const dialect = given.text("dialect");
  const only = dialect === undefined ? undefined : checkDialect(dialect);
  const results = wanted(given, only).map(({ file, example }): CaseResult => ({
    ...(file !== undefined && { file }),
    id: example.id,
    differences: checkCase(example),
  }));
  const failed = results.filter(({ differences }) => differences.length > 0);
  const passed = results.length - failed.length;
  if (given.flag("json")) {
    writeAll(1, `${toJsonText({ passed, failed: failed.length, differences: failed })}\n`);
  } else {
    const paint = paintForStdout();
    for (const result of failed) say(1, describe(result, paint));
    say(1, `${passed} passed, ${failed.length} failed\n`);
  }
  return failed.length === 0 ? 0 : 1;
}

/** The same cases with somebody else's hook runner. */
async function checkHost(given: Arguments, command: string): Promise<number> {
  if (command.trim() === "") throw new UsageError("--host-command: give a command");
  const dialect = checkDialect(given.text("dialect") ?? "wave");
  const timeoutMs = secondsOf(given) * 1000;
  const cases = wanted(given, dialect).map(({ example }) => example);
  const checked = await interruptible(async (signal) => {
    try {
      const results = await runCases(cases, {
        command,
        cwd: process.cwd(),
        timeoutMs,
        signal,
        onProgress: (done) => progress(`case ${done} of ${cases.length}`),
      });
      return signal.aborted ? null : results;
    } finally {
      progress("");
    }
  });
  if (checked === null) return INTERRUPTED;
  const report = hostReport({ command, dialect }, checked, packagedConformance().requirements);
  if (given.flag("json")) writeAll(1, `${toJsonText(report)}\n`);
  else say(1, hostReportText(report, paintForStdout(), given.flag("all")));
  return holds(report) ? 0 : 1;
}

/** Cases of the files, or those of the package, as far as they are asked for. None at all is an error: nothing would be checked. */
function wanted(given: Arguments, dialect: string | undefined): readonly FoundCase[] {
  const [name, requirement] = [given.text("name"), given.text("requirement")];
  const all: readonly FoundCase[] =
    given.positionals.length === 0
      ? packagedConformance().cases.map((example) => ({ example }))
      : given.positionals.flatMap((file) => casesIn(file));
  const found = all.filter(
    ({ example }) =>
      (dialect === undefined || example.dialect === dialect) &&
      (name === undefined || example.id.includes(name)) &&
      (requirement === undefined || requirementsOf(example).includes(requirement)),
  );
  if (found.length === 0) {
    const asked = [
      dialect === undefined ? "" : `of the dialect ${dialect}`,
      name === undefined ? "" : `with ${JSON.stringify(name)} in its id`,
      requirement === undefined ? "" : `of the requirement ${JSON.stringify(requirement)}`,
    ];
    throw new UsageError(`there is no case ${asked.filter(Boolean).join(" and ")}`.trimEnd());
  }
  return found;
}

function secondsOf(given: Arguments): number {
  const text = given.text("timeout");
  if (text === undefined) return SECONDS;
  const seconds = Number(text);
  if (!(seconds > 0) || !Number.isFinite(seconds))
    throw new UsageError(`--timeout ${text}: give a number of seconds above 0`);
  return seconds;
}

function casesIn(file: string): readonly FoundCase[] {
  const cases = readCases(readJsonFile(file, "the file"));
  if ("error" in cases) throw new UsageError(`${file}: ${cases.error}`);
  return cases.map((example) => ({ file, example }));
}

function describe({ file, id, differences }: CaseResult, paint: Paint): string {
  const lines = differences.map(
    ({ key, expected, actual }) =>
      `  ${key}: expected ${forTerminalLine(toJsonText(expected, 0))}, got ${forTerminalLine(toJsonText(actual, 0))}\n`,
  );
  const place = file === undefined ? "" : ` ${paint.dim(`(${forTerminalLine(file)})`)}`;
  return `${paint.red("differs")} ${forTerminalLine(id)}${place}\n${lines.join("")}`;
}
