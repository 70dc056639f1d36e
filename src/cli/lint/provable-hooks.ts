import { homedir } from "node:os";
import { resolve, sep } from "node:path";
import { defaultHome, loadSettings, type Hook } from "../../config/index.js";
import { trustEnvironment } from "../../engine/index.js";
import { hostEvents, HostProject, matchOf } from "../../host-run/index.js";
import type { Subject } from "../../lint/index.js";
import { matchAll } from "../../match/index.js";
import type { Payload } from "../../payload/index.js";
import type { Sandbox, SandboxCommand } from "../../sandbox/index.js";
import { homeFilesOf } from "../../sandbox-run/index.js";
import { fileOf, type HookTrust, type Trust } from "../../trust/index.js";
import { projectHosts } from "../open-project-hosts.js";

const OUTPUT_BYTES = 1024 * 1024;

/** A hook that can be run as its host runs it. */
export interface ProvableHook {
  readonly hook: Hook;
  readonly trust: HookTrust;
  readonly dialect: string;
  /** The payload as the host would send it; null where it has no such event. */
  payloadOf(own: Payload): Payload | null;
  commandOf(payload: Payload): SandboxCommand;
  /** Whether the host runs it for this payload, by its matcher and its rule. */
  runsFor(payload: Payload): boolean;
  /** Why the host does not run it here and now, whatever happens; null where it does. */
  readonly never: string | null;
}

/** The hooks of a project in the form in which they are approved and started, found by what lint knows of them. */
export class ProvableHooks {
  readonly projectDir: string;
  private readonly trust: Trust;
  private readonly hosts = new Map<string, HostProject>();
  private own: readonly Hook[] | null = null;

  constructor(trustProject: boolean) {
    this.trust = projectHosts(null, trustProject).trust;
    this.projectDir = this.trust.project;
  }

  async refresh(): Promise<void> {
    await this.trust.refresh();
  }

  /** Files of the user's home folder that hooks name. */
  homeFiles(hooks: readonly ProvableHook[]): string[] {
    const { projectDir } = this;
    return homeFilesOf(
      hooks.map(({ trust }) => trust),
      { projectDir, userHome: homedir() },
    );
  }

  /** A reason in words where it cannot be run. */
  of(subject: Subject): ProvableHook | string {
    const { host, event, command, type } = subject.hook;
    if (event !== null && type !== "command") return `hooks of type ${type} are not run here`;
    if (event === null || command === undefined) return "no settings name it";
    const found = host === "snaphook" ? this.ownHook(subject) : this.hostHook(subject);
    if (found === null) return "it is not in the settings of this folder";
    if (found.hook.disabled) return "it is turned off";
    return found.trust.runs ? found : `it is not approved: ${found.trust.why}`;
  }

  /** The first file of a hook that is not in the sandbox as it was approved, or null. */
  missing(sandbox: Sandbox, { trust }: ProvableHook): string | null {
    const { projectDir } = this;
    const file = trust.fingerprint.states
      .map(fileOf)
      .find(
        ({ path, sha256 }) =>
          (path.startsWith(`${projectDir}${sep}`) || path.startsWith(`${homedir()}${sep}`)) &&
          !sandbox.holds(path, sha256),
      );
    return file?.path ?? null;
  }

  close(): void {
    for (const host of this.hosts.values()) host.close();
    this.trust.close();
  }

  private hostHook(subject: Subject): ProvableHook | null {
    const { host, id, file } = subject.hook;
    const project = this.hosts.get(host) ?? this.open(host);
    const found = project.config.hooks.find((one) => one.id === id && one.file === file);
    const hook = found === undefined ? null : project.hookOf(found);
    if (found === undefined || hook === null) return null;
    return {
      hook,
      trust: this.trust.of(hook),
      dialect: project.dialect,
      payloadOf: (own) =>
        hostEvents(project.table, own).find(({ event }) => event === hook.event)?.payload ?? null,
      commandOf: (payload) => project.commandOf(hook, payload),
      runsFor: (payload) => matchOf(project.table, found, payload).matches,
      never: found.ignored ?? null,
    };
  }

  private open(host: string): HostProject {
    const { projectDir, trust } = this;
    const project = new HostProject(host, { projectDir, userHome: homedir(), trust });
    this.hosts.set(host, project);
    return project;
  }

  private ownHook({ hook: { id, file } }: Subject): ProvableHook | null {
    const { projectDir } = this;
    this.own ??= loadSettings({ projectDir, home: defaultHome(), trustProject: true }).hooks;
    const hook = this.own.find(
      ({ id: own, source }) => own === id && source.file === file && source.host === undefined,
    );
    if (hook === undefined) return null;
    return {
      hook,
      trust: this.trust.of(hook),
      dialect: "wave",
      payloadOf: (own) => own,
      commandOf: (payload) => ownCommand(hook, payload, projectDir),
      runsFor: (payload) => matchAll([hook], payload, "wave")[0]?.matches === true,
      never: null,
    };
  }
}

/** How Snaphook itself starts a hook, with no more than what it says of the event. */
function ownCommand(hook: Hook, payload: Payload, projectDir: string): SandboxCommand {
  const { action, event, name, env, timeout } = hook;
  if (action.type !== "command") throw new TypeError("this hook starts no program");
  return {
    ...(action.form === "shell"
      ? { file: action.shell, args: ["-c", action.command] }
      : { file: action.command, args: action.args }),
    cwd: resolve(projectDir, hook.cwd ?? ""),
    env: {
      ...trustEnvironment({}, projectDir).variables,
      SNAPHOOK_EVENT: event,
      SNAPHOOK_HOOK: name,
      SNAPHOOK_SESSION_ID: payload.session_id ?? "",
      ...env,
    },
    stdin: `${JSON.stringify(payload)}\n`,
    timeoutMs: timeout * 1000,
    outputBytes: OUTPUT_BYTES,
  };
}
