import { resolve } from "node:path";
import type { Hook, HookAction } from "../config/index.js";
import { capture, silentRun, type Ending, type HookRun, type PlainValue } from "../decode/index.js";
import { codeOf } from "../io/index.js";
import { withWaveNames, type Payload } from "../payload/index.js";
import { moduleProgram, type HttpRunner, type ProcessResult, type Runner } from "../run/index.js";
import { headerVariables, lastingEnvironment, ownEnvironment } from "./environment.js";
import type { EventContext } from "./event-context.js";
import type { FunctionCalls } from "./function-calls.js";
import type { PlannedHook } from "./planned-hook.js";
import type { ProjectTrust } from "./project-trust.js";
import type { WarmHooks } from "./warm-hooks.js";

/** What hooks are run with, for as long as the engine lives. */
interface RunnerParts {
  readonly runner: Runner;
  readonly http: HttpRunner;
  readonly functions: FunctionCalls;
  readonly warm: WarmHooks;
  readonly project: ProjectTrust;
  readonly projectDir: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What every hook gets. */
  readonly shared: () => Readonly<Record<string, string>>;
}

/** How a hook ended, and how long it took. */
export interface TimedRun {
  readonly run: HookRun;
  readonly ms: number;
}

/** Starts hooks of every type; each ends in the record that all types have in common. */
export class HookStarter {
  constructor(private readonly parts: RunnerParts) {}

  /** Whether forks happen in a helper process, so that they do not block this one. */
  get forksElsewhere(): boolean {
    return this.parts.runner.usesKeeper;
  }

  async start(planned: PlannedHook, payload: Payload, context: EventContext): Promise<TimedRun> {
    const { hook, trust } = planned;
    const { project } = this.parts;
    const ended = (ending: Ending, more: Partial<HookRun> = {}, ms = 0): TimedRun => ({
      run: { ...silentRun(hook.name, ending), ...settingsOf(hook), ...more },
      ms,
    });
    let action: HookAction;
    try {
      action = trust === undefined ? hook.action : project.startOf(trust);
    } catch (error) {
      // No room for the private copy, say: what cannot be started as approved is not started.
      return ended({ type: "not-started", error: codeOf(error) || String(error) });
    }
    if (action.type === "json") {
      if (context.signal.aborted) return ended({ type: "cancelled" });
      return ended(
        { type: "exited", code: action.exitcode },
        { json: action.json as PlainValue | undefined },
      );
    }
    const mark = project.markOf(hook);
    const fault = project.bundleFault(hook);
    if (fault !== null) return ended({ type: "not-started", error: fault }, { onFailure: "block" });
    const settling = trust === undefined ? null : project.settle(trust);
    const touched = settling === null ? null : await settling;
    if (touched !== null) return ended({ type: "changed", file: touched, code: null });
    const result = await this.perform(action, planned, payload, context);
    const isTouched = mark !== project.markOf(hook);
    const touchedFile = isTouched ? "a file of the policy" : null;
    const changed = trust === undefined ? touchedFile : project.changedSince(trust);
    const ending = changed === null ? result.ending : afterChange(result.ending, changed);
    const output = printed(result, context.settings.limits.outputBytes);
    // Whoever changes a policy gains nothing by it.
    return ended(ending, { ...output, ...(isTouched && { onFailure: "block" }) }, result.ms);
  }

  /** What each type of hook does with an event. */
  private perform(
    action: Exclude<HookAction, { type: "json" }>,
    { hook, trust }: PlannedHook,
    payload: Payload,
    { signal, settings, dialect }: EventContext,
  ): Promise<ProcessResult> {
    const { runner, http, functions, warm, project, projectDir, environment } = this.parts;
    const trusted = trust === undefined ? {} : project.variablesOf(trust);
    const event = textOf(payload, hook.source.host);
    const bounds = { timeoutMs: hook.timeout * 1000, outputBytes: settings.limits.outputBytes };
    const cwd = hook.cwd === null ? projectDir : resolve(projectDir, hook.cwd);
    const stay = (program: Program, canCancel: boolean): Promise<ProcessResult> => {
      const key = warm.keyOf(hook, trust);
      const shared = this.parts.shared();
      const env = { ...lastingEnvironment(hook, { environment, shared }), ...trusted };
      return runner.workers.run({ key, ...program, cwd, env, event, canCancel, ...bounds }, signal);
    };
    switch (action.type) {
      case "command": {
        const around = { dialect, environment, projectDir, shared: this.parts.shared() };
        const env = { ...ownEnvironment(hook, payload, around), ...trusted };
        const spec = { ...programOf(action), cwd, env, stdin: `${event}\n`, ...bounds };
        return runner.run(spec, signal);
      }
      case "worker":
        return stay(programOf(action), false);
      case "module":
        return stay(moduleProgram(resolve(projectDir, action.module), action.memoryMb), true);
      case "function":
        return functions.call({ run: action.run, event, ...bounds }, signal);
      case "http": {
        const { url, headers } = action;
        const { httpHosts: hosts } = settings;
        const variables = headerVariables(hook, action.allowedEnvVars, { environment, settings });
        return http.run({ url, headers, variables, hosts, body: event, ...bounds }, signal);
      }
    }
  }
}

/** What a run has from the settings of its hook. */
function settingsOf(hook: Hook): Partial<HookRun> {
  const { onFailure, merge, timeout } = hook;
  return {
    onFailure,
    merge,
    timeout,
    final: hook.on === "final",
    observe: hook.observe === true,
  };
}

/** A hook of which a file was changed while it ran. One that was stopped has answered nothing anyway. */
function afterChange(ending: ProcessResult["ending"], file: string): Ending {
  if (ending.type === "cancelled" || ending.type === "timed-out") return ending;
  return { type: "changed", file, code: ending.type === "exited" ? ending.code : null };
}

function printed(
  { stdout, stderr, cut, stderrCut, garbled }: ProcessResult,
  outputBytes: number,
): Pick<HookRun, "stdout" | "stderr"> {
  const out = capture(stdout, outputBytes);
  const error = capture(stderr, outputBytes);
  return {
    stdout: { ...out, cut: cut || out.cut, ...(garbled !== undefined && { garbled }) },
    stderr: { ...error, cut: stderrCut || error.cut },
  };
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

/** Payloads as hooks read them, each written once for all hooks. */
const texts = new WeakMap<Payload, { own?: string; wave?: string }>();

function textOf(payload: Payload, host: string | undefined): string {
  const written = texts.get(payload) ?? {};
  texts.set(payload, written);
  return host === "wave"
    ? (written.wave ??= JSON.stringify(withWaveNames(payload), bigAsText))
    : (written.own ??= JSON.stringify(payload, bigAsText));
}

function bigAsText(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? value.toString() : value;
}
