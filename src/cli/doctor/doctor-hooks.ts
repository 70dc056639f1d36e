import { basename } from "node:path";
import { loadSettings, type ConfigProblem, type Hook } from "../../config/index.js";
import { isOwnFile } from "../../host-run/index.js";
import { findBridgedHost } from "../../hosts/index.js";
import { configuredHosts, readHostConfig, type HostConfig } from "../../hosts/settings.js";

/** A hook of this folder or of the user, whichever host reads it. */
export interface DoctorHook {
  readonly host: string;
  /** How the host reads answers. */
  readonly dialect: string;
  readonly id: string;
  readonly name: string;
  readonly event: string;
  readonly matcher: string;
  /** The line that a shell runs; null where it starts no program. */
  readonly command: string | null;
  readonly cwd: string | null;
  readonly onFailure: "continue" | "ask" | "block";
  readonly timeoutSeconds: number;
  readonly isAsync: boolean;
  readonly file: string;
  readonly line: number | null;
  /** Why the host never runs it; null where it does. */
  readonly never: string | null;
}

/** One host that is configured here, with what it finds. */
export interface FoundHost {
  readonly host: string;
  readonly version: string;
  readonly files: readonly string[];
  readonly hooks: readonly DoctorHook[];
  readonly problems: readonly ConfigProblem[];
}

interface Places {
  readonly projectDir: string;
  readonly home: string;
  readonly userHome: string;
}

/**
 * The hosts that have settings of their own for this folder or this user. A host that also reads another's files is asked
 * about those only where it is the one that is wanted.
 */
export function foundHosts(
  { projectDir, userHome }: Places,
  wanted: string | null,
): readonly FoundHost[] {
  const [name, version] = wanted?.split("@") ?? [];
  return configuredHosts
    .filter((host) => name === undefined || host === name)
    .map((host) =>
      readHostConfig(host, {
        projectDir,
        home: userHome,
        ...(version !== undefined && { version }),
      }),
    )
    .map((config) => foundHost(config, wanted))
    .filter(({ files }) => files.length > 0);
}

function foundHost({ host, files, hooks, problems }: HostConfig, wanted: string | null): FoundHost {
  const isMeant = (file: string | null): boolean =>
    file === null || wanted !== null || isOwnFile(host, file);
  const table = findBridgedHost(wanted ?? host);
  return {
    host,
    version: table?.version ?? "",
    files: files.filter(({ path, state }) => state !== "missing" && isMeant(path)).map(pathOf),
    hooks: hooks
      .filter(({ file }) => isMeant(file))
      .map((found): DoctorHook => {
        const { id, dialect, event, matcher = "", command, args, cwd = null } = found;
        const { onFailure, timeoutSeconds, file, line, ignored, disabled, url, type } = found;
        const whole = command === undefined ? null : lineOf(command, args);
        return {
          host,
          dialect,
          id,
          name: found.name ?? nameOf(whole ?? url ?? type, id),
          event,
          matcher,
          command: whole,
          cwd,
          onFailure,
          timeoutSeconds,
          isAsync: found.async === true,
          file,
          line,
          never: ignored ?? (disabled === true ? "it is turned off" : null),
        };
      }),
    problems: problems.filter(({ file }) => isMeant(file)),
  };
}

const pathOf = ({ path }: { readonly path: string }): string => path;

/** A hook without a name is called by its script. */
function nameOf(command: string, id: string): string {
  const script = /[^\s"'=]*\.(?:sh|bash|zsh|py|[cm]?[jt]s|rb|pl|php|ps1)(?![\w.])/.exec(command);
  return script === null ? id : basename(script[0]);
}

function lineOf(command: string, args: readonly string[] | undefined): string {
  return args === undefined ? command : [command, ...args].map(quote).join(" ");
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Snaphook's own hooks; null where it has no settings here. */
export function ownHost(
  places: Places,
  version: string,
): (FoundHost & { own: readonly Hook[] }) | null {
  const settings = loadSettings({ ...places, wave: false, trustProject: true });
  const files = settings.files.filter(({ state }) => state !== "missing").map(pathOf);
  if (files.length === 0) return null;
  const hooks = settings.hooks.map((hook): DoctorHook => {
    const { id, name, event, matcher = "", action, cwd, onFailure, timeout, source } = hook;
    const isProgram = action.type === "command" || action.type === "worker";
    const args = isProgram && action.form === "exec" ? action.args : undefined;
    return {
      host: "snaphook",
      dialect: settings.dialect,
      id,
      name,
      event,
      matcher,
      command: isProgram ? lineOf(action.command, args) : null,
      cwd,
      onFailure,
      timeoutSeconds: timeout,
      isAsync: hook.async === true,
      file: source.file ?? "",
      line: source.line,
      never: hook.disabled ? "it is turned off" : null,
    };
  });
  return {
    host: "snaphook",
    version,
    files,
    hooks,
    problems: settings.problems,
    own: settings.hooks,
  };
}
