import { Guardian } from "./guardian.js";
import { Keeper } from "./keeper.js";
import { RUN_ID, type ProcessResult, type ProcessSpec } from "./process-spec.js";
import { lackedRoom, runProcess } from "./run-process.js";
import { createWorkers, type Workers } from "./worker/index.js";

/** Runs processes for hooks. Whatever happens to the host, no hook outlives it. */
export interface Runner {
  run(spec: Omit<ProcessSpec, "runId">, signal: AbortSignal): Promise<ProcessResult>;
  /** Whether hooks run through the keeper by now. */
  readonly usesKeeper: boolean;
  /** Starts what hooks are started with, where there is any, so that the first of them need not wait for it. Whether it is there then. */
  prepare(): Promise<boolean>;
  /** A hook that is a process is about to be run. */
  expectRun(): void;
  /** Processes that live on between events. They share the keeper with the others. */
  readonly workers: Workers;
  close(): void;
}

type Variables = Readonly<Record<string, string>>;

export interface RunnerOptions {
  /** A long-lived host runs its hooks through a keeper; a one-shot command in place. */
  readonly keeper: boolean;
  /** The variables that every hook gets in addition to its own; a function is called when they are needed. */
  readonly base: Variables | (() => Variables);
  /**
   * In place: how long a hook may run before someone watches over it. Starting the watcher takes as long as a short
   * hook; who waits with it must end the hook itself on every signal that can be caught. By default it is watched
   * before it starts.
   */
  readonly guardAfterMs?: number | undefined;
  /** What a worker prints in addition to its answers. */
  readonly onWorkerLog?: (key: string, text: string) => void;
}

export function createRunner(options: RunnerOptions): Runner {
  const { keeper: wanted, base: variables, guardAfterMs = 0, onWorkerLog } = options;
  const base = typeof variables === "function" ? variables : () => variables;
  // Not from node:crypto: loading that takes longer than a hook.
  const family = `${process.pid.toString(36)}${process.hrtime.bigint().toString(36)}${Math.random().toString(36).slice(2)}`;
  let count = 0;
  const newRunId = (): string => `${family}${count++}`;
  const guardian = new Guardian();
  const keeper = wanted ? new Keeper(base, family, guardian) : null;
  const workers = createWorkers({
    keeper,
    guardian,
    base,
    newRunId,
    onLog: (key, text) => onWorkerLog?.(key, text),
    // It kills whatever is left: not before workers had their time to end.
    onEmpty: () => guardian.close(),
  });
  let isClosed = false;

  async function inPlace(given: ProcessSpec, signal: AbortSignal): Promise<ProcessResult> {
    const spec = { ...given, env: { ...base(), ...given.env } };
    const entries = [spec.runId];
    let isGuarded = guardAfterMs === 0;
    const guard = (): void => {
      // A watcher that starts after the close would never end.
      if (isClosed) return;
      isGuarded = true;
      for (const entry of entries) guardian.watch(entry);
    };
    const timer = isGuarded ? undefined : setTimeout(guard, guardAfterMs);
    if (isGuarded) guard();
    const result = await runProcess(spec, signal, {
      onStart(pid) {
        entries.push(`${spec.runId}:${pid}`);
        if (isGuarded) guardian.watch(`${spec.runId}:${pid}`);
      },
    });
    clearTimeout(timer);
    if (isGuarded) for (const entry of entries) guardian.release(entry);
    return result;
  }

  /** A keeper that cannot start anything, because of limits that somebody gave to it, is no reason to lose an answer. */
  async function throughKeeper(
    through: Keeper,
    spec: ProcessSpec,
    signal: AbortSignal,
  ): Promise<ProcessResult> {
    const result = await through.run(spec, signal);
    if (!lackedRoom(result) || isClosed) return result;
    through.replace();
    return inPlace({ ...spec, timeoutMs: Math.max(1, spec.timeoutMs - result.ms) }, signal);
  }

  return {
    run(given, signal) {
      const runId = newRunId();
      const spec = { ...given, runId, env: { ...given.env, [RUN_ID]: runId } };
      // Nothing is started any more, here or in the keeper: whoever was about to gets a run that was cancelled.
      if (isClosed || signal.aborted) return runProcess(spec, AbortSignal.abort());
      return keeper?.isReady === true ? throughKeeper(keeper, spec, signal) : inPlace(spec, signal);
    },
    get usesKeeper() {
      return keeper?.isReady === true;
    },
    async prepare() {
      return !isClosed && (await keeper?.whenReady()) === true;
    },
    expectRun() {
      keeper?.expectRun();
    },
    workers,
    close() {
      isClosed = true;
      workers.close();
      keeper?.close();
    },
  };
}
