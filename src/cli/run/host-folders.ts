import { existsSync } from "node:fs";

/** Where hosts have their settings in a project. Here, so that a command can look without their tables. */
export const hostFolders = [
  ".claude",
  ".claude-plugin",
  ".agents/plugins",
  ".codex",
  ".codex-plugin",
  ".cursor",
  ".cursor-plugin",
  ".gemini",
  ".github/hooks",
  ".github/copilot",
  ".github/plugin",
  ".qwen",
  ".plugin",
  "gemini-extension.json",
  "plugin.json",
  "qwen-extension.json",
] as const;

/** Those that are in the current folder. Nothing is opened. */
export function hostFoldersHere(): readonly string[] {
  return hostFolders.filter((path) => existsSync(path));
}
