import type { ChildProcess } from "node:child_process";
import { Socket } from "node:net";
import { codeOf, now } from "../../io/index.js";
import type { Guardian } from "../guardian.js";
import { DRAIN_MS, endingOf, GRACE_MS, UNKNOWN } from "../endings.js";
import { killTree, terminateGroup } from "../kill-tree.js";
import type { RunEnding } from "../process-spec.js";
import { startProcess } from "../run-process.js";
import type { Line } from "./direct-line.js";
import { StderrLog } from "./stderr-log.js";
import type { WorkerStop, WorkerCommand, WorkerListener } from "./worker-spec.js";

/**
 * A worker's process, in the host or in the keeper: started, listened to on stderr, and ended with its whole
 * tree. Whatever happens to whoever started it, the guardian takes it down.
 */
export class WorkerProcess {
  readonly child: ChildProcess | null;
  private readonly entries: string[];
  private readonly stderr: StderrLog;
  private ended = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly command: WorkerCommand,
    /** What it talks through; pipes of its own where there is none. */
    line: Line | null,
    private readonly listener: WorkerListener,
    private readonly guardian: Guardian,
    private readonly startChild = startProcess,
  ) {
    this.stderr = new StderrLog((text) => listener.onLog(text));
    this.entries = [command.runId];
    guardian.watch(command.runId);
    this.child = this.start(line);
  }

  stop(how: WorkerStop): void {
    const pid = this.child?.pid;
    if (this.ended || pid === undefined) return;
    if (how === "kill") {
      void killTree(pid, this.command.runId);
      return;
    }
    terminateGroup(pid);
    this.timer ??= setTimeout(() => void killTree(pid, this.command.runId), GRACE_MS);
  }

  private start(line: Line | null): ChildProcess | null {
    let child: ChildProcess;
    try {
      child = this.startChild(this.command, [line?.input ?? "pipe", line?.output ?? "pipe"]);
    } catch (error) {
      queueMicrotask(() => this.end({ type: "not-started", error: codeOf(error) || UNKNOWN }));
      return null;
    }
    child.on("error", (error) => {
      if (child.pid === undefined)
        this.end({ type: "not-started", error: codeOf(error) || UNKNOWN });
    });
    if (child.pid === undefined) return child;
    this.entries.push(`${this.command.runId}:${child.pid}`);
    this.guardian.watch(`${this.command.runId}:${child.pid}`);
    child.stderr?.on("data", (chunk: Buffer) => this.stderr.add(chunk, now()));
    for (const stream of [child.stdin, child.stdout, child.stderr]) {
      stream?.on("error", () => {});
      if (stream instanceof Socket) stream.unref();
    }
    child.unref();
    child.on("exit", (code, signal) => {
      void this.bury(child, endingOf(code, signal));
    });
    return child;
  }

  /** What it started dies with it: nobody would be left to answer to. */
  private async bury(child: ChildProcess, ending: RunEnding): Promise<void> {
    clearTimeout(this.timer);
    const silent = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, DRAIN_MS);
      child.once("close", () => {
        clearTimeout(timer);
        resolve();
      });
    });
    if (child.pid !== undefined) await killTree(child.pid, this.command.runId);
    await silent;
    child.stderr?.destroy();
    this.end(ending);
  }

  private end(ending: RunEnding): void {
    if (this.ended) return;
    this.ended = true;
    for (const entry of this.entries) this.guardian.release(entry);
    this.listener.onEnd({ ending, ...this.stderr.end() });
  }
}
