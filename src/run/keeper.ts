import { spawn, type ChildProcess } from "node:child_process";
import { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { killTree } from "./kill-tree.js";
import { fromWire, lineReader, outbox, type FromKeeper, type ToKeeper } from "./keeper-protocol.js";
import type { ProcessResult, ProcessSpec } from "./process-spec.js";

interface Pending {
  readonly settle: (result: ProcessResult) => void;
  readonly begin: number;
  pid: number | null;
}

/** Variables that a keeper needs and a host may have set for itself only. */
const inherited = ["PATH", "HOME", "TMPDIR", "SystemRoot"];

/** The host's side of the keeper: started when it is first wanted, replaced when it has died. */
export class Keeper {
  private child: ChildProcess | null = null;
  private ready = false;
  private readonly pending = new Map<string, Pending>();

  private readonly tell: (message: ToKeeper) => void = outbox((text) =>
    this.child?.stdin?.write(text),
  );

  constructor(
    /** The variables that every hook gets. */
    private readonly base: Readonly<Record<string, string>>,
    private readonly main = fileURLToPath(new URL("./keeper-main.js", import.meta.url)),
  ) {}

  /** Starts it where there is none. Until it is ready, hooks are run in place. */
  get isReady(): boolean {
    if (this.child === null) this.start();
    return this.ready;
  }

  run(spec: ProcessSpec, signal: AbortSignal): Promise<ProcessResult> {
    const cancel = (): void => this.tell({ type: "cancel", runId: spec.runId });
    signal.addEventListener("abort", cancel, { once: true });
    return new Promise<ProcessResult>((resolve) => {
      const settle = (result: ProcessResult): void => {
        signal.removeEventListener("abort", cancel);
        resolve(result);
      };
      if (this.pending.size === 0) this.hold(true);
      this.pending.set(spec.runId, { settle, begin: performance.now(), pid: null });
      this.tell({ type: "run", spec });
      if (signal.aborted) cancel();
    });
  }

  close(): void {
    this.child?.stdin?.end();
    this.child = null;
    this.ready = false;
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
    this.tell({ type: "base", env: this.base });
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
    } else this.settle(message.runId, fromWire(message.result));
  }

  /** The keeper died under its hooks: they die too, and each is a hook that was killed. */
  private async lost(child: ChildProcess): Promise<void> {
    if (this.child !== child) return;
    this.child = null;
    this.ready = false;
    const orphans = [...this.pending];
    await Promise.all(orphans.map(([runId, { pid }]) => killTree(pid, runId)));
    for (const [runId, { begin }] of orphans) {
      const nothing = new Uint8Array();
      const ms = performance.now() - begin;
      this.settle(runId, {
        signal: "SIGKILL",
        stdout: nothing,
        stderr: nothing,
        cut: false,
        stderrCut: false,
        ms,
      });
    }
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
