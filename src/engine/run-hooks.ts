import { resolve } from "node:path";
import type { Hook, HookAction, Settings } from "../config/index.js";
import type { Dialect } from "../dialects/index.js";
import type { WireRun } from "../interpret/index.js";
import type { Payload } from "../payload/index.js";
import type { ProcessResult, Runner } from "../run/index.js";
import { ownEnvironment } from "./environment.js";
import type { Hearing } from "./hearing.js";
import type { ProjectTrust } from "./project-trust.js";

/** A hook has started, or has ended. */
export type Progress =
  | { readonly type: "run-start"; readonly eventId: string; readonly hook: Hook }
  | {
      readonly type: "run-end";
      readonly eventId: string;
      readonly hook: Hook;
      readonly run: WireRun;
      readonly ms: number;
    };

export interface RunContext {
  readonly runner: Runner;
  readonly project: ProjectTrust;
  readonly dialect: Dialect;
  readonly projectDir: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What every hook gets without being told again. */
  readonly shared: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly eventId: string;
  readonly limits: Settings["limits"];
  readonly onProgress?: (progress: Progress) => void;
}

export interface HookResult {
  readonly hook: Hook;
  readonly run: WireRun;
  readonly ms: number;
}

/**
 * Runs hooks, several at a time up to the limit; one that is `sequential` waits for all before it, and
 * those behind it wait for it. Results stand in configuration order, whenever each finished.
 */
export async function runAll(
  hearings: readonly Hearing[],
  payload: Payload,
  context: RunContext,
): Promise<HookResult[]> {
  const stdin = `${JSON.stringify(payload, bigAsText)}\n`;
  const results: Promise<HookResult>[] = [];
  const running = new Set<Promise<HookResult>>();
  for (const hearing of hearings) {
    const { hook } = hearing;
    if (hook.sequential) await Promise.all(running);
    while (running.size >= Math.max(1, context.limits.parallel)) await Promise.race(running);
    // Between two forks the host gets a turn: they block it.
    if (running.size > 0 && !context.runner.usesKeeper)
      await new Promise((turn) => setImmediate(turn));
    const result = runOne(hearing, stdin, payload, context);
    const tracked = result.finally(() => running.delete(tracked));
    running.add(tracked);
    results.push(result);
    if (hook.sequential) await result;
  }
  return Promise.all(results);
}

function bigAsText(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? value.toString() : value;
}

async function runOne(
  hearing: Hearing,
  stdin: string,
  payload: Payload,
  context: RunContext,
): Promise<HookResult> {
  const { onProgress, eventId } = context;
  const { hook } = hearing;
  onProgress?.({ type: "run-start", eventId, hook });
  const { run, ms } = await start(hearing, stdin, payload, context);
  onProgress?.({ type: "run-end", eventId, hook, run, ms });
  return { hook, run, ms };
}

async function start(
  { hook, trust }: Hearing,
  stdin: string,
  payload: Payload,
  context: RunContext,
): Promise<{ run: WireRun; ms: number }> {
  const { onFailure, merge, timeout } = hook;
  const settings: WireRun = { hook: hook.name, onFailure, merge, timeout };
  let action: HookAction;
  try {
    action = trust === undefined ? hook.action : context.project.startOf(trust);
  } catch (error) {
    // No room for the private copy, say: what cannot be started as approved is not started.
    return {
      run: { ...settings, spawnError: String((error as NodeJS.ErrnoException).code) },
      ms: 0,
    };
  }
  if (action.type === "json") {
    const run = context.signal.aborted
      ? { ...settings, cancelled: true }
      : { ...settings, json: action.json, exit: action.exitcode };
    return { run, ms: 0 };
  }
  const [file, args] =
    action.form === "shell"
      ? [action.shell, ["-c", action.command]]
      : [action.command, action.args];
  const settlesInMs = trust === undefined ? 0 : context.project.settlesInMs(trust);
  if (settlesInMs > 0) await new Promise((settled) => setTimeout(settled, settlesInMs));
  const result = await context.runner.run(
    {
      file,
      args,
      cwd: hook.cwd === null ? context.projectDir : resolve(context.projectDir, hook.cwd),
      env: ownEnvironment(hook, payload, context),
      stdin,
      timeoutMs: timeout * 1000,
      outputBytes: context.limits.outputBytes,
    },
    context.signal,
  );
  const changed = trust === undefined ? null : context.project.changedSince(trust);
  const wire = wireOf(result);
  return { run: { ...settings, ...wire, ...(changed !== null && { changed }) }, ms: result.ms };
}

function wireOf(result: ProcessResult): WireRun {
  const { exit, signal, timedOut, spawnError, cancelled, stdout, stderr, cut, stderrCut } = result;
  return {
    ...(exit !== undefined && { exit }),
    ...(signal !== undefined && { signal }),
    ...(timedOut !== undefined && { timedOut }),
    ...(spawnError !== undefined && { spawnError }),
    ...(cancelled !== undefined && { cancelled }),
    stdout,
    stderr,
    ...(cut && { cut }),
    ...(stderrCut && { stderrCut }),
  };
}
