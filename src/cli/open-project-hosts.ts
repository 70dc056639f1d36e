import { homedir } from "node:os";
import { defaultHome } from "../config/index.js";
import { trustEnvironment } from "../engine/index.js";
import { hostVariables, openHosts, type HostProject } from "../host-run/index.js";
import { configuredHosts } from "../hosts/settings.js";
import { canonicalPath, Trust } from "../trust/index.js";
import { UsageError } from "./usage-error.js";

/** The hosts that have hooks in this folder, or the one that was named, ready to be fired at. */
export function openProjectHosts(
  wanted: string | null,
  trustProject: boolean,
): { readonly hosts: readonly HostProject[]; readonly trust: Trust } {
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
  try {
    if (wanted === "snaphook") return { hosts: [], trust };
    return { hosts: openHosts({ projectDir, userHome: homedir(), trust }, wanted), trust };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UsageError(`--host ${wanted}: known are snaphook, ${configuredHosts.join(", ")}`);
  }
}
