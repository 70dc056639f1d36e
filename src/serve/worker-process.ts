import { fork, type ChildProcess } from "node:child_process";
import type { CommandAnswer } from "./answer.js";
import type { Call, FromWorker, ToWorker } from "./call.js";
import type { CallListener, Worker } from "./run-call.js";

/** How workers are started. */
export interface WorkerStart {
  readonly main: string;
  readonly env: Readonly<Record<string, string>>;
}

const LOOK_MS = 2000;
/** Its hooks die with it: someone watches over them. */
const MOST_SILENT = 5;

/** Another process that answers calls, as its server sees it. */
export class WorkerProcess implements Worker {
  isStarting = true;
  private listener: CallListener | null = null;
  private isWorking = false;
  private hasEnded = false;
  private resting: NodeJS.Timeout | undefined;
  private watch: NodeJS.Timeout | undefined;
  /** Looks in a row at which it had given no sign. */
  private silent = 0;
  private readonly process: ChildProcess;

  constructor(
    { main, env }: WorkerStart,
    private readonly on: { readonly onFree: () => void; readonly onEnd: () => void },
  ) {
    this.process = fork(main, ["serve", "worker"], {
      env: { ...env },
      cwd: "/",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      execArgv: [],
      serialization: "advanced",
    });
    this.process.on("message", (message: FromWorker) => this.receive(message));
    this.process.on("error", () => this.ended());
    this.process.on("exit", () => this.ended());
  }

  get isFree(): boolean {
    return !this.isStarting && !this.isWorking && !this.hasEnded;
  }

  get isBusy(): boolean {
    return this.isWorking && !this.hasEnded;
  }

  call(call: Call, listener: CallListener): () => void {
    clearTimeout(this.resting);
    this.isWorking = true;
    this.listener = listener;
    this.silent = 0;
    this.watch = setInterval(() => this.look(), LOOK_MS);
    this.send({ type: "call", call });
    return () => {
      if (this.listener !== listener) return;
      this.listener = null;
      this.send({ type: "abort" });
    };
  }

  /** Ends after a while without work. */
  rest(ms: number): void {
    this.resting = setTimeout(() => this.end(), ms).unref();
  }

  /** It leaves when the line is closed; one that somebody has stopped cannot. */
  end(): void {
    this.hasEnded = true;
    if (this.process.connected) this.process.disconnect();
    this.watch ??= setInterval(() => this.look(), LOOK_MS);
  }

  /** Counted, not timed: who was stopped together with it must not take that for its fault. */
  private look(): void {
    if (++this.silent > MOST_SILENT) this.process.kill("SIGKILL");
  }

  private send(message: ToWorker): void {
    // The line may be gone already; then so is the worker, and its end is the next event.
    if (this.process.connected) this.process.send(message, () => {});
  }

  private receive(message: FromWorker): void {
    this.silent = 0;
    switch (message.type) {
      case "ready":
        this.isStarting = false;
        break;
      case "beat":
        this.listener?.onBeat();
        break;
      case "answer":
        this.settle(message.answer);
        break;
      case "failed":
        this.settle(null);
        break;
      case "free":
        this.settle(null);
        this.isWorking = false;
        this.unwatch();
        this.on.onFree();
    }
  }

  private settle(answer: CommandAnswer | null): void {
    const { listener } = this;
    this.listener = null;
    listener?.onAnswer(answer);
  }

  private unwatch(): void {
    clearInterval(this.watch);
    this.watch = undefined;
  }

  private ended(): void {
    this.hasEnded = true;
    this.unwatch();
    this.isStarting = false;
    this.isWorking = false;
    this.settle(null);
    this.on.onEnd();
  }
}
