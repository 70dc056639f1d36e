import { combine } from "./combine.js";
import { describe, fromProgram } from "./located.js";
import { parseSettings } from "./parse-settings.js";
import { readLayer, type LayerSettings } from "./read-layer.js";
import { Report } from "./report.js";
import { withoutForeignReading } from "./shared-reading.js";
import { isPresent, readText, settingsFiles, type Places } from "./settings-files.js";
import {
  layers,
  type ConfigProblem,
  type Layer,
  type Settings,
  type SettingsFile,
} from "./settings.js";

/** Where settings are looked for, and whether the project's own count. */
export interface SettingsOptions extends Places {
  /** Where false, no byte of the project's files is read. */
  readonly trustProject: boolean;
  /** Where false, the user's file is not read either: it lies where the project could have written it. */
  readonly trustHome?: boolean;
  /** Settings given by code, in the form of a settings file. */
  readonly program?: unknown;
}

/** What one file, or the code, came to. */
interface Loaded {
  readonly file: SettingsFile | null;
  readonly settings: LayerSettings | null;
  readonly problems: readonly ConfigProblem[];
}

/** Reads and layers the settings. Never throws for what stands in them: what is wrong is in `problems`, and the rest counts. */
export function loadSettings(options: SettingsOptions): Settings {
  const loaded = new Map<Layer, Loaded>();
  for (const { layer, path } of settingsFiles(options)) {
    const trusted =
      layer === "user" ? (options.trustHome ?? true) : layer === "managed" || options.trustProject;
    loaded.set(layer, trusted ? loadFile(layer, path) : passOver(layer, path));
  }
  if (options.program !== undefined) loaded.set("program", loadProgram(options.program));
  const inOrder = layers.flatMap((layer) => loaded.get(layer) ?? []);
  const { parts, ignored } = withoutForeignReading(
    inOrder.flatMap(({ settings }) => settings ?? []),
  );
  return {
    ...combine(parts),
    files: inOrder.flatMap(({ file }) => file ?? []),
    problems: [
      ...inOrder.flatMap(({ problems }) => problems),
      ...ignored.flatMap(({ layer, key }) =>
        ignoredKey(loaded.get(layer)?.file?.path ?? null, key),
      ),
    ],
  };
}

function ignoredKey(file: string | null, key: string): readonly ConfigProblem[] {
  const report = new Report(file);
  const allowed = ["the user's or the managed settings, where those have hooks"];
  report.add("setting-ignored", "", { path: key, line: null, found: key, allowed });
  return report.problems;
}

function passOver(layer: Layer, path: string): Loaded {
  const state = isPresent(path) ? "untrusted" : "missing";
  return { file: { layer, path, state, hooks: 0 }, settings: null, problems: [] };
}

function loadProgram(program: unknown): Loaded {
  const report = new Report(null);
  const root = fromProgram(program);
  if (root.type !== "object") {
    const details = { path: "", line: null, found: describe(root), allowed: ["an object"] };
    report.add("setting-invalid", "", details);
    return { file: null, settings: null, problems: report.problems };
  }
  const settings = readLayer(root, "program", null, report);
  return { file: null, settings, problems: report.problems };
}

const everyHook = "every hook in the file";

function loadFile(layer: Layer, path: string): Loaded {
  const report = new Report(path);
  const without = (state: SettingsFile["state"]): Loaded => ({
    file: { layer, path, state, hooks: 0 },
    settings: null,
    problems: report.problems,
  });
  const content = readText(path);
  if (content.state === "missing") return without("missing");
  if (content.state !== "read") {
    const unreadable = content.state === "unreadable";
    report.add(unreadable ? "settings-unreadable" : "settings-invalid-json", "", {
      path: "",
      line: null,
      found: content.why,
      lost: everyHook,
      allowed: [unreadable ? "a regular file of at most 4 MiB that may be read" : "UTF-8"],
    });
    return without(content.state);
  }
  const parsed = parseSettings(content.text);
  if ("fault" in parsed) {
    const allowed = ["JSON; comments and trailing commas may stand in it"];
    report.add("settings-invalid-json", "", {
      path: "",
      ...parsed.fault,
      allowed,
      lost: everyHook,
    });
    return without("invalid");
  }
  const { root } = parsed;
  if (root.type !== "object") {
    const details = { path: "", line: root.line, found: describe(root), allowed: ["an object"] };
    report.add("settings-invalid-json", "", { ...details, lost: everyHook });
    return without("invalid");
  }
  const settings = readLayer(root, layer, path, report);
  const file: SettingsFile = { layer, path, state: "read", hooks: settings.hooks.length };
  return { file, settings, problems: report.problems };
}
