import { relative, sep } from "node:path";
import { bridgeOf } from "../hosts/index.js";
import { configuredHosts, type HostConfig } from "../hosts/settings.js";
import { HostProject, type HostProjectOptions } from "./host-project.js";

/**
 * The hosts that have settings of their own in a project, or the one that is wanted (`NAME` or `NAME@VERSION`). An unknown
 * one is the caller's error. Without being wanted Wave is not among them: its files are read as Snaphook's own.
 */
export function openHosts(
  options: HostProjectOptions,
  wanted: string | null,
): readonly HostProject[] {
  if (wanted !== null) {
    const [name = "", version] = wanted.split("@");
    return [new HostProject(name, { ...options, ...(version !== undefined && { version }) })];
  }
  return configuredHosts
    .filter((host) => host !== "wave")
    .map((host) => new HostProject(host, options))
    .filter(({ host, config }) => hasOwnFiles(host, config, options.projectDir));
}

/** What comes with a project. */
const layers: ReadonlySet<string> = new Set(["project", "local", "plugin"]);

function hasOwnFiles(host: string, { files }: HostConfig, projectDir: string): boolean {
  return files.some(
    ({ state, layer, path, meantFor }) =>
      state !== "missing" &&
      layers.has(layer) &&
      meantFor === undefined &&
      isOwnFile(host, relative(projectDir, path)),
  );
}

/** The host whose folder in a project has a name. */
function ownerOf(folder: string): string | undefined {
  return configuredHosts.find((host) => bridgeOf(host)?.install.path.split("/")[0] === folder);
}

/** Whether a file is the host's own: Copilot and Cursor also read Claude Code's. */
export function isOwnFile(host: string, path: string): boolean {
  const folder = path.split(sep).findLast((part) => ownerOf(part) !== undefined);
  return folder === undefined || ownerOf(folder) === host;
}

/** What hosts call the project's folder in the environment of hooks: scripts are found by it. */
export function hostVariables(projectDir: string): Record<string, string> {
  const names = configuredHosts.flatMap((host) =>
    Object.entries(bridgeOf(host)?.start.environment ?? {}),
  );
  return Object.fromEntries(
    names.flatMap(([name, fact]) => (fact === "projectDir" ? [[name, projectDir]] : [])),
  );
}
