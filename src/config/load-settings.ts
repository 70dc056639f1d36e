import { join, resolve } from "node:path";
import { combine } from "./combine.js";
import type { LoadedLayer } from "./loaded-layer.js";
import { describe, fromProgram } from "./located.js";
import { parseSettings } from "./parse-settings.js";
import { currentFile } from "../policy/index.js";
import { loadPolicy, withoutPolicy, type PolicyLayers } from "./policy-layer.js";
import { readLayer, type LayerSettings } from "./read-layer.js";
import { Report } from "./report.js";
import { withoutForeignReading } from "./shared-reading.js";
import {
  defaultHome,
  isPresent,
  readText,
  settingsFiles,
  type PlacedFile,
  type SettingsLocations,
} from "./settings-files.js";
import type { ConfigProblem, Settings, SettingsFile } from "./settings.js";
import { readWaveLayer } from "./wave-settings.js";

type Problems = readonly ConfigProblem[];

/** Where settings are looked for, and whether the project's own count. */
export interface SettingsOptions extends SettingsLocations {
  /** Where false, no byte of the project's files is read. */
  readonly trustProject: boolean;
  /** Whether a file of the user's may be read: one in a place that the project can write may not. */
  readonly trustUserFile?: (file: PlacedFile) => boolean;
  /** Settings given by code, in the form of a settings file. */
  readonly program?: unknown;
  /** The text that counts in place of what a file has, where there is one. */
  readonly draft?: (path: string) => string | undefined;
}

/** Reads and layers the settings. Never throws for what is in them: what is wrong is in `problems`, and the rest counts. */
export function loadSettings(options: SettingsOptions): Settings {
  const loaded = settingsFiles(options).map((file) =>
    isTrusted(file, options) ? loadFile(file, options.draft?.(file.path)) : passOver(file),
  );
  if (options.program !== undefined) {
    const managed = loaded.findIndex(({ file }) => file?.layer === "managed");
    loaded.splice(managed, 0, loadProgram(options.program));
  }
  const policy = policyOf(loaded, options);
  if (policy !== null) {
    const managed = loaded.findIndex(({ file }) => file?.layer === "managed");
    loaded.splice(managed, 0, ...policy.layers);
  }
  const { parts, ignored } = withoutForeignReading(
    loaded.flatMap(({ settings }) => settings ?? []),
  );
  const combined = combine(parts);
  return {
    ...combined,
    policy: policy?.state ?? null,
    files: loaded.flatMap(({ file }) => file ?? []).filter(isListed),
    problems: [
      ...loaded.flatMap(({ problems }) => problems),
      ...(policy?.problems ?? []),
      ...ignored
        // Who is read as he wanted has lost nothing.
        .filter(({ part, key }) => key !== "dialect" || part.dialect !== combined.dialect)
        .flatMap(({ part, key }) => {
          const from = loaded.find(({ settings }) => settings === part);
          return ignoredKey(from?.file?.path ?? null, key);
        }),
    ],
  };
}

/**
 * The policy that this machine must have. What the administrator says of it counts alone. Where the user's file cannot be read and
 * a policy was pulled for this user, that file required it.
 */
function policyOf(loaded: readonly LoadedLayer[], { home }: SettingsOptions): PolicyLayers | null {
  const stating = loaded.findLast(({ settings }) => (settings?.policy ?? null) !== null);
  const stated = stating?.settings?.policy ?? null;
  const pulled = join(resolve(home ?? defaultHome()), "policy");
  if (stated === null) {
    const lost = loaded.find(({ file }) => file !== null && isLostUserFile(file))?.file;
    if (lost === undefined || lost === null || !isPresent(currentFile(pulled))) return null;
    const fault = `${lost.path} cannot be read, and a policy was pulled for it; repair that file`;
    return withoutPolicy({ keys: [], folder: pulled }, fault);
  }
  const isManaged = stating?.file?.layer === "managed";
  const own = isManaged ? "/var/lib/snaphook/policy" : pulled;
  return loadPolicy({ keys: stated.keys, folder: stated.folder ?? own });
}

function isLostUserFile({ layer, host, state }: SettingsFile): boolean {
  return layer === "user" && host === undefined && (state === "invalid" || state === "unreadable");
}

/** Missing settings of Wave are no problem. */
function isListed({ host, state }: SettingsFile): boolean {
  return host === undefined || state !== "missing";
}

function isTrusted(file: PlacedFile, { trustProject, trustUserFile }: SettingsOptions): boolean {
  if (file.layer === "managed") return true;
  return file.layer === "user" ? (trustUserFile?.(file) ?? true) : trustProject;
}

function ignoredKey(file: string | null, key: string): readonly ConfigProblem[] {
  const report = new Report(file);
  const allowed = ["the user's or the managed settings, where those have hooks"];
  report.add("setting-ignored", "", { path: key, line: null, found: key, allowed });
  return report.problems;
}

function passOver(file: PlacedFile): LoadedLayer {
  const state = isPresent(file.path) ? "untrusted" : "missing";
  return { file: { ...file, state, hooks: 0 }, settings: null, problems: [] };
}

/** What is wrong with settings given by code. */
export function programProblems(program: unknown): readonly ConfigProblem[] {
  return loadProgram(program).problems;
}

function loadProgram(program: unknown): LoadedLayer {
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

const MOST_REMEMBERED = 100;
/** What the text of a file came to when it was last read: who answers many events reads the same text again and again. */
const remembered = new Map<
  string,
  { readonly text: string; readonly settings: LayerSettings; readonly problems: Problems }
>();

function loadFile(place: PlacedFile, draft: string | undefined): LoadedLayer {
  const { layer, path } = place;
  const report = new Report(path);
  const without = (state: SettingsFile["state"]): LoadedLayer => ({
    file: { ...place, state, hooks: 0 },
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
  const text = draft ?? content.text;
  const key = JSON.stringify([path, layer, place.host]);
  const known = remembered.get(key);
  if (known?.text === text) return read(place, known);
  const parsed = parseSettings(text);
  if ("fault" in parsed) {
    const allowed = ["JSON; comments and trailing commas are allowed"];
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
  const readRoot = place.host === "wave" ? readWaveLayer : readLayer;
  const settings = readRoot(root, layer, path, report);
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  const { problems } = report;
  remembered.set(key, { text, settings, problems });
  return read(place, { settings, problems });
}

function read(
  place: PlacedFile,
  { settings, problems }: { readonly settings: LayerSettings; readonly problems: Problems },
): LoadedLayer {
  const file: SettingsFile = { ...place, state: "read", hooks: settings.hooks.length };
  return { file, settings, problems };
}
