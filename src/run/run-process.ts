import { spawn, type ChildProcess } from "node:child_process";
import type { Stream } from "node:stream";
import { afterSilence, Capture, codeOf, now } from "../io/index.js";
import { DRAIN_MS, endingOf, GRACE_MS, UNKNOWN } from "./endings.js";
import { killTree, terminateGroup } from "./kill-tree.js";
import type { ProcessResult, ProcessSpec, RunEnding } from "./process-spec.js";

/** Whoever prints this much is stopped: nobody will read it. */
const FLOOD_BYTES = 8 * 1024 * 1024;
/** No slot for another process or descriptor just now: worth another try. */
const passing: ReadonlySet<string> = new Set(["EAGAIN", "EMFILE", "ENFILE"]);
const RETRY_MS = 60;
const MOST_TRIES = 5;

export interface RunOptions {
  readonly onStart?: (pid: number) => void;
  /** How a process is started; by default by a fork of this one. */
  readonly start?: (spec: ProcessSpec) => ChildProcess;
}

/** Starts a process, with pipes where nothing else is given. Throws, or gives back a child without a pid, where that fails. */
export function startProcess(
  { file, args, cwd, env }: Pick<ProcessSpec, "file" | "args" | "cwd" | "env">,
  [input, output]: readonly [Stream | "pipe", Stream | "pipe"] = ["pipe", "pipe"],
): ChildProcess {
  return spawn(file, [...args], {
    cwd,
    env: { ...env },
    // A session of its own: a group that can be killed, and no terminal to write to.
    detached: true,
    stdio: [input, output, "pipe"],
    windowsHide: true,
  });
}

/**
 * Runs one process to its end: by itself, at its deadline, or when the signal aborts it. On a deadline or
 * an abort the whole tree dies; children of a hook that answered are left alone. Never rejects: what goes
 * wrong is a result.
 */
export async function runProcess(
  spec: ProcessSpec,
  signal: AbortSignal,
  { onStart, start = startProcess }: RunOptions = {},
): Promise<ProcessResult> {
  const begin = now();
  for (let attempt = 1; ; attempt++) {
    const result = await new ProcessRun(spec, signal, begin, start, onStart).result;
    const retry = lackedRoom(result) && attempt < MOST_TRIES;
    if (!retry || signal.aborted || now() - begin + RETRY_MS > spec.timeoutMs) return result;
    await new Promise((wake) => setTimeout(wake, RETRY_MS * attempt));
  }
}

/** Whether a process was not started because whoever started it could not start any. */
export function lackedRoom({ ending }: ProcessResult): boolean {
  return ending.type === "not-started" && passing.has(ending.error);
}

function hasEnded(child: ChildProcess | null): boolean {
  return child !== null && (child.exitCode !== null || child.signalCode !== null);
}

type StopCause = "timed-out" | "cancelled" | "flooded";

class ProcessRun {
  readonly result: Promise<ProcessResult>;
  private settle!: (result: ProcessResult) => void;
  private readonly stdout: Capture;
  private readonly stderr: Capture;
  private readonly timers = new Set<NodeJS.Timeout>();
  private child: ChildProcess | null = null;
  private stop: StopCause | null = null;
  private settled = false;
  private readonly onAbort = (): void => this.end("cancelled");

  constructor(
    private readonly spec: ProcessSpec,
    private readonly signal: AbortSignal,
    private readonly begin: number,
    start: (spec: ProcessSpec) => ChildProcess,
    onStart: ((pid: number) => void) | undefined,
  ) {
    this.stdout = new Capture(spec.outputBytes);
    this.stderr = new Capture(spec.outputBytes);
    this.result = new Promise((resolve) => {
      this.settle = resolve;
    });
    if (signal.aborted) this.finish({ type: "cancelled" });
    else this.start(start, onStart);
  }

  private start(
    start: (spec: ProcessSpec) => ChildProcess,
    onStart: ((pid: number) => void) | undefined,
  ): void {
    const { spec } = this;
    let child: ChildProcess;
    try {
      child = start(spec);
    } catch (error) {
      this.finish({ type: "not-started", error: codeOf(error) || UNKNOWN });
      return;
    }
    this.child = child;
    child.on("error", (error) => {
      if (child.pid === undefined)
        this.finish({ type: "not-started", error: codeOf(error) || UNKNOWN });
    });
    if (child.pid === undefined) return;
    onStart?.(child.pid);
    this.listen(child);
    this.signal.addEventListener("abort", this.onAbort);
    this.later(spec.timeoutMs - (now() - this.begin), () => this.end("timed-out"));
    // A hook need not read its stdin; a broken pipe is no fault.
    child.stdin?.on("error", () => {});
    child.stdin?.end(spec.stdin);
  }

  private listen(child: ChildProcess): void {
    for (const [stream, capture] of [
      [child.stdout, this.stdout],
      [child.stderr, this.stderr],
    ] as const) {
      stream?.on("error", () => {});
      stream?.on("data", (chunk: Uint8Array) => {
        capture.add(chunk);
        if (capture.printed > FLOOD_BYTES) this.end("flooded");
      });
    }
    child.on("exit", () => {
      if (this.stop === null) this.later(DRAIN_MS, () => this.over());
      else void this.kill();
    });
    child.on("close", () => {
      if (this.stop === null) this.over();
    });
  }

  /** It has ended by itself. */
  private over(): void {
    if (this.spec.takesChildren === true) void this.kill();
    else this.finishAsEnded();
  }

  /** Ends the tree from outside: asked first, killed soon after; who floods is not asked. */
  private end(stop: StopCause): void {
    const pid = this.child?.pid;
    if (this.stop !== null || this.settled || pid === undefined) return;
    // It has ended in time, and its output is being read.
    if (stop === "timed-out" && hasEnded(this.child)) return;
    this.stop = stop;
    if (stop === "flooded") {
      void this.kill();
      return;
    }
    terminateGroup(pid);
    this.later(GRACE_MS, () => void this.kill());
  }

  private async kill(): Promise<void> {
    const pid = this.child?.pid;
    if (this.settled || pid === undefined) return;
    await killTree(pid, this.spec.runId);
    this.finishAsEnded();
  }

  private finishAsEnded(): void {
    if (this.stop === "flooded") this.finish({ type: "signalled", signal: "SIGKILL" });
    else if (this.stop !== null) this.finish({ type: this.stop });
    else this.finish(endingOf(this.child?.exitCode ?? null, this.child?.signalCode ?? null));
  }

  private finish(ending: RunEnding): void {
    if (this.settled) return;
    this.settled = true;
    for (const timer of this.timers) clearTimeout(timer);
    this.signal.removeEventListener("abort", this.onAbort);
    for (const stream of [this.child?.stdin, this.child?.stdout, this.child?.stderr])
      stream?.destroy();
    this.child?.unref();
    this.settle({
      ending,
      stdout: this.stdout.bytes(),
      stderr: this.stderr.bytes(),
      cut: this.stdout.isCut,
      stderrCut: this.stderr.isCut,
      ms: now() - this.begin,
    });
  }

  private later(ms: number, action: () => void): void {
    const timer = afterSilence(Math.max(0, ms), () => {
      this.timers.delete(timer);
      action();
    });
    this.timers.add(timer);
  }
}
