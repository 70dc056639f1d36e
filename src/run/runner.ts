import { Guardian } from "./guardian.js";
import { Keeper } from "./keeper.js";
import { RUN_ID, type ProcessResult, type ProcessSpec } from "./process-spec.js";
import { runProcess } from "./run-process.js";

/** Runs processes for hooks. Whatever happens to the host, no hook outlives it. */
export interface Runner {
  run(spec: Omit<ProcessSpec, "runId">, signal: AbortSignal): Promise<ProcessResult>;
  /** Whether hooks run through the keeper by now. */
  readonly usesKeeper: boolean;
  close(): void;
}

export interface RunnerOptions {
  /** A long-lived host runs its hooks through a keeper; a one-shot command in place. */
  readonly keeper: boolean;
  /** The variables that every hook gets, beside its own. */
  readonly base: Readonly<Record<string, string>>;
}

export function createRunner({ keeper: wanted, base }: RunnerOptions): Runner {
  const guardian = new Guardian();
  const keeper = wanted ? new Keeper(base) : null;
  let count = 0;
  const family = crypto.randomUUID().replaceAll("-", "");

  async function inPlace(given: ProcessSpec, signal: AbortSignal): Promise<ProcessResult> {
    const spec = { ...given, env: { ...base, ...given.env } };
    const entries = [spec.runId];
    guardian.watch(spec.runId);
    const result = await runProcess(spec, signal, {
      onStart(pid) {
        entries.push(`${spec.runId}:${pid}`);
        guardian.watch(`${spec.runId}:${pid}`);
      },
    });
    for (const entry of entries) guardian.release(entry);
    return result;
  }

  return {
    run(given, signal) {
      const runId = `${family}${count++}`;
      const spec = { ...given, runId, env: { ...given.env, [RUN_ID]: runId } };
      return keeper?.isReady === true ? keeper.run(spec, signal) : inPlace(spec, signal);
    },
    get usesKeeper() {
      return keeper?.isReady === true;
    },
    close() {
      guardian.close();
      keeper?.close();
    },
  };
}
