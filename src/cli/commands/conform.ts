import { checkCase, readCases, type AnyCase, type CaseDifference } from "../../conform/index.js";
import { forTerminalLine, toJsonText, type Paint } from "../../show/index.js";
import { conform as spec } from "../command-spec.js";
import { readJsonFile, writeAll } from "../files.js";
import { checkDialect } from "../hosts/check-dialect.js";
import { paintForStdout, prepare } from "../prepare.js";
import { UsageError } from "../usage-error.js";

interface CaseResult {
  readonly file: string;
  readonly id: string;
  readonly differences: readonly CaseDifference[];
}

export function run(argv: readonly string[]): number {
  const given = prepare(spec, argv);
  if (given === null) return 0;
  if (given.positionals.length === 0) {
    throw new UsageError("which files? For example: snaphook conform conformance/*.json");
  }
  const dialect = given.text("dialect");
  const only = dialect === undefined ? undefined : checkDialect(dialect);
  const results = given.positionals.flatMap((file) =>
    casesIn(file)
      .filter((example) => only === undefined || example.dialect === only)
      .map((example): CaseResult => ({ file, id: example.id, differences: checkCase(example) })),
  );
  const failed = results.filter(({ differences }) => differences.length > 0);
  const passed = results.length - failed.length;
  if (given.flag("json")) {
    writeAll(1, `${toJsonText({ passed, failed: failed.length, differences: failed })}\n`);
  } else {
    const paint = paintForStdout();
    for (const result of failed) writeAll(1, describe(result, paint));
    writeAll(1, `${passed} passed, ${failed.length} failed\n`);
  }
  return failed.length === 0 ? 0 : 1;
}

function casesIn(file: string): readonly AnyCase[] {
  const cases = readCases(readJsonFile(file, "the file"));
  if ("error" in cases) throw new UsageError(`${file}: ${cases.error}`);
  return cases;
}

function describe({ file, id, differences }: CaseResult, paint: Paint): string {
  const lines = differences.map(
    ({ key, expected, actual }) =>
      `  ${key}: expected ${forTerminalLine(toJsonText(expected, 0))}, got ${forTerminalLine(toJsonText(actual, 0))}\n`,
  );
  return `${paint.red("differs")} ${forTerminalLine(id)} ${paint.dim(`(${forTerminalLine(file)})`)}\n${lines.join("")}`;
}
