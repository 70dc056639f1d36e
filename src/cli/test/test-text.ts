import { relative } from "node:path";
import type { TestFault, TestResult, TestsRun } from "../../hook-tests/index.js";
import {
  endingText,
  forTerminal,
  forTerminalLine,
  problemText,
  toJsonText,
  type Paint,
} from "../../show/index.js";

/** Of what a hook printed no more is shown. */
const LONGEST_OUTPUT = 2000;
const LONGEST_VALUE = 4000;

/** A path as it is shown: from the folder in which the command runs. */
export function shortPath(file: string): string {
  const short = relative(process.cwd(), file);
  return short.startsWith("..") ? file : short;
}

/** A file and a line in it. */
export function placeOf({
  file,
  line,
}: {
  readonly file: string;
  readonly line: number | null;
}): string {
  return `${shortPath(file)}${line === null ? "" : `:${line}`}`;
}

/** A line for each file, and below it everything that is known of tests that have not passed. */
export function testsText(results: readonly TestResult[], paint: Paint): string {
  const files = [...new Set(results.map(({ test }) => test.file))];
  return `${files
    .map((file) => {
      const own = results.filter(({ test }) => test.file === file);
      const open = own.filter(({ state }) => state !== "passed");
      const explained = open.filter(({ state }) => state !== "refused");
      const mark = open.length === 0 ? paint.green("✓") : paint.red("✗");
      const passed = own.length - open.length;
      const count = open.length === 0 ? `${own.length}` : `${passed} of ${own.length} passed`;
      const head = `${mark} ${paint.bold(forTerminalLine(shortPath(file)))} ${paint.dim(`(${count})`)}\n`;
      return `${head}${explained.map((result) => resultText(result, paint)).join("")}`;
    })
    .join("")}${refusedText(results, paint)}`;
}

/** Why tests were refused, each reason once. */
function refusedText(results: readonly TestResult[], paint: Paint): string {
  const reasons = new Map<string, number>();
  for (const { state, why = "" } of results)
    if (state === "refused") reasons.set(why, (reasons.get(why) ?? 0) + 1);
  const lines = Array.from(reasons, ([why, count]) => {
    const tests = count === 1 ? "1 test was" : `${count} tests were`;
    return `  ${paint.red("refused")} ${forTerminalLine(why)}; ${tests} not run\n`;
  });
  return lines.length === 0 ? "" : `\n${lines.join("")}`;
}

/** One test that has not passed. */
function resultText(result: TestResult, paint: Paint): string {
  const { test, host, state, why, differences } = result;
  const where = host === "" ? "" : ` in ${host}`;
  const title = `\n  ${paint.red(state)} ${paint.bold(forTerminalLine(test.name))}${where} ${paint.dim(placeOf(test))}\n`;
  const reason = why === undefined ? "" : `    ${forTerminalLine(why)}\n`;
  const rows = differences.map(
    ({ field, expected, got }) =>
      `    ${paint.bold(forTerminalLine(field))}\n${valueLines("expected", expected, paint)}${valueLines("got", got, paint)}`,
  );
  return `${title}${reason}${rows.join("")}${hooksText(result, paint)}`;
}

function valueLines(label: string, value: unknown, paint: Paint): string {
  const colour = label === "expected" ? paint.green : paint.red;
  const lines = shown(value).split("\n");
  const indent = " ".repeat(15);
  return `      ${colour(label.padEnd(8))} ${lines.join(`\n${indent}`)}\n`;
}

function shown(value: unknown): string {
  if (Array.isArray(value) && value.length === 0) return "nothing";
  if (value === null || value === undefined) return "none";
  const text = typeof value === "string" ? JSON.stringify(value) : toJsonText(value);
  return forTerminal(text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text);
}

/** How each hook ran, what it printed, and what was wrong. */
function hooksText({ seen }: TestResult, paint: Paint): string {
  if (seen === null) return "";
  const hooks = seen.hooks.map((hook) => {
    const name = forTerminalLine(hook.name);
    if (!hook.ran) return `    ${paint.dim(`${name} did not run: ${forTerminalLine(hook.why)}`)}\n`;
    const how = `    ${name}: ${hook.run === undefined ? "did not end" : endingText(hook.run)} in ${Math.round(hook.ms ?? 0)} ms\n`;
    return `${how}${output("stdout", hook.run?.stdout, paint)}${output("stderr", hook.run?.stderr, paint)}`;
  });
  const problems = seen.problems.map((problem) => `${indented(problemText(problem, paint))}\n`);
  return [...hooks, ...problems].join("");
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, "    ");
}

function output(name: string, given: string | Uint8Array | undefined, paint: Paint): string {
  const text = typeof given === "string" ? given.trimEnd() : "";
  if (text === "") return "";
  const cut = text.length > LONGEST_OUTPUT ? `${text.slice(0, LONGEST_OUTPUT)}…` : text;
  const lines = forTerminal(cut).split("\n");
  return lines.map((line) => `      ${paint.dim(`${name} │`)} ${line}\n`).join("");
}

/** What is wrong with files of tests. */
export function faultsText(faults: readonly TestFault[]): string {
  return faults.map((fault) => `${forTerminalLine(`${placeOf(fault)}: ${fault.what}`)}\n`).join("");
}

/** How many tests ended how. */
export function summaryText({ results, sandbox }: TestsRun, seconds: number, paint: Paint): string {
  const count = (state: TestResult["state"]): number =>
    results.filter((result) => result.state === state).length;
  const parts = (["passed", "failed", "broken", "refused"] as const)
    .map((state) => ({ state, number: count(state) }))
    .filter(({ state, number }) => number > 0 || state === "passed")
    .map(({ state, number }) =>
      (state === "passed" ? paint.green : paint.red)(`${number} ${state}`),
    );
  const kept =
    sandbox === null || sandbox === "full"
      ? ""
      : sandbox === "network"
        ? "; hooks could write outside of the copy: this system cannot keep them from it"
        : "; hooks ran in a copy, but this system keeps them neither from the network nor from other files";
  return `${parts.join(", ")} in ${seconds.toFixed(1)} s${kept}\n`;
}
