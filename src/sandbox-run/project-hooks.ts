import { sep } from "node:path";
import { loadSettings, type Hook } from "../config/index.js";
import { trustEnvironment } from "../engine/index.js";
import { HostProject, hostVariables, openHosts } from "../host-run/index.js";
import { isProjectLayer } from "../layer/index.js";
import type { Problem } from "../problem/index.js";
import { canonicalPath, fileOf, Trust, type HookTrust } from "../trust/index.js";

/** Where a project is, and who may run. */
export interface ProjectPlaces {
  readonly projectDir: string;
  readonly userHome: string;
  /** Snaphook's own folder. */
  readonly home: string;
  /** Whether hooks of the project run that nobody has approved. */
  readonly trustProject: boolean;
  /** Whether hooks of the user and the administrator are there too. */
  readonly includesUser: boolean;
}

/** The hooks that one host would run in a project, and the files that they depend on. */
export interface HostHooks {
  /** `snaphook`, or the host as it was asked for. */
  readonly host: string;
  readonly hooks: readonly HookTrust[];
  /** Settings files that are there. */
  readonly files: readonly string[];
  readonly problems: readonly Problem[];
}

/** Every hook of a project, Snaphook's own and those of hosts, and whether someone has approved it. Nothing is run. */
export class ProjectHooks {
  readonly projectDir: string;
  private readonly trust: Trust;
  private readonly read = new Map<string, HostHooks>();

  constructor(private readonly places: ProjectPlaces) {
    this.projectDir = canonicalPath(places.projectDir);
    const { variables, searchPath } = trustEnvironment(process.env, this.projectDir);
    this.trust = new Trust({
      projectDir: this.projectDir,
      home: places.home,
      userHome: places.userHome,
      once: places.trustProject,
      variables: { ...variables, ...hostVariables(this.projectDir) },
      searchPath,
    });
  }

  /** Asks what is approved; to be called before anything else. */
  async refresh(): Promise<void> {
    await this.trust.refresh();
  }

  /** The hosts that have hooks in this project, Snaphook first. */
  hosts(): readonly string[] {
    const { projectDir, trust } = this;
    const { userHome } = this.places;
    const open = openHosts({ projectDir, userHome, trust }, null);
    const others = open.map(({ host }) => host);
    for (const host of open) host.close();
    return ["snaphook", ...others].filter((host) => this.of(host).hooks.length > 0);
  }

  /** The hooks of a host, in its order. An unknown host or version throws a `RangeError`. */
  of(host: string): HostHooks {
    let hooks = this.read.get(host);
    if (hooks === undefined) {
      hooks = host === "snaphook" ? this.own() : this.ofHost(host);
      this.read.set(host, hooks);
    }
    return hooks;
  }

  /** Whether one that is not in any settings may run. */
  trustOf(hook: Hook): HookTrust {
    return this.trust.of(hook);
  }

  close(): void {
    this.trust.close();
  }

  private own(): HostHooks {
    const { home, userHome } = this.places;
    const { hooks, files, problems } = loadSettings({
      projectDir: this.projectDir,
      home,
      userHome,
      trustProject: true,
    });
    return {
      host: "snaphook",
      hooks: this.looked(hooks),
      files: files.filter(({ state }) => state !== "missing").map(({ path }) => path),
      problems,
    };
  }

  private ofHost(host: string): HostHooks {
    const [name = "", version] = host.split("@");
    const { projectDir, trust } = this;
    const { userHome } = this.places;
    const options = { projectDir, userHome, trust, ...(version !== undefined && { version }) };
    const opened = new HostProject(name, options);
    const { files, problems } = opened.config;
    const hooks = this.looked(opened.hooks());
    opened.close();
    const there = files.filter(({ state }) => state !== "missing").map(({ path }) => path);
    return { host, hooks, files: there, problems };
  }

  private looked(hooks: readonly Hook[]): readonly HookTrust[] {
    const { includesUser } = this.places;
    return hooks
      .filter(({ source }) => includesUser || isProjectLayer(source.layer))
      .map((hook) => this.trust.of(hook));
  }
}

/** Files that hooks name, of the user's home folder and not of the project: a sandbox has them only where they are given. */
export function homeFilesOf(
  hooks: readonly HookTrust[],
  { projectDir, userHome }: { readonly projectDir: string; readonly userHome: string },
): string[] {
  const paths = hooks.flatMap(({ fingerprint }) =>
    fingerprint.states.map((state) => fileOf(state).path),
  );
  const isMeant = (path: string): boolean =>
    path.startsWith(`${userHome}${sep}`) && !path.startsWith(`${projectDir}${sep}`);
  return [...new Set(paths.filter(isMeant))];
}
