import type { ConfigProblem } from "../config/index.js";

/** Where to look, and for which user. */
export interface HostConfigOptions {
  readonly projectDir: string;
  /** The user's home folder. */
  readonly home: string;
  /** By default this machine's; it decides where administrators put files and which command counts. */
  readonly platform?: NodeJS.Platform;
  /** By default this process's; only variables that move a file or change a timeout are looked at. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Stands before the administrator's paths, as in a container's folder. */
  readonly root?: string;
  /** The text that counts in place of what a file has, where there is one. */
  readonly draft?: (path: string) => string | undefined;
  /** Takes the host's own approval of the project and of its hooks for given: in a sandbox there is none. */
  readonly isTrusted?: boolean;
}

export type ConfigLayer = "managed" | "system" | "user" | "project" | "local" | "plugin";

/** What became of one file. `invalid`: the host drops it, and its hooks are listed as ignored where they can be read. */
export interface ConfigFile {
  readonly path: string;
  readonly layer: ConfigLayer;
  /** The host for which it was written, where this one reads it too. */
  readonly meantFor?: string;
  readonly state: "read" | "missing" | "unreadable" | "invalid";
  readonly why?: string;
}

/** One hook as the host takes it, with the host's defaults filled in. */
export interface ConfigHook {
  /** `layer:event:group.hook`, counted by place; where a layer has many files, `layer/file:…`. */
  readonly id: string;
  readonly file: string;
  readonly layer: ConfigLayer;
  /** From 1: the line on which the entry begins; null where it is not known. */
  readonly line: number | null;
  /** The host's own name for it. */
  readonly event: string;
  readonly matcher?: string;
  readonly if?: string;
  /** As written; `command` where the host needs none. */
  readonly type: string;
  /** What runs on this platform. */
  readonly command?: string;
  readonly args?: readonly string[];
  readonly url?: string;
  /** What is sent to the URL, and the variables that may be put into it. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly allowedEnvVars?: readonly string[];
  /** Variables that the entry sets, or the host for it: a folder is relative to the project's. */
  readonly env?: Readonly<Record<string, string>>;
  /** The folder in which it runs, relative to the project or absolute; by default the project's. */
  readonly cwd?: string;
  /** Whatever unit the file has. */
  readonly timeoutSeconds: number;
  /** What a failure does there: whether it is said by the hook or by the host. */
  readonly onFailure: "continue" | "block";
  readonly async?: true;
  /** Nobody waits for it, but exit code 2 wakes the model, which reads what it printed. */
  readonly wakesModel?: true;
  readonly name?: string;
  /** A switch of the host turns it off. */
  readonly disabled?: true;
  /** `name@version` of the host that this reading holds for. */
  readonly dialect: string;
  /** Why the host never runs it. */
  readonly ignored?: string;
}

/** What a host finds in its files, and what it makes of that. */
export interface HostConfig {
  readonly host: string;
  /** In the order in which the host goes through them. */
  readonly files: readonly ConfigFile[];
  /** In the host's own order; what it does not run is there too and says why. */
  readonly hooks: readonly ConfigHook[];
  readonly problems: readonly ConfigProblem[];
}
