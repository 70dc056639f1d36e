import type { Loaded } from "./format.js";
import type { ConfigHook } from "./host-config.js";
import { flagOf } from "./switches.js";

/** Says that a project's hooks run only in a folder that the user trusts, where `security.folderTrust` is on. */
export function reportFolderTrust(
  hooks: readonly ConfigHook[],
  loaded: readonly Loaded[],
  hostName: string,
): void {
  const trust = flagOf(loaded, ["security", "folderTrust", "enabled"]);
  if (trust?.value !== true || !hooks.some(({ layer }) => layer === "project")) return;
  trust.file.report.add("host-config-unread", "", {
    path: "security.folderTrust.enabled",
    line: trust.line,
    found: "whether the user trusts this folder",
    allowed: [`a folder that is trusted; of others ${hostName} runs no hooks in settings`],
    severity: "info",
  });
}
