import type { WireRun } from "../interpret/index.js";
import type { Fault } from "./faults.js";

/** A run with all that it printed. */
export interface PrintedRun extends WireRun {
  readonly stdout: string;
  readonly stderr: string;
}

/** One form of a fault, as the host would get the run. */
export interface FaultyRun {
  readonly run: PrintedRun;
  /** What was done, where a fault has several forms. */
  readonly detail?: string;
  /** The guard's denial, or what is left of it, is in the run. */
  readonly hasAnswer: boolean;
}

const signals = ["SIGKILL", "SIGTERM", "SIGSEGV", "SIGABRT", "SIGPIPE", "SIGINT", "SIGHUP"];
const codes = [1, 134, 255];
const NOISE = "debug: settings loaded\n";

/** The faults that act on what a host gets of a run. Nothing is started. */
export const recordFaults: Readonly<
  Partial<Record<Fault, (run: PrintedRun) => readonly FaultyRun[]>>
> = {
  "crash-before-answer": (run) =>
    codes.map((code) => silent(run, { exit: code }, `exit code ${code}`)),
  "crash-after-answer": (run) =>
    codes.map((code) => kept(run, { exit: code }, `exit code ${code}`)),
  signal: (run) =>
    signals.flatMap((signal) => [
      silent(run, { signal }, `${signal} before its answer`),
      kept(run, { signal }, `${signal} after its answer`),
    ]),
  deadline: (run) => [kept(run, { timedOut: true })],
  "slow-start": (run) => [silent(run, { timedOut: true })],
  "not-started": (run) =>
    ["ENOENT", "EACCES", "EAGAIN", "ENOMEM"].map((spawnError) =>
      silent(run, { spawnError }, spawnError),
    ),
  "garbage-before": (run) => [printing(run, `${NOISE}${run.stdout}`)],
  "garbage-after": (run) => [printing(run, `${run.stdout.trimEnd()}\n${NOISE}`)],
  "truncated-answer": (run) =>
    [0.5, 0.9].map((part) =>
      printing(run, run.stdout.trimEnd().slice(0, run.stdout.length * part)),
    ),
};

type Ending = Pick<WireRun, "exit" | "signal" | "timedOut" | "spawnError">;

/** What stays the same, however it ends. */
function settings({ exit: _exit, signal: _signal, ...rest }: PrintedRun): PrintedRun {
  return rest;
}

function silent(run: PrintedRun, ending: Ending, detail?: string): FaultyRun {
  const ended = { ...settings(run), ...ending, stdout: "", stderr: "" };
  return { run: ended, hasAnswer: false, ...(detail !== undefined && { detail }) };
}

function kept(run: PrintedRun, ending: Ending, detail?: string): FaultyRun {
  const ended = { ...settings(run), ...ending };
  return { run: ended, hasAnswer: true, ...(detail !== undefined && { detail }) };
}

function printing(run: PrintedRun, stdout: string): FaultyRun {
  return { run: { ...run, stdout }, hasAnswer: true };
}
