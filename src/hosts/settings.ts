import {
  readHostConfig as readConfig,
  type HostConfig,
  type HostConfigOptions,
  type HostFormat,
} from "../host-settings/index.js";
import { bridgedHosts } from "./matrix.js";
import { settings } from "./settings-list.js";

export type { PluginForm } from "../host-settings/index.js";
export { pluginFolders, pluginForm } from "./settings-plugins.js";
export type { ConfigHook, HostConfig } from "../host-settings/index.js";

/** The hosts whose own configuration can be read. */
export const configuredHosts: readonly string[] = bridgedHosts()
  .map(({ name }) => name)
  .filter((name) => settings.has(name));

/** Where to look, and as which version. */
export interface HostSettingsOptions extends HostConfigOptions {
  /** By default the newest that is known. Versions that read alike have one reader. */
  readonly version?: string;
}

/** Reads a host's own configuration as the host does. An unknown host or version is the caller's error. */
export function readHostConfig(host: string, options: HostSettingsOptions): HostConfig {
  return readConfig(formatOf(host, options.version), options);
}

function formatOf(host: string, version: string | undefined): HostFormat {
  const known = settings.get(host);
  if (known === undefined)
    throw new RangeError(
      `unknown host ${JSON.stringify(host)}; known are: ${configuredHosts.join(", ")}`,
    );
  const found = known.findLast(
    ({ dialect }) => version === undefined || dialect === `${host}@${version}`,
  );
  if (found !== undefined) return found;
  const versions = known.map(({ dialect }) => dialect).join(", ");
  throw new RangeError(
    `unknown version ${JSON.stringify(version)} of ${host}; known are: ${versions}`,
  );
}
