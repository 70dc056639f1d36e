import type { LoadedTests, TestFault, TestResult, TestsRun } from "../../hook-tests/index.js";
import { toJsonText } from "../../show/index.js";
import { githubCommand, xml } from "../report-text.js";
import type { Coverage } from "./coverage.js";
import { shortPath } from "./test-text.js";

export const testFormats = ["text", "json", "junit", "github"] as const;

export type TestFormatName = (typeof testFormats)[number];

/** All that came of a run, for a program. */
export interface TestReport {
  readonly run: TestsRun;
  readonly loaded: LoadedTests;
  readonly coverage: Coverage | null;
  readonly seconds: number;
}

export function formatted(format: Exclude<TestFormatName, "text">, report: TestReport): string {
  switch (format) {
    case "json":
      return `${toJsonText(asData(report))}\n`;
    case "junit":
      return junit(report);
    case "github":
      return github(report);
  }
}

function asData({ run, loaded, coverage, seconds }: TestReport): object {
  const { results, sandbox } = run;
  const count = (state: TestResult["state"]): number =>
    results.filter((result) => result.state === state).length;
  return {
    passed: count("passed"),
    failed: count("failed"),
    broken: count("broken"),
    refused: count("refused"),
    seconds: Math.round(seconds * 1000) / 1000,
    sandbox,
    results: results.map(resultData),
    faults: loaded.faults.map(short),
    refusedFiles: loaded.refused.map(short),
    ...(coverage !== null && { coverage }),
  };
}

function short<Fault extends { readonly file: string }>(fault: Fault): Fault {
  return { ...fault, file: shortPath(fault.file) };
}

function resultData(result: TestResult): object {
  const { test, host, state, why, differences, seen, ms } = result;
  const { name, file, line } = test;
  return {
    name,
    file: shortPath(file),
    line,
    host,
    state,
    ...(why !== undefined && { why }),
    ms: Math.round(ms),
    differences,
    seen,
  };
}

/** What is wrong with a test, in lines. */
function messageOf({ why, differences }: TestResult): string {
  const rows = differences.map(
    ({ field, expected, got }) =>
      `${field}: expected ${toJsonText(expected, 0)}, got ${toJsonText(got ?? null, 0)}`,
  );
  return [...(why === undefined ? [] : [why]), ...rows].join("\n");
}

function junit({ run, loaded, seconds }: TestReport): string {
  const { results } = run;
  const files = [...new Set(results.map(({ test }) => test.file))];
  const suites = files.map((file) => {
    const own = results.filter(({ test }) => test.file === file);
    const of = (...states: readonly string[]): number =>
      own.filter(({ state }) => states.includes(state)).length;
    const counts = `tests="${own.length}" failures="${of("failed")}" errors="${of("broken")}" skipped="${of("refused")}"`;
    return `  <testsuite name="${xml(shortPath(file))}" ${counts}>\n${own.map(junitCase).join("")}  </testsuite>\n`;
  });
  const wrong = [...loaded.faults, ...loaded.refused];
  const faults = wrong.map(
    (fault) =>
      `    <testcase name="${xml(shortPath(fault.file))}" classname="${xml(shortPath(fault.file))}"><error message="${xml(fault.what)}"/></testcase>\n`,
  );
  const unread =
    faults.length === 0
      ? ""
      : `  <testsuite name="files that could not be read" tests="${faults.length}" errors="${faults.length}">\n${faults.join("")}  </testsuite>\n`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="snaphook test" time="${seconds.toFixed(3)}">\n${suites.join("")}${unread}</testsuites>\n`;
}

function junitCase(result: TestResult): string {
  const { test, host, state, ms } = result;
  const name = host === "" ? test.name : `${test.name} [${host}]`;
  const open = `    <testcase name="${xml(name)}" classname="${xml(shortPath(test.file))}" time="${(ms / 1000).toFixed(3)}">`;
  const message = xml(messageOf(result));
  const body = {
    passed: "",
    failed: `<failure message="${message}"/>`,
    broken: `<error message="${message}"/>`,
    refused: `<skipped message="${message}"/>`,
  }[state];
  return `${open}${body}</testcase>\n`;
}

function placed({ file, line }: Pick<TestFault, "file" | "line">): Record<string, string> {
  return { file: shortPath(file), ...(line !== null && { line: String(line) }) };
}

function github({ run, loaded }: TestReport): string {
  const open = run.results.filter(({ state }) => state !== "passed");
  return [
    ...open.map((result) =>
      githubCommand("error", messageOf(result), {
        ...placed(result.test),
        title: `${result.test.name}${result.host === "" ? "" : ` in ${result.host}`}: ${result.state}`,
      }),
    ),
    ...[...loaded.faults, ...loaded.refused].map((fault) =>
      githubCommand("error", fault.what, {
        ...placed(fault),
        title: "snaphook test",
      }),
    ),
  ].join("");
}
