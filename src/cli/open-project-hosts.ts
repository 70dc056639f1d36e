import { homedir } from "node:os";
import { defaultHome } from "../config/index.js";
import { trustEnvironment } from "../engine/index.js";
import {
  hostVariables,
  openHosts,
  type CommandPlace,
  type HostProject,
} from "../host-run/index.js";
import { configuredHosts } from "../hosts/settings.js";
import { canonicalPath, Trust } from "../trust/index.js";
import { UsageError } from "./usage-error.js";

/** The hosts that have hooks in this folder, or the one that was named, ready to be fired at. Their files are read. */
export function openProjectHosts(
  wanted: string | null,
  trustProject: boolean,
): { readonly hosts: readonly HostProject[]; readonly trust: Trust } {
  const { trust, open } = projectHosts(wanted, trustProject);
  return { trust, hosts: open() };
}

/** The same, before any file of a host is read. */
export function projectHosts(
  wanted: string | null,
  trustProject: boolean,
): { readonly trust: Trust; readonly open: () => readonly HostProject[] } {
  const projectDir = canonicalPath(process.cwd());
  const { variables, searchPath } = trustEnvironment(process.env, projectDir);
  const trust = new Trust({
    projectDir,
    home: defaultHome(),
    userHome: homedir(),
    once: trustProject,
    variables: { ...variables, ...hostVariables(projectDir) },
    searchPath,
  });
  const [name] = wanted?.split("@") ?? [];
  if (name !== undefined && name !== "snaphook" && !configuredHosts.includes(name))
    throw new UsageError(`--host ${wanted}: known are snaphook, ${configuredHosts.join(", ")}`);
  return {
    trust,
    open() {
      try {
        const options = { projectDir, userHome: homedir(), trust };
        return wanted === "snaphook" ? [] : openHosts(options, wanted);
      } catch (error) {
        // A version that is not known.
        throw error instanceof RangeError ? new UsageError(error.message) : error;
      }
    },
  };
}

/** What a command of this project's hooks finds on this machine. */
export const commandPlace = (projectDir: string): CommandPlace => ({
  folder: projectDir,
  variables: {
    ...(process.env as Record<string, string>),
    ...hostVariables(projectDir),
    HOME: homedir(),
    PWD: projectDir,
  },
  searchPath: process.env["PATH"] ?? "",
});
