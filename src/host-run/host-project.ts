import { resolve } from "node:path";
import type { ConfigProblem, Hook } from "../config/index.js";
import type { HookChoice, HookReport } from "../engine/index.js";
import { bridgeOf, findBridgedHost, type HostTable } from "../hosts/index.js";
import {
  configuredHosts,
  readHostConfig,
  type ConfigHook,
  type HostConfig,
  pluginFolders,
  pluginForm,
} from "../hosts/settings.js";
import { interpret, wireEnding, type Reading, type WireRun } from "../interpret/index.js";
import { codeOf } from "../io/index.js";
import { isProjectLayer } from "../layer/index.js";
import type { Payload } from "../payload/index.js";
import {
  createHttpRunner,
  createRunner,
  listed,
  type ProcessResult,
  type Runner,
} from "../run/index.js";
import type { HookTrust, Trust } from "../trust/index.js";
import { foreignId, hookOf, namesOf, whichHook } from "./hook-of.js";
import { matchOf } from "./match-of.js";
import type { HostEventPayload } from "./sample.js";

/** Where the host's files are, and who may run. */
export interface HostProjectOptions {
  readonly projectDir: string;
  /** The user's home folder, where hosts have files too. */
  readonly userHome: string;
  readonly trust: Trust;
  /** By default the newest version that is known. */
  readonly version?: string;
  /** Which hooks of the files are there, for who tries out some of them; by default all. */
  readonly only?: HookChoice;
  /** Takes the host's own approval for given, as in a sandbox. */
  readonly isTrusted?: boolean;
}

/** One hook of a host on one event: whether it would run, and why or why not. */
export interface PlannedHostHook {
  readonly found: ConfigHook;
  /** Null where hooks of its type are not run here. */
  readonly hook: Hook | null;
  /** Absent where it would run. */
  readonly skipped?: SkippedBy;
  readonly why: string;
  /** Of a hook of the project that the host would run. */
  readonly trust?: HookTrust;
}

/** Who keeps a hook from running: `host` never runs it, `type` is not run here. */
type SkippedBy = "host" | "disabled" | "matcher" | "if" | "type" | "trust";

/** What became of a hook of a host. */
export interface HostHookReport extends Omit<HookReport, "skipped" | "hookType"> {
  readonly hookType: string;
  readonly skipped?: SkippedBy;
}

/** Everything that came of an event in one host. */
export interface HostFired {
  readonly host: string;
  /** `name@version`. */
  readonly dialect: string;
  readonly event: string;
  readonly payload: Payload;
  readonly reading: Reading;
  readonly hooks: readonly HostHookReport[];
  readonly problems: readonly ConfigProblem[];
}

/** A host reads all that a hook has printed; more than this nobody prints. */
const OUTPUT_BYTES = 16 * 1024 * 1024;

/** The hooks of one host's own files in a project: matched, run and read as that host does it. */
export class HostProject {
  readonly config: HostConfig;
  readonly table: HostTable;
  readonly dialect: string;
  private readonly names: ReadonlyMap<string, string>;
  private readonly runner: Runner;
  private readonly http = createHttpRunner();

  constructor(
    readonly host: string,
    private readonly options: HostProjectOptions,
  ) {
    const { projectDir, userHome, version, isTrusted = false } = options;
    const table = findBridgedHost(version === undefined ? host : `${host}@${version}`);
    if (table === null)
      throw new RangeError(
        `unknown host ${JSON.stringify(host)}; known are: snaphook, ${configuredHosts.join(", ")}`,
      );
    this.table = table;
    this.dialect = `${host}@${table.version}`;
    const config = readHostConfig(host, {
      projectDir,
      home: userHome,
      isTrusted,
      ...(version !== undefined && { version }),
    });
    this.names = namesOf(config.hooks);
    const { only = () => true } = options;
    const isWanted = (found: ConfigHook): boolean =>
      only(whichHook(host, found, this.names.get(found.id)));
    this.config = { ...config, hooks: config.hooks.filter(isWanted) };
    // A host gives its hooks all that it was given itself.
    this.runner = createRunner({ keeper: false, base: process.env as Record<string, string> });
  }

  /** A hook in the form in which hooks are approved; null where hooks of its type are not run here. */
  hookOf(found: ConfigHook): Hook | null {
    return hookOf(this.host, found, this.names.get(found.id));
  }

  /** Every hook that can run here, in the form in which hooks are approved. */
  hooks(): readonly Hook[] {
    return this.config.hooks.flatMap((found) => this.hookOf(found) ?? []);
  }

  /** Every file that its hooks name. */
  scripts(): readonly string[] {
    return this.hooks().flatMap((hook) => this.options.trust.filesOf(hook));
  }

  /** Whether each hook of the event would run, in the host's own order. Nothing is run. */
  plan({ event, payload }: HostEventPayload): readonly PlannedHostHook[] {
    return this.config.hooks
      .filter((found) => found.event === event)
      .map((found) => this.planOne(found, payload));
  }

  private planOne(found: ConfigHook, payload: Payload): PlannedHostHook {
    const hook = this.hookOf(found);
    const skip = (skipped: SkippedBy, why: string): PlannedHostHook => ({
      found,
      hook,
      skipped,
      why,
    });
    if (found.ignored !== undefined) return skip("host", found.ignored);
    if (found.disabled === true) return skip("disabled", "it is turned off");
    const match = matchOf(this.table, found, payload);
    if (match.by !== undefined) return skip(match.by, match.why);
    if (hook === null)
      return skip("type", `${this.host} runs it; here hooks of type ${found.type} are not run`);
    const planned = { found, hook, why: match.why };
    if (!isProjectLayer(hook.source.layer)) return planned;
    const trust = this.options.trust.of(hook);
    return trust.runs ? { ...planned, trust } : { ...skip("trust", trust.why), trust };
  }

  /** Runs the hooks that the host would run, all at once, and reads them as the host does. */
  async fire(given: HostEventPayload, signal: AbortSignal): Promise<HostFired> {
    const { event, payload } = given;
    const plan = this.plan(given);
    const finish: number[] = [];
    const started = plan.filter(({ skipped }) => skipped === undefined);
    const ran = await Promise.all(
      started.map(async (planned, index) => {
        const run = await this.start(planned, payload, signal);
        finish.push(index);
        return run;
      }),
    );
    const reading = interpret({
      dialect: this.dialect,
      event,
      payload,
      runs: ran.map(({ run }) => run),
      finish,
    });
    const hooks = plan.map((planned) => this.reportOf(planned, ran[started.indexOf(planned)]));
    const { host, dialect, config } = this;
    return { host, dialect, event, payload, reading, hooks, problems: config.problems };
  }

  close(): void {
    this.runner.close();
    this.http.close();
  }

  reportOf({ found, skipped, why }: PlannedHostHook, ran?: HostRun): HostHookReport {
    return {
      id: foreignId(this.host, found),
      name: this.names.get(found.id) ?? found.id,
      hookType: found.type,
      file: found.file,
      line: found.line,
      ran: ran !== undefined,
      why,
      ...(found.async === true && { async: true }),
      ...(skipped !== undefined && { skipped }),
      ...(ran !== undefined && { run: ran.run, ms: ran.ms }),
    };
  }

  private async start(
    { hook, trust }: PlannedHostHook,
    payload: Payload,
    signal: AbortSignal,
  ): Promise<HostRun> {
    if (hook === null) throw new TypeError("this hook is not run here");
    const { name, onFailure, timeout } = hook;
    const { trust: store } = this.options;
    const common = {
      hook: name,
      onFailure,
      timeout,
      ...(hook.async === true && { async: true }),
    };
    let action = hook.action;
    try {
      if (trust !== undefined) action = store.startOf(trust);
    } catch (error) {
      return { run: { ...common, spawnError: codeOf(error) || String(error) }, ms: 0 };
    }
    const before = trust === undefined ? null : await store.settle(trust);
    if (before !== null) return { run: { ...common, changed: before }, ms: 0 };
    if (action.type === "http") {
      const { url, headers, allowedEnvVars } = action;
      const variables = listed(process.env, allowedEnvVars);
      const bounds = { timeoutMs: timeout * 1000, outputBytes: OUTPUT_BYTES };
      const body = JSON.stringify(payload);
      const post = { url, headers, variables, hosts: hostsOf(url), body, ...bounds };
      const answer = await this.http.run(post, signal);
      return { run: { ...common, ...answerOf(answer) }, ms: answer.ms };
    }
    const result = await this.runner.run(this.commandOf({ ...hook, action }, payload), signal);
    const after = trust === undefined ? null : store.changedSince(trust);
    return { run: { ...common, ...wireOf(result), ...changedTo(after) }, ms: result.ms };
  }

  /** How the host starts the program of a hook. */
  commandOf(hook: Hook, payload: Payload): Parameters<Runner["run"]>[0] {
    const { action, timeout } = hook;
    if (action.type !== "command") throw new TypeError("this hook is not run here");
    const { inText, inEnvironment } = this.folders(hook);
    const all = { ...inText, ...inEnvironment };
    const program =
      action.form === "shell"
        ? { file: action.shell, args: ["-c", filled(action.command, inText)] }
        : // Without a shell the host itself puts folders where their variables are named.
          { file: filled(action.command, all), args: action.args.map((word) => filled(word, all)) };
    const own = Object.entries(hook.env).filter(([name]) => !Object.hasOwn(inText, name));
    return {
      ...program,
      cwd: resolve(this.options.projectDir, hook.cwd ?? ""),
      env: { ...this.environment(hook, payload), ...Object.fromEntries(own), ...inEnvironment },
      stdin: `${JSON.stringify(payload)}\n`,
      timeoutMs: timeout * 1000,
      outputBytes: OUTPUT_BYTES,
    };
  }

  /** What stands for the project's folder and, for a hook of a plugin, for the plugin's: in the text of a command, and as variables. */
  private folders({ env }: Hook): Record<"inText" | "inEnvironment", Record<string, string>> {
    const { projectDir } = this.options;
    const { environment = {} } = bridgeOf(this.host)?.start ?? {};
    const projects = Object.keys(environment).filter((name) => environment[name] === "projectDir");
    const plugin = pluginFolders(env, (path) => resolve(projectDir, path));
    // A folder whose name a shell would obey is given as a variable, whatever the host does.
    const isPlain = !Object.values(plugin).some((path) => /["'`$\\;&|<>(){}*?[\]!#\n]/.test(path));
    const given = (isPlain ? pluginForm(this.host)?.given : undefined) ?? "environment";
    return {
      inText: given === "environment" ? {} : plugin,
      inEnvironment: {
        ...Object.fromEntries(projects.map((name) => [name, projectDir])),
        ...(given !== "text" && plugin),
      },
    };
  }

  /** The variables that the host sets. */
  private environment(hook: Hook, payload: Payload): Record<string, string> {
    const text = (...names: readonly string[]): string =>
      names.map((name) => payload[name]).find((value) => typeof value === "string") ?? "";
    const facts = {
      projectDir: this.options.projectDir,
      event: hook.event,
      sessionId: text("session_id", "sessionId"),
      toolName: text("tool_name", "toolName"),
    };
    const names = Object.entries(bridgeOf(this.host)?.start.environment ?? {});
    return Object.fromEntries(names.map(([name, fact]) => [name, facts[fact]]));
  }
}

/** `${NAME}` as the host replaces it. */
function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{(\w+)\}/g, (written, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? written) : written,
  );
}

interface HostRun {
  readonly run: WireRun;
  readonly ms: number;
}

type PrintedRun = WireRun & { readonly stdout: string; readonly stderr: string };

/** A run as a host gets it. */
export function wireOf({ ending, stdout, stderr, cut, stderrCut }: ProcessResult): PrintedRun {
  return { ...wireEnding(ending), stdout: decode(stdout), stderr: decode(stderr), cut, stderrCut };
}

/** A server is asked because its hook was approved: it needs no list. */
function hostsOf(url: string): readonly string[] {
  return URL.canParse(url) ? [`http://${new URL(url).host}`] : [];
}

/** A success that is no object is a failure. */
function answerOf(answer: ProcessResult): WireRun {
  return answer.garbled === undefined ? wireOf(answer) : { exit: 1, stderr: answer.garbled };
}

/** As hosts do: what is not UTF-8 becomes a mark. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function changedTo(file: string | null): Pick<WireRun, "changed"> {
  return file === null ? {} : { changed: file };
}
