import { resolve } from "node:path";
import type { Hook, Settings } from "../config/index.js";
import type { Dialect, EnvironmentFact } from "../dialects/index.js";
import type { WireRun } from "../interpret/index.js";
import type { Payload } from "../payload/index.js";
import { withoutSecrets, type ProcessResult, type Runner } from "../run/index.js";
import { DEPTH } from "./recursion.js";

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
  readonly dialect: Dialect;
  readonly projectDir: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The environment without what looks like a credential. */
  readonly base: Readonly<Record<string, string>>;
  readonly depth: number;
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
  hooks: readonly Hook[],
  payload: Payload,
  context: RunContext,
): Promise<HookResult[]> {
  const stdin = `${JSON.stringify(payload, bigAsText)}\n`;
  const results: Promise<HookResult>[] = [];
  const running = new Set<Promise<HookResult>>();
  for (const hook of hooks) {
    if (hook.sequential) await Promise.all(running);
    while (running.size >= Math.max(1, context.limits.parallel)) await Promise.race(running);
    // Between two starts the host gets a turn: forks block it.
    if (running.size > 0) await new Promise((turn) => setImmediate(turn));
    const result = runOne(hook, stdin, payload, context);
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
  hook: Hook,
  stdin: string,
  payload: Payload,
  context: RunContext,
): Promise<HookResult> {
  const { onProgress, eventId } = context;
  onProgress?.({ type: "run-start", eventId, hook });
  const { run, ms } = await start(hook, stdin, payload, context);
  onProgress?.({ type: "run-end", eventId, hook, run, ms });
  return { hook, run, ms };
}

async function start(
  hook: Hook,
  stdin: string,
  payload: Payload,
  context: RunContext,
): Promise<{ run: WireRun; ms: number }> {
  const { action, onFailure, merge, timeout } = hook;
  const settings: WireRun = { hook: hook.name, onFailure, merge, timeout };
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
  const result = await context.runner.run(
    {
      file,
      args,
      cwd: hook.cwd === null ? context.projectDir : resolve(context.projectDir, hook.cwd),
      env: environmentOf(hook, payload, context),
      stdin,
      timeoutMs: timeout * 1000,
      outputBytes: context.limits.outputBytes,
    },
    context.signal,
  );
  return { run: { ...settings, ...wireOf(result) }, ms: result.ms };
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

function environmentOf(hook: Hook, payload: Payload, context: RunContext): Record<string, string> {
  const { dialect, base, environment, projectDir } = context;
  const facts: Readonly<Record<EnvironmentFact, string>> = {
    projectDir,
    event: hook.event,
    sessionId: payload.session_id ?? "",
    toolName: payload.tool_name ?? "",
  };
  const passed = hook.passEnv.length === 0 ? base : withoutSecrets(environment, hook.passEnv);
  const names = Object.entries(dialect.environment).map(([name, fact]) => [name, facts[fact]]);
  return {
    ...passed,
    ...(Object.fromEntries(names) as Record<string, string>),
    SNAPHOOK_PROJECT_DIR: projectDir,
    SNAPHOOK_EVENT: hook.event,
    SNAPHOOK_HOOK: hook.name,
    [DEPTH]: String(context.depth + 1),
    ...hook.env,
  };
}
