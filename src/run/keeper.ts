import { spawn, type ChildProcess } from "node:child_process";
import { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { killTree } from "./kill-tree.js";
import {
  endFromWire,
  fromWire,
  lineReader,
  outbox,
  type FromKeeper,
  type ToKeeper,
} from "./keeper-protocol.js";
import type { ProcessResult, ProcessSpec, RunEnding } from "./process-spec.js";
import type { LineAddress } from "./worker/direct-line.js";
import type { WorkerStop, WorkerCommand, WorkerEnd, WorkerListener } from "./worker/worker-spec.js";

interface PendingRun {
  readonly settle: (result: ProcessResult) => void;
  readonly begin: number;
  pid: number | null;
}

const killed: RunEnding = { type: "signalled", signal: "SIGKILL" };
const silence = { stderr: new Uint8Array(), stderrCut: false };

/** Variables that a keeper needs and a host may have set for itself only. */
const inherited = ["PATH", "HOME", "TMPDIR", "SystemRoot"];

/** The host's side of the keeper: started when it is first wanted, replaced when it has died. */
export class Keeper {
  private child: ChildProcess | null = null;
  private ready = false;
  private isClosed = false;
  private readonly pending = new Map<string, PendingRun>();
  private readonly served = new Map<string, WorkerListener>();

  private readonly send: (message: ToKeeper) => void = outbox((text) =>
    this.child?.stdin?.write(text),
  );

  constructor(
    /** The variables that every hook gets. */
    private readonly base: Readonly<Record<string, string>>,
    private readonly main = fileURLToPath(new URL("./keeper-main.js", import.meta.url)),
  ) {}

  /** Starts it where there is none. Until it is ready, hooks are run in place. */
  get isReady(): boolean {
    if (this.child === null && !this.isClosed) this.start();
    return this.ready;
  }

  run(spec: ProcessSpec, signal: AbortSignal): Promise<ProcessResult> {
    const cancel = (): void => this.send({ type: "cancel", runId: spec.runId });
    signal.addEventListener("abort", cancel, { once: true });
    return new Promise<ProcessResult>((resolve) => {
      const settle = (result: ProcessResult): void => {
        signal.removeEventListener("abort", cancel);
        resolve(result);
      };
      if (this.pending.size === 0) this.hold(true);
      this.pending.set(spec.runId, { settle, begin: performance.now(), pid: null });
      this.send({ type: "run", spec });
    });
  }

  /** Starts a worker and has it connected to a line of the host. It ends with the keeper. */
  serve(command: WorkerCommand, line: LineAddress, listener: WorkerListener): void {
    this.served.set(command.runId, listener);
    this.send({ type: "serve", command, line });
  }

  stop(runId: string, how: WorkerStop): void {
    if (this.served.has(runId)) this.send({ type: "stop", runId, how });
  }

  /** Ends it for good. It ends its hooks, and can no longer say so. */
  close(): void {
    this.isClosed = true;
    this.child?.stdin?.end();
    this.hold(false);
    this.child = null;
    this.ready = false;
    for (const runId of this.served.keys())
      this.left(runId, { ending: { type: "signalled", signal: "SIGTERM" }, ...silence });
    for (const runId of this.pending.keys()) this.settleAs(runId, { type: "cancelled" });
  }

  private start(): void {
    const env = Object.fromEntries(
      inherited.flatMap((name) =>
        process.env[name] === undefined ? [] : [[name, process.env[name]]],
      ),
    );
    const child = spawn(process.execPath, [this.main], {
      detached: true,
      stdio: ["pipe", "pipe", "ignore"],
      env,
      cwd: "/",
    });
    this.child = child;
    this.ready = false;
    this.send({ type: "base", env: this.base });
    const read = lineReader((message) => this.take(message as FromKeeper, child));
    child.stdout?.setEncoding("utf8");
    child.stdout?.on("data", (chunk: string) => read(chunk));
    child.stdin?.on("error", () => {});
    child.stdout?.on("error", () => {});
    child.on("error", () => void this.lost(child));
    child.on("exit", () => void this.lost(child));
    this.hold(false);
  }

  private take(message: FromKeeper, child: ChildProcess): void {
    if (this.child !== child) return;
    if (message.type === "ready") this.ready = true;
    else if (message.type === "started") {
      const run = this.pending.get(message.runId);
      if (run !== undefined) run.pid = message.pid;
    } else if (message.type === "ended") this.settle(message.runId, fromWire(message.result));
    else if (message.type === "said") this.served.get(message.runId)?.onLog(message.text);
    else this.left(message.runId, endFromWire(message.end));
  }

  private left(runId: string, end: WorkerEnd): void {
    const listener = this.served.get(runId);
    this.served.delete(runId);
    listener?.onEnd(end);
  }

  /** The keeper died under its hooks: they die too, and each is a hook that was killed. */
  private async lost(child: ChildProcess): Promise<void> {
    if (this.child !== child) return;
    this.child = null;
    this.ready = false;
    const orphans = [...this.pending];
    const workers = [...this.served.keys()];
    await Promise.all([
      ...orphans.map(([runId, { pid }]) => killTree(pid, runId)),
      ...workers.map((runId) => killTree(null, runId)),
    ]);
    for (const runId of workers) this.left(runId, { ending: killed, ...silence });
    for (const [runId] of orphans) this.settleAs(runId, killed);
  }

  /** Of a hook from which nothing more will come. */
  private settleAs(runId: string, ending: RunEnding): void {
    const ms = performance.now() - (this.pending.get(runId)?.begin ?? 0);
    this.settle(runId, { ending, ...silence, stdout: new Uint8Array(), cut: false, ms });
  }

  private settle(runId: string, result: ProcessResult): void {
    const run = this.pending.get(runId);
    this.pending.delete(runId);
    if (this.pending.size === 0) this.hold(false);
    run?.settle(result);
  }

  /** Keeps the host alive while hooks run, and not otherwise. */
  private hold(on: boolean): void {
    const { child } = this;
    if (child === null) return;
    if (on) child.ref();
    else child.unref();
    for (const stream of [child.stdin, child.stdout]) {
      if (!(stream instanceof Socket)) continue;
      if (on) stream.ref();
      else stream.unref();
    }
  }
}
