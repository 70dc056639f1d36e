import { loadSettings, type ConfigProblem, type Hook } from "../config/index.js";
import { findBridgedHost } from "../hosts/index.js";
import {
  configuredHosts,
  readHostConfig,
  type ConfigHook,
  type HostConfig,
} from "../hosts/settings.js";
import { foreignId, hookOf, namesOf } from "./hook-of.js";
import { isOwnFile } from "./open-hosts.js";

/** A hook of a folder or of its user, whichever host reads it: every command that lists hooks begins with these. */
export interface ProjectHook {
  /** `snaphook` for one of its own. */
  readonly host: string;
  /** How the host reads answers. */
  readonly dialect: string;
  /** In the host's settings. */
  readonly id: string;
  /** Among all hooks of the folder. */
  readonly globalId: string;
  /** By its script, where it has no name of its own. */
  readonly name: string;
  readonly event: string;
  readonly matcher?: string;
  readonly type: string;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly cwd: string | null;
  /** Variables that the entry sets, or the host for it. */
  readonly env?: Readonly<Record<string, string>>;
  readonly onFailure: "continue" | "ask" | "block";
  readonly timeoutSeconds: number;
  readonly isAsync: boolean;
  readonly wakesModel: boolean;
  readonly file: string;
  readonly line: number | null;
  /** Others may have written it: it came with the project, or with a plugin. */
  readonly isShared: boolean;
  /** Why the host never runs it; null where it does. */
  readonly never: string | null;
  readonly isTurnedOff: boolean;
  /** As it is approved and started; null where hooks of its type are not run here. */
  readonly hook: Hook | null;
}

/** One host that is configured here, with what it finds. */
export interface HostHooks {
  readonly host: string;
  readonly version: string;
  /** The settings files that are there. */
  readonly files: readonly string[];
  readonly hooks: readonly ProjectHook[];
  readonly problems: readonly ConfigProblem[];
}

export interface HookPlaces {
  readonly projectDir: string;
  /** Snaphook's own folder. */
  readonly home: string;
  /** The user's, where hosts have files too. */
  readonly userHome: string;
  /** Files as they would be after a change. */
  readonly draft?: (path: string) => string | undefined;
}

/**
 * The hosts that have settings of their own for this folder or this user, Snaphook among them. One that also reads another's
 * files is asked about those only where it is the one that is wanted (`NAME` or `NAME@VERSION`). Nothing is run.
 */
export function projectHooks(places: HookPlaces, wanted: string | null): readonly HostHooks[] {
  const [name, version] = wanted?.split("@") ?? [];
  const own = wanted === null || wanted === "snaphook" ? ownHooks(places) : null;
  const { projectDir, userHome, draft } = places;
  const others = configuredHosts
    .filter((host) => name === undefined || host === name)
    .map((host) => {
      const more = {
        ...(version !== undefined && { version }),
        ...(draft !== undefined && { draft }),
      };
      return hostHooks(readHostConfig(host, { projectDir, home: userHome, ...more }), wanted);
    });
  return [...(own === null ? [] : [own]), ...others].filter(({ files }) => files.length > 0);
}

/** The hooks of one host's settings. */
export function hostHooks(config: HostConfig, wanted: string | null): HostHooks {
  const { host, files, problems } = config;
  const forOthers = new Set(
    files.flatMap(({ path, meantFor }) => (meantFor === undefined ? [] : path)),
  );
  const isMeant = (file: string | null): boolean =>
    file === null || wanted !== null || (isOwnFile(host, file) && !forOthers.has(file));
  const hooks = config.hooks.filter(({ file }) => isMeant(file));
  const names = namesOf(hooks);
  return {
    host,
    version: findBridgedHost(wanted ?? host)?.version ?? "",
    files: files.flatMap(({ path, state }) => (state !== "missing" && isMeant(path) ? path : [])),
    hooks: hooks.map((found) => foreignHook(host, found, names.get(found.id) ?? found.id)),
    problems: problems.filter(({ file }) => isMeant(file)),
  };
}

function foreignHook(host: string, found: ConfigHook, name: string): ProjectHook {
  const { id, dialect, event, matcher, type, command, args, cwd = null, env, file, line } = found;
  const { onFailure, timeoutSeconds, layer, ignored, disabled } = found;
  return {
    host,
    dialect,
    id,
    globalId: foreignId(host, found),
    name,
    event,
    ...(matcher !== undefined && { matcher }),
    type,
    ...(command !== undefined && { command }),
    ...(args !== undefined && { args }),
    cwd,
    ...(env !== undefined && { env }),
    onFailure,
    timeoutSeconds,
    isAsync: found.async === true,
    wakesModel: found.wakesModel === true,
    file,
    line,
    isShared: layer === "project" || layer === "plugin",
    never: ignored ?? (disabled === true ? "it is turned off" : null),
    isTurnedOff: disabled === true,
    hook: hookOf(host, found, name),
  };
}

/** Snaphook's own hooks; null where it has no settings here. `wave`: with those of Wave's files, which it reads as its own. */
export function ownHooks(places: HookPlaces & { readonly wave?: boolean }): HostHooks | null {
  const { projectDir, home, draft, wave = false } = places;
  const more = draft === undefined ? {} : { draft };
  const settings = loadSettings({ projectDir, home, wave, trustProject: true, ...more });
  const files = settings.files.flatMap(({ path, state }) => (state === "missing" ? [] : path));
  if (files.length === 0) return null;
  return {
    host: "snaphook",
    version: "",
    files,
    hooks: settings.hooks.map((hook) => ownHook(hook, settings.dialect)),
    problems: settings.problems,
  };
}

function ownHook(hook: Hook, dialect: string): ProjectHook {
  const { id, name, event, matcher, action, cwd, onFailure, timeout, source } = hook;
  const isProgram = action.type === "command" || action.type === "worker";
  return {
    host: "snaphook",
    dialect,
    id,
    globalId: id,
    name,
    event,
    ...(matcher !== undefined && { matcher }),
    type: action.type,
    ...(isProgram && { command: action.command }),
    ...(isProgram && action.form === "exec" && { args: action.args }),
    cwd,
    onFailure,
    timeoutSeconds: timeout,
    isAsync: hook.async === true,
    wakesModel: false,
    file: source.file ?? "",
    line: source.line,
    isShared: source.layer === "project",
    never: hook.disabled ? "it is turned off in the settings" : null,
    isTurnedOff: hook.disabled,
    hook,
  };
}

/** The line that a shell runs; null where it starts no program. */
export function commandLine({
  command,
  args,
}: Pick<ProjectHook, "command" | "args">): string | null {
  if (command === undefined) return null;
  return args === undefined ? command : [command, ...args].map(quote).join(" ");
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
