import type { LayerSettings } from "./read-layer.js";
import type { ConfigProblem, SettingsFile } from "./settings.js";

/** What one file, or the code, came to. */
export interface LoadedLayer {
  readonly file: SettingsFile | null;
  readonly settings: LayerSettings | null;
  readonly problems: readonly ConfigProblem[];
}
