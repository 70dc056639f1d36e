import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import {
  differences,
  isMatcherCase,
  requirementsOf,
  type AnyCase,
  type CaseDifference,
  type Expectation,
} from "../conform/index.js";
import { createRunner, type ProcessResult, type Runner } from "../run/index.js";
import { readHostAnswer } from "./host-answer.js";
import { openHostCase, type HostCase } from "./host-case.js";

/** What became of a case with a host command. */
type HostResult =
  | { readonly state: "passed" }
  | { readonly state: "differs"; readonly differences: readonly CaseDifference[] }
  | { readonly state: "failed"; readonly code: FailureCode; readonly why: string }
  | { readonly state: "skipped"; readonly why: string };

/** Why there is nothing to compare: the command did not start, ended badly, took too long, printed something else, or ran no hook. */
type FailureCode =
  | "not-started"
  | "exit"
  | "signal"
  | "timed-out"
  | "garbled"
  | "no-hook-run"
  | "not-run";

/** A case, what it follows from, and what became of it. */
export type CheckedCase = HostResult & {
  readonly id: string;
  readonly event: string;
  readonly requirements: readonly string[];
  /** What the case expects and the host did not report. */
  readonly unreported: readonly string[];
};

export interface HostRunOptions {
  /** A line for the shell. */
  readonly command: string;
  readonly cwd: string;
  /** How long one case may take. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number) => void;
}

/** Where the first cases all fail, the command is at fault and the others are not tried. */
const FIRST = 5;
const OUTPUT_BYTES = 4 * 1024 * 1024;

/** Starts the command once for each case, several at a time, each with folders of its own that are removed afterwards. */
export async function runCases(
  cases: readonly AnyCase[],
  options: HostRunOptions,
): Promise<readonly CheckedCase[]> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "snaphook-conform-")));
  const base = Object.fromEntries(Object.entries(process.env)) as Record<string, string>;
  const runner = createRunner({ keeper: false, base });
  const checked: CheckedCase[] = [];
  let next = 0;
  const runNext = async (): Promise<CheckedCase> => {
    const index = next++;
    const example = cases[index] as AnyCase;
    const result = await runCase(example, join(root, String(index)), runner, options);
    checked[index] = result;
    options.onProgress(checked.filter(Boolean).length);
    return result;
  };
  const isOver = (): boolean => next >= cases.length || options.signal.aborted;
  const work = async (): Promise<void> => {
    while (!isOver()) await runNext();
  };
  try {
    // One by one until there is an answer: a command that does not work is reported before it was started a thousand times.
    for (let failures = 0, state = ""; state !== "passed" && state !== "differs" && !isOver();) {
      ({ state } = await runNext());
      if (state === "failed" && ++failures === FIRST)
        return [...checked, ...cases.slice(next).map((example) => notTried(example))];
    }
    const workers = Math.min(cases.length - next, availableParallelism());
    await Promise.all(Array.from({ length: workers }, work));
  } finally {
    runner.close();
    rmSync(root, { recursive: true, force: true });
  }
  return checked;
}

function notTried(example: AnyCase): CheckedCase {
  const why = `not tried: the first ${FIRST} cases all failed`;
  return about(example, { state: "failed", code: "not-run", why });
}

function about(
  example: AnyCase,
  result: HostResult,
  unreported: readonly string[] = [],
): CheckedCase {
  const { id, event } = example;
  return { id, event, requirements: requirementsOf(example), ...result, unreported };
}

async function runCase(
  example: AnyCase,
  folder: string,
  runner: Runner,
  { command, cwd, timeoutMs, signal }: HostRunOptions,
): Promise<CheckedCase> {
  try {
    const opened = openHostCase(example, folder);
    if (typeof opened === "string") return about(example, { state: "skipped", why: opened });
    const result = await runner.run(
      {
        file: "/bin/sh",
        args: ["-c", command],
        cwd,
        env: {},
        stdin: `${JSON.stringify(opened.request)}\n`,
        timeoutMs,
        outputBytes: OUTPUT_BYTES,
        takesChildren: true,
      },
      signal,
    );
    return judged(example, opened, result, timeoutMs);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function judged(
  example: AnyCase,
  { hooks }: HostCase,
  run: ProcessResult,
  timeoutMs: number,
): CheckedCase {
  const failure = failureOf(run, timeoutMs);
  if (failure !== null) return about(example, failure);
  const answer = run.cut
    ? `it printed more than ${OUTPUT_BYTES} bytes`
    : readHostAnswer(new TextDecoder().decode(run.stdout));
  if (typeof answer === "string")
    return about(example, { state: "failed", code: "garbled", why: answer + said(run) });
  if ("skip" in answer) return about(example, { state: "skipped", why: answer.skip });
  if (isMatcherCase(example)) {
    const [expected, actual] = [example.expected.matches, hooks.wasStarted(0)];
    const difference = { key: "matches", expected, actual };
    return about(
      example,
      expected === actual ? { state: "passed" } : { state: "differs", differences: [difference] },
    );
  }
  const { runs, expect } = example;
  const programs = runs.flatMap(({ json, spawnError }, index) =>
    json === undefined && spawnError === undefined ? [index] : [],
  );
  if (programs.length > 0 && programs.every((index) => !hooks.wasStarted(index)))
    return about(example, {
      state: "failed",
      code: "no-hook-run",
      why: "it answered, but no hook of the case was started",
    });
  const found = differences(expect, (key) => answer[key]);
  const unreported = Object.keys(expect).filter(
    (key) => answer[key as keyof Expectation] === undefined,
  );
  return about(
    example,
    found.length === 0 ? { state: "passed" } : { state: "differs", differences: found },
    unreported,
  );
}

function failureOf(run: ProcessResult, timeoutMs: number): HostResult | null {
  const { ending } = run;
  const failed = (code: FailureCode, why: string): HostResult => ({
    state: "failed",
    code,
    why: why + said(run),
  });
  switch (ending.type) {
    case "exited":
      return ending.code === 0
        ? null
        : failed("exit", `the command ended with exit code ${ending.code}`);
    case "signalled":
      return failed("signal", `the command was killed by ${ending.signal}`);
    case "timed-out":
      return failed("timed-out", `the command gave no answer within ${timeoutMs / 1000} s`);
    case "not-started":
      return failed("not-started", `the command could not be started: ${ending.error}`);
    default:
      return failed("not-run", "interrupted");
  }
}

/** The end of what it printed on stderr, without the frames of a stack. */
function said({ stderr }: ProcessResult): string {
  const lines = new TextDecoder()
    .decode(stderr)
    .split("\n")
    .filter((line) => line.trim() !== "" && !/^\s+at |^Node\.js v/.test(line));
  const text = lines.slice(-3).join("\n").slice(-500);
  return text === "" ? "" : `; its stderr ends with: ${text}`;
}
