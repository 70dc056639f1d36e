import {
  readHostConfig as readConfig,
  type HostConfig,
  type HostConfigOptions,
  type HostFormat,
} from "../host-settings/index.js";
import { claudeCodeFormats } from "./claude-code/settings.js";
import { codexFormat } from "./codex/settings.js";
import { copilotFormat } from "./copilot/settings.js";
import { cursorFormat } from "./cursor/settings.js";
import { geminiFormat } from "./gemini/settings.js";
import { waveFormat } from "./wave/settings.js";

export type { HostConfig } from "../host-settings/index.js";

/** The hosts whose own configuration can be read. */
export const configuredHosts = [
  "claude-code",
  "codex",
  "gemini",
  "cursor",
  "copilot",
  "wave",
] as const;

export type ConfiguredHost = (typeof configuredHosts)[number];

/** Of every host the versions that read otherwise, the newest last. */
const formats: Readonly<Record<ConfiguredHost, readonly [HostFormat, ...HostFormat[]]>> = {
  "claude-code": claudeCodeFormats,
  codex: [codexFormat],
  gemini: [geminiFormat],
  cursor: [cursorFormat],
  copilot: [copilotFormat],
  wave: [waveFormat],
};

/** Where to look, and as which version. */
export interface SettingsOptions extends HostConfigOptions {
  /** By default the newest that is known. Versions that read alike have one reader. */
  readonly version?: string;
}

/** Reads a host's own configuration as the host does. An unknown host or version is the caller's error. */
export function readHostConfig(host: ConfiguredHost, options: SettingsOptions): HostConfig {
  if (!configuredHosts.includes(host))
    throw new RangeError(
      `unknown host ${JSON.stringify(host)}; known are: ${configuredHosts.join(", ")}`,
    );
  return readConfig(formatOf(host, options.version), options);
}

function formatOf(host: ConfiguredHost, version: string | undefined): HostFormat {
  const known = formats[host];
  const found = known.findLast(
    ({ dialect }) => version === undefined || dialect === `${host}@${version}`,
  );
  if (found !== undefined) return found;
  const versions = known.map(({ dialect }) => dialect).join(", ");
  throw new RangeError(
    `unknown version ${JSON.stringify(version)} of ${host}; known are: ${versions}`,
  );
}
