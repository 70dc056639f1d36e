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

/** A host that also reads another's files, as Copilot does Claude Code's, is there by its own. */
function hasOwnFiles(host: string, { files }: HostConfig, projectDir: string): boolean {
  const [folder] = bridgeOf(host)?.install.path.split("/") ?? [];
  return files.some(
    (file) =>
      file.state !== "missing" &&
      (file.layer === "project" || file.layer === "local") &&
      relative(projectDir, file.path).split(sep)[0] === folder,
  );
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
