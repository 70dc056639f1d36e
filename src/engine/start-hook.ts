import { resolve } from "node:path";
import type { HookAction, Settings } from "../config/index.js";
import type { Dialect } from "../dialects/index.js";
import type { WireRun } from "../interpret/index.js";
import type { Payload } from "../payload/index.js";
import {
  functionContext,
  moduleProgram,
  type FunctionRunner,
  type HttpRunner,
  type ProcessResult,
  type Runner,
} from "../run/index.js";
import { headerVariables, lastingEnvironment, ownEnvironment } from "./environment.js";
import type { Hearing } from "./hearing.js";
import type { ProjectTrust } from "./project-trust.js";
import type { WarmHooks } from "./warm-hooks.js";

export interface StartContext {
  readonly runner: Runner;
  readonly http: HttpRunner;
  readonly functions: FunctionRunner;
  readonly warm: WarmHooks;
  readonly project: ProjectTrust;
  readonly settings: Settings;
  readonly dialect: Dialect;
  readonly projectDir: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What every hook gets without being told again. */
  readonly shared: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

interface Ran {
  readonly run: WireRun;
  readonly ms: number;
}

/** Runs one hook, whatever its type, to the record that all types have in common. */
export async function startHook(
  hearing: Hearing,
  event: string,
  payload: Payload,
  context: StartContext,
): Promise<Ran> {
  const { hook, trust } = hearing;
  const { project } = context;
  const { onFailure, merge, timeout } = hook;
  const settings: WireRun = { hook: hook.name, onFailure, merge, timeout };
  let action: HookAction;
  try {
    action = trust === undefined ? hook.action : project.startOf(trust);
  } catch (error) {
    // No room for the private copy, say: what cannot be started as approved is not started.
    const spawnError = String((error as NodeJS.ErrnoException).code);
    return { run: { ...settings, spawnError }, ms: 0 };
  }
  if (action.type === "json") {
    const said = context.signal.aborted
      ? { cancelled: true }
      : { json: action.json, exit: action.exitcode };
    return { run: { ...settings, ...said }, ms: 0 };
  }
  const settlesInMs = trust === undefined ? 0 : project.settlesInMs(trust);
  if (settlesInMs > 0) await new Promise((settled) => setTimeout(settled, settlesInMs));
  const result = await perform(action, hearing, event, payload, context);
  const changed = trust === undefined ? null : project.changedSince(trust);
  const run = { ...settings, ...wireOf(result), ...(changed !== null && { changed }) };
  return { run, ms: result.ms };
}

/** What each type of hook does with an event. */
function perform(
  action: Exclude<HookAction, { type: "json" }>,
  { hook, trust }: Hearing,
  event: string,
  payload: Payload,
  context: StartContext,
): Promise<ProcessResult> {
  const { runner, signal, projectDir } = context;
  const bounds = {
    timeoutMs: hook.timeout * 1000,
    outputBytes: context.settings.limits.outputBytes,
  };
  const cwd = hook.cwd === null ? projectDir : resolve(projectDir, hook.cwd);
  const stay = (program: Program, canCancel: boolean): Promise<ProcessResult> => {
    const key = context.warm.keyOf(hook, trust);
    const env = lastingEnvironment(hook, context);
    return runner.workers.run({ key, ...program, cwd, env, event, canCancel, ...bounds }, signal);
  };
  switch (action.type) {
    case "command": {
      const env = ownEnvironment(hook, payload, context);
      const spec = { ...programOf(action), cwd, env, stdin: `${event}\n`, ...bounds };
      return runner.run(spec, signal);
    }
    case "worker":
      return stay(programOf(action), false);
    case "module":
      return stay(moduleProgram(resolve(projectDir, action.module), action.memoryMb), true);
    case "function": {
      // Its own copy: what it changes is seen by nobody else.
      const own = JSON.parse(event) as Payload & { readonly hook_event_name: string };
      const call = (ends: AbortSignal): unknown => action.run(own, functionContext(own, ends));
      return context.functions.run({ call, ...bounds }, signal);
    }
    case "http": {
      const { url, headers } = action;
      const { httpHosts: hosts } = context.settings;
      const variables = headerVariables(hook, action.allowedEnvVars, context);
      return context.http.run({ url, headers, variables, hosts, body: event, ...bounds }, signal);
    }
  }
}

interface Program {
  readonly file: string;
  readonly args: readonly string[];
}

function programOf(action: Extract<HookAction, { form: string }>): Program {
  return action.form === "shell"
    ? { file: action.shell, args: ["-c", action.command] }
    : { file: action.command, args: action.args };
}

function wireOf(result: ProcessResult): WireRun {
  const { exit, signal, timedOut, spawnError, cancelled, stdout, stderr } = result;
  const { cut, stderrCut, garbled } = result;
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
    ...(garbled !== undefined && { garbled }),
  };
}
