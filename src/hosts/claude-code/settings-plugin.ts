import { join, relative, resolve, sep } from "node:path";
import { MOST_FILES, readFile, type Place } from "../../host-settings/index.js";
import { isRecord } from "../../json/index.js";

const MANIFEST = ".claude-plugin/plugin.json";
const MARKETPLACE = ".claude-plugin/marketplace.json";

/**
 * The hooks of a folder that is a plugin, and of the plugins in a folder that is a marketplace, as they are where the plugin is
 * installed: here their authors work on them. A manifest that is broken is a place itself, so that it is reported.
 */
export function pluginPlaces(projectDir: string): readonly Place[] {
  const market = readJsonFile(join(projectDir, MARKETPLACE));
  const listed = isRecord(market) && Array.isArray(market["plugins"]) ? market["plugins"] : [];
  const roots = new Set([
    ...(readJsonFile(join(projectDir, MANIFEST)) === null ? [] : [projectDir]),
    ...listed.slice(0, MOST_FILES).flatMap((one) => inside(projectDir, one?.source)),
  ]);
  return [...roots].flatMap((root) => placesOf(root, projectDir));
}

function placesOf(root: string, projectDir: string): readonly Place[] {
  const manifest = readJsonFile(join(root, MANIFEST));
  const hooks = isRecord(manifest) ? manifest["hooks"] : undefined;
  const named = [hooks].flat().flatMap((path) => inside(root, path));
  const usual = join(root, "hooks", "hooks.json");
  const ownText = isRecord(hooks) ? [join(root, MANIFEST)] : [];
  const files = manifest === "broken" ? [join(root, MANIFEST)] : [usual, ...named, ...ownText];
  const folder = relative(projectDir, root);
  const label = folder === "" ? "plugin" : `plugin:${folder}`;
  return files.map((path, index) => ({
    path,
    layer: "plugin",
    label: index === 0 ? label : `${label}/${index}`,
    form: "json",
    env: { CLAUDE_PLUGIN_ROOT: folder === "" ? "." : folder },
  }));
}

/** A file or folder that a manifest names, where it is in the folder of the manifest. */
function inside(folder: string, path: unknown): readonly string[] {
  if (typeof path !== "string") return [];
  const found = resolve(folder, path);
  return found === folder || found.startsWith(`${folder}${sep}`) ? [found] : [];
}

/** Null where it is not there. */
function readJsonFile(path: string): unknown {
  const file = readFile(path);
  if (file.state === "missing") return null;
  try {
    return file.state === "read" ? JSON.parse(file.text) : "broken";
  } catch {
    return "broken";
  }
}
