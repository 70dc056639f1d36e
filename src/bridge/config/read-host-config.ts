import { realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, Report } from "../../config/index.js";
import { claudeCodeFormat } from "./claude-code.js";
import { codexFormat } from "./codex.js";
import { copilotFormat } from "./copilot.js";
import { cursorFormat } from "./cursor.js";
import type { HostFormat, Loaded, Place, World } from "./format.js";
import { geminiFormat } from "./gemini.js";
import {
  configuredHosts,
  type ConfigFile,
  type ConfiguredHost,
  type HostConfig,
  type HostConfigOptions,
} from "./host-config.js";
import { Losses, nowhere } from "./losses.js";
import { readFile } from "./read-file.js";
import { readHooks } from "./read-hooks.js";
import { readJson } from "./read-json.js";
import { tomlHooksLine } from "./toml-hooks.js";
import { waveFormat } from "./wave.js";

const formats: Readonly<Record<ConfiguredHost, HostFormat>> = {
  "claude-code": claudeCodeFormat,
  codex: codexFormat,
  gemini: geminiFormat,
  cursor: cursorFormat,
  copilot: copilotFormat,
  wave: waveFormat,
};

/**
 * Reads a host's own configuration as the host does: what it would drop, skip or replace is told, with the place.
 * Nothing in a file makes it throw, and nothing is executed. An unknown host is the caller's error.
 */
export function readHostConfig(host: ConfiguredHost, options: HostConfigOptions): HostConfig {
  if (!configuredHosts.includes(host))
    throw new RangeError(
      `unknown host ${JSON.stringify(host)}; known are: ${configuredHosts.join(", ")}`,
    );
  const format = formats[host];
  const world = worldOf(options);
  const results = withoutRepeats(format.places(world)).map((place) => load(place, format, world));
  const hooks = format.arrange(results, world);
  const everything = results.find(({ losses }) => losses.everything !== null)?.losses.everything;
  return {
    host,
    files: results.map(({ file }) => file),
    hooks:
      everything === undefined || everything === null
        ? hooks
        : hooks.map((hook) => ({ ...hook, ignored: hook.ignored ?? everything })),
    problems: results.flatMap(({ report }) => report.problems),
  };
}

function worldOf({ projectDir, home, root, ...options }: HostConfigOptions): World {
  const platform = options.platform ?? process.platform;
  return {
    projectDir: resolve(projectDir),
    home: resolve(home),
    platform,
    env: options.env ?? process.env,
    plugins: (options.plugins ?? []).map((path) => resolve(path)),
    system: ({ linux, darwin, win32 }) => {
      const path = platform === "win32" ? win32 : platform === "darwin" ? darwin : linux;
      return root === undefined ? path : join(root, path);
    },
  };
}

/** A file that two layers name, as where the project is the home folder, belongs to the first. */
function withoutRepeats(places: readonly Place[]): readonly Place[] {
  const seen = new Set<string>();
  return places.filter(({ path }) => {
    const real = realPath(path);
    return !seen.has(real) && seen.add(real) === seen;
  });
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

interface Result extends Loaded {
  readonly file: ConfigFile;
  readonly losses: Losses;
}

const everyHook = "every hook in the file";

function load(place: Place, format: HostFormat, world: World): Result {
  const report = new Report(place.path);
  const losses = new Losses(format, report);
  const { path, layer } = place;
  const without = (state: ConfigFile["state"], why?: string): Result => {
    const file = { path, layer, state, ...(why !== undefined && { why }) };
    return { place, report, losses, root: null, hooks: [], file };
  };
  const content = readFile(path);
  if (content.state === "missing") return without("missing");
  if (content.state === "unreadable") {
    const allowed = ["a regular file of at most 1 MiB that may be read"];
    const details = { path: "", line: null, found: content.why, allowed, lost: everyHook };
    report.add("settings-unreadable", "", details);
    return without("unreadable", content.why);
  }
  if (place.form === "toml") {
    const line = tomlHooksLine(content.text);
    if (line === null) return without("read");
    const found = "hooks in TOML";
    const allowed = ["hooks.json beside it"];
    report.add("host-config-unread", "", { path: "hooks", line, found, allowed });
    return without("unreadable", "its hooks are TOML, which is not read");
  }
  const json = readJson(content, format.flavour);
  if ("beyond" in json) {
    const details = { path: "", line: null, found: json.beyond, allowed: ["less depth"] };
    report.add("host-config-unread", "", details);
    return without("unreadable", json.beyond);
  }
  if ("fault" in json || json.root.type !== "object") {
    const isNoJson = "fault" in json;
    const found = isNoJson ? json.fault : describe(json.root);
    const line = isNoJson ? json.line : json.root.line;
    const allowed = [isNoJson ? comments[format.flavour.comments] : "an object"];
    report.add("host-config-dropped", "", { path: "", line, found, allowed, lost: everyHook });
    return without("invalid", found);
  }
  if (json.doubt !== undefined) {
    const details = { path: "", line: 1, found: json.doubt, allowed: ["UTF-8 without a mark"] };
    report.add("host-config-unread", "", details);
  }
  if (format.refusesLinks && content.isLink) refuseLink(losses);
  const hooks = readHooks(json.root, { place, world, losses });
  if (losses.file !== null) return { ...without("invalid", losses.file), hooks };
  return { ...without("read"), root: json.root, hooks };
}

const comments: Readonly<Record<HostFormat["flavour"]["comments"], string>> = {
  none: "JSON without comments and trailing commas",
  all: "JSON; comments may stand in it, trailing commas not",
  cut: "JSON; // comments on lines of their own, and no // in a text",
};

function refuseLink(losses: Losses): void {
  const found = "a link in place of the file";
  const details = { path: "", line: null, found, allowed: ["a file"], lost: everyHook };
  losses.report.add("host-config-dropped", "", details);
  losses.strike("file", nowhere, found);
}
