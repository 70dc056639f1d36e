import { nearest } from "../problem/index.js";
import { hookKeys } from "./hook-keys.js";
import type { LocatedObject } from "./located.js";
import { readVariables } from "./read-hook.js";
import { readHooks } from "./read-hooks.js";
import { nothingStated, type LayerSettings } from "./read-layer.js";
import { readObject, type Context } from "./read-object.js";
import type { Report } from "./report.js";
import { settingsKeys } from "./settings-keys.js";
import type { Layer } from "../layer/index.js";
import { namedVariables } from "./wave-rules.js";

/** What is read of a file of Wave's; all else in it is Wave's own business. */
const waveKeys = { hooks: settingsKeys.hooks, env: hookKeys.env } as const;

/** The hooks of Wave's own settings file. They are read in dialect `wave` unless Snaphook's settings of the layer say otherwise. */
export function readWaveLayer(
  root: LocatedObject,
  layer: Layer,
  file: string | null,
  report: Report,
): LayerSettings {
  const context: Context = { layer, report, hook: "", code: "setting-invalid", host: "wave" };
  const isRead = (key: string): boolean =>
    // A misspelled `hooks` is a guard that nobody runs.
    Object.hasOwn(waveKeys, key) || nearest(key, ["hooks"]) !== undefined;
  const members = root.members.filter(({ key }) => isRead(key));
  const fields = readObject({ ...root, members }, waveKeys, "", context);
  const hooks = readHooks(fields.members("hooks"), file, { ...context, code: "hook-invalid" });
  const env = readVariables(fields, "", context);
  return {
    ...nothingStated(layer),
    hooks: hooks.map((hook) => ({ ...hook, env: { ...namedVariables(hook, env), ...hook.env } })),
    ...(hooks.length > 0 && { dialect: "wave" }),
  };
}
