import { own } from "./json.js";
import type { PluginForm } from "../host-settings/index.js";

const usual = ["hooks/hooks.json"];

/**
 * What is known of each host's plugins. Codex, Gemini CLI and Qwen Code by their source, Cursor and Copilot by their manuals. Folders
 * that only a marketplace of another host lists are left to that host.
 */
export const plugins: Readonly<Record<string, PluginForm>> = {
  "claude-code": {
    manifests: [".claude-plugin/plugin.json"],
    marketplace: ".claude-plugin/marketplace.json",
    usual,
    named: "besides",
    folder: ["CLAUDE_PLUGIN_ROOT"],
    given: "environment",
  },
  codex: {
    manifests: [".codex-plugin/plugin.json"],
    marketplace: ".agents/plugins/marketplace.json",
    usual,
    named: "instead",
    unreadInManifest: true,
    folder: ["PLUGIN_ROOT", "CLAUDE_PLUGIN_ROOT"],
    given: "both",
  },
  gemini: {
    manifests: ["gemini-extension.json"],
    usual,
    named: "unread",
    folder: ["extensionPath"],
    given: "text",
  },
  cursor: {
    manifests: [".cursor-plugin/plugin.json"],
    marketplace: ".cursor-plugin/marketplace.json",
    usual,
    named: "instead",
    unreadInManifest: true,
    folder: ["CURSOR_PLUGIN_ROOT", "CLAUDE_PLUGIN_ROOT"],
    given: "environment",
  },
  copilot: {
    manifests: [".github/plugin/plugin.json", ".plugin/plugin.json", "plugin.json"],
    marketplace: ".github/plugin/marketplace.json",
    usual: ["hooks.json", "hooks/hooks.json"],
    named: "instead",
    unreadInManifest: true,
    folder: ["COPILOT_PLUGIN_ROOT", "PLUGIN_ROOT", "CLAUDE_PLUGIN_ROOT"],
    given: "environment",
  },
  "qwen-code": {
    manifests: ["qwen-extension.json"],
    usual,
    named: "instead",
    folder: ["CLAUDE_PLUGIN_ROOT"],
    given: "text",
  },
};

/** The form of a host's plugins, where it has some. */
export function pluginForm(host: string): PluginForm | undefined {
  return own(plugins, host);
}

const folderNames: ReadonlySet<string> = new Set(
  Object.values(plugins).flatMap(({ folder }) => folder),
);

/** Of the variables of a hook those that are a plugin's folder, which are written from the project's. */
export function pluginFolders(
  env: Readonly<Record<string, string>>,
  fromProject: (path: string) => string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, path]) =>
      folderNames.has(name) ? [[name, fromProject(path)]] : [],
    ),
  );
}
