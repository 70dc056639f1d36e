import { spawn, type ChildProcess } from "node:child_process";
import { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { afterSilence } from "../io/index.js";
import { GRACE_MS } from "./endings.js";
import type { Guardian } from "./guardian.js";
import { killTree } from "./kill-tree.js";
import {
  endFromWire,
  fromWire,
  lineReader,
  outbox,
  type FromKeeper,
  type ToKeeper,
} from "./keeper-protocol.js";
import { RUN_ID, type ProcessResult, type ProcessSpec, type RunEnding } from "./process-spec.js";
import { signalTo } from "./signal-to.js";
import type { LineAddress } from "./worker/direct-line.js";
import type { WorkerStop, WorkerCommand, WorkerEnd, WorkerListener } from "./worker/worker-spec.js";

interface PendingRun {
  readonly settle: (result: ProcessResult) => void;
  readonly begin: number;
  pid: number | null;
}

/** So long after its deadline, or after it was to end, a run is the keeper's to end; then the host ends it. */
const OVERDUE_MS = GRACE_MS + 1500;
/** A keeper that is asked whether it is there and says nothing for this long is replaced. */
const SILENCE_MS = 5000;
/** How often a keeper that hooks wait for is woken: one of them may have stopped it. */
const WAKE_MS = 1000;

/** A timer that should wait for longer does not wait at all. */
const LONGEST_MS = 2 ** 31 - 1;

const killed: RunEnding = { type: "signalled", signal: "SIGKILL" };
const silence = { stderr: new Uint8Array(), stderrCut: false };

export function startKeeper(
  main = fileURLToPath(new URL("./keeper-main.js", import.meta.url)),
): ChildProcess {
  return spawn(process.execPath, [main], {
    detached: true,
    stdio: ["pipe", "pipe", "ignore"],
    // What hooks get is said with each of them.
    env: {},
    cwd: "/",
  });
}

/**
 * The host's side of the keeper: started when it is first wanted, replaced when it has died. Hooks can stop it, as they
 * can stop any process of their user: the host has a clock of its own for whatever it waits for.
 */
export class Keeper {
  private child: ChildProcess | null = null;
  private starting: NodeJS.Immediate | null = null;
  private ready = false;
  /** Called when it is ready, or will not be. */
  private readonly waiting: ((isReady: boolean) => void)[] = [];
  /** It was late: it has been asked whether it is there, and gets nothing new to do before it has said so. */
  private doubt: NodeJS.Timeout | null = null;
  private waking: NodeJS.Timeout | null = null;
  private isClosed = false;
  private readonly pending = new Map<string, PendingRun>();
  private readonly served = new Map<string, WorkerListener>();

  private readonly send: (message: ToKeeper) => void = outbox((text) =>
    this.child?.stdin?.write(text),
  );

  constructor(
    /** The variables that every hook gets. */
    private readonly base: () => Readonly<Record<string, string>>,
    /** What the ids of all its runs begin with. */
    private readonly family: string,
    private readonly guardian: Guardian,
    private readonly spawnKeeper = startKeeper,
  ) {}

  /**
   * Where there is none, one is started in the next turn: who asks is about to start a hook in place, and should not wait for
   * this fork as well. Until it is ready, hooks are run in place.
   */
  get isReady(): boolean {
    if (this.child === null && !this.isClosed) this.starting ??= setImmediate(() => this.start());
    return this.ready && this.doubt === null;
  }

  /** Whether it is, once it has started. */
  whenReady(): Promise<boolean> {
    if (this.isReady) return Promise.resolve(true);
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private readyOrNot(isReady: boolean): void {
    this.ready = isReady;
    for (const resolve of this.waiting.splice(0)) resolve(isReady);
  }

  /** A run is about to come. To be woken takes the keeper as long as the host needs to get it ready: an empty line does it. */
  expectRun(): void {
    if (this.ready) this.child?.stdin?.write("\n");
  }

  run(spec: ProcessSpec, signal: AbortSignal): Promise<ProcessResult> {
    const { runId } = spec;
    const overdue = (ms: number, type: "timed-out" | "cancelled"): NodeJS.Timeout =>
      afterSilence(Math.min(ms + OVERDUE_MS, LONGEST_MS), () => void this.overdue(runId, { type }));
    let clock = overdue(spec.timeoutMs, "timed-out");
    const cancel = (): void => {
      this.send({ type: "cancel", runId });
      clearTimeout(clock);
      clock = overdue(0, "cancelled");
    };
    signal.addEventListener("abort", cancel);
    return new Promise<ProcessResult>((resolve) => {
      const settle = (result: ProcessResult): void => {
        clearTimeout(clock);
        signal.removeEventListener("abort", cancel);
        resolve(result);
      };
      if (this.pending.size === 0) this.hold(true);
      this.pending.set(runId, { settle, begin: performance.now(), pid: null });
      this.send({ type: "run", spec });
    });
  }

  /** Starts a worker and has it connected to a line of the host. It ends with the keeper. */
  serve(command: WorkerCommand, line: LineAddress, listener: WorkerListener): void {
    this.served.set(command.runId, listener);
    this.send({ type: "serve", command, line });
  }

  stop(runId: string, how: WorkerStop): void {
    if (!this.served.has(runId)) return;
    this.send({ type: "stop", runId, how });
    afterSilence(OVERDUE_MS, () => void this.notLeft(runId)).unref();
  }

  /** Ends it where nothing runs through it; the next who asks starts another one. */
  replace(): void {
    if (this.child !== null && this.pending.size + this.served.size === 0)
      void this.lost(this.child);
  }

  /** Ends it for good. It ends its hooks, and can no longer say so. */
  close(): void {
    this.isClosed = true;
    if (this.starting !== null) clearImmediate(this.starting);
    this.child?.stdin?.end();
    this.wake();
    this.hold(false);
    this.clearDoubt();
    this.child = null;
    this.readyOrNot(false);
    for (const runId of this.served.keys())
      this.left(runId, { ending: { type: "signalled", signal: "SIGTERM" }, ...silence });
    for (const runId of this.pending.keys()) this.settleAs(runId, { type: "cancelled" });
  }

  private start(): void {
    this.starting = null;
    const child = this.spawnKeeper();
    this.child = child;
    this.ready = false;
    // By a mark of their own, its shells in waiting can be found.
    this.send({ type: "base", env: { ...this.base(), [RUN_ID]: this.spares } });
    if (child.pid !== undefined) this.guardian.watchKeeper(`${child.pid}:${this.family}`);
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
    this.clearDoubt();
    if (message.type === "ready") this.readyOrNot(true);
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

  /** The keeper should have ended a run by now. */
  private async overdue(runId: string, ending: RunEnding): Promise<void> {
    const run = this.pending.get(runId);
    if (run === undefined) return;
    this.suspect();
    await killTree(run.pid, runId);
    this.settleAs(runId, ending);
  }

  /** The same for a worker. */
  private async notLeft(runId: string): Promise<void> {
    if (!this.served.has(runId)) return;
    this.suspect();
    await killTree(null, runId);
    this.left(runId, { ending: killed, ...silence });
  }

  private suspect(): void {
    const { child } = this;
    if (child === null || this.doubt !== null) return;
    this.wake();
    this.send({ type: "ask" });
    this.doubt = afterSilence(SILENCE_MS, () => {
      if (this.doubt !== null) void this.lost(child);
    }).unref();
  }

  private clearDoubt(): void {
    if (this.doubt !== null) clearTimeout(this.doubt);
    this.doubt = null;
  }

  private wake(): void {
    const pid = this.child?.pid;
    if (pid !== undefined) signalTo(pid, "SIGCONT");
  }

  /** The keeper died under its hooks, or cannot be woken: they die too, and each is a hook that was killed. */
  private async lost(child: ChildProcess): Promise<void> {
    if (this.child !== child) return;
    child.kill("SIGKILL");
    this.hold(false);
    this.clearDoubt();
    this.child = null;
    this.readyOrNot(false);
    this.guardian.watchKeeper("");
    const orphans = [...this.pending];
    const workers = [...this.served.keys()];
    await Promise.all([
      ...orphans.map(([runId, { pid }]) => killTree(pid, runId)),
      ...[this.spares, ...workers].map((runId) => killTree(null, runId)),
    ]);
    for (const runId of workers) this.left(runId, { ending: killed, ...silence });
    for (const [runId] of orphans) this.settleAs(runId, killed);
  }

  private get spares(): string {
    return `${this.family}spare`;
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
    if (this.waking !== null) clearInterval(this.waking);
    this.waking = on ? setInterval(() => this.wake(), WAKE_MS).unref() : null;
    if (on) child.ref();
    else child.unref();
    for (const stream of [child.stdin, child.stdout]) {
      if (!(stream instanceof Socket)) continue;
      if (on) stream.ref();
      else stream.unref();
    }
  }
}
