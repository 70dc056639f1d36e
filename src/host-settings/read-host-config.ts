import { realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, Report } from "../config/index.js";
import type { HostFormat, Loaded, Place, World } from "./format.js";
import type { ConfigFile, HostConfig, HostConfigOptions } from "./host-config.js";
import { FileLosses, nowhere } from "./losses.js";
import { readFile } from "./read-file.js";
import { readHooks } from "./read-hooks.js";
import { readJson } from "./read-json.js";
import { readToml } from "./read-toml.js";

/**
 * Reads a host's own configuration as the host does: what it would drop, skip or replace is reported, with the place.
 * Nothing in a file makes it throw, and nothing is executed.
 */
export function readHostConfig(format: HostFormat, options: HostConfigOptions): HostConfig {
  const world = worldOf(options);
  const results = withoutRepeats(format.places(world)).map((place) => load(place, format, world));
  const hooks = format.arrange(results, world);
  const everything = results.find(({ losses }) => losses.everything !== null)?.losses.everything;
  return {
    host: format.host,
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
    draft: options.draft ?? (() => undefined),
    isTrusted: options.isTrusted ?? false,
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

interface FileResult extends Loaded {
  readonly file: ConfigFile;
  readonly losses: FileLosses;
}

const everyHook = "every hook in the file";

function load(place: Place, hosts: HostFormat, world: World): FileResult {
  const format = place.format ?? hosts;
  const report = new Report(place.path);
  const losses = new FileLosses(format, report);
  const { path, layer, meantFor } = place;
  const without = (state: ConfigFile["state"], why?: string): FileResult => {
    const file = {
      path,
      layer,
      state,
      ...(why !== undefined && { why }),
      ...(meantFor !== undefined && { meantFor }),
    };
    const isMissing = state === "missing";
    return { place, report, losses, root: null, isMissing, hooks: [], file };
  };
  const onDisk = readFile(path);
  const text = onDisk.state === "read" ? world.draft(path) : undefined;
  const content = onDisk.state === "read" && text !== undefined ? { ...onDisk, text } : onDisk;
  if (content.state === "missing") return without("missing");
  if (content.state === "unreadable") {
    const allowed = ["a regular file of at most 1 MiB that may be read"];
    const details = { path: "", line: null, found: content.why, allowed, lost: everyHook };
    report.add("settings-unreadable", "", details);
    return without("unreadable", content.why);
  }
  if (place.unread !== undefined) {
    const allowed = ["hooks in settings"];
    report.add("host-config-unread", "", { path: "hooks", ...place.unread, allowed });
    return without("unreadable", place.unread.found);
  }
  const isToml = place.form === "toml";
  const settings = isToml ? readToml(content) : readJson(content, format.flavour);
  if ("beyond" in settings) {
    const details = { path: "", line: null, found: settings.beyond, allowed: ["less depth"] };
    report.add("host-config-unread", "", details);
    return without("unreadable", settings.beyond);
  }
  if ("fault" in settings || settings.root.type !== "object") {
    const isBroken = "fault" in settings;
    const found = isBroken ? settings.fault : describe(settings.root);
    const line = isBroken ? settings.line : settings.root.line;
    const language = isToml ? "TOML" : comments[format.flavour.comments];
    const allowed = [isBroken ? language : "an object"];
    report.add("host-config-dropped", "", { path: "", line, found, allowed, lost: everyHook });
    return without("invalid", found);
  }
  if (settings.doubt !== undefined) {
    const details = { path: "", line: 1, found: settings.doubt, allowed: ["UTF-8 without a mark"] };
    report.add("host-config-unread", "", details);
  }
  if (format.refusesLinks && content.isLink) refuseLink(losses);
  const hooks = readHooks(settings.root, { place, world, losses });
  // Of TOML only the hooks are lost: Codex reads its other settings all the same.
  const root = losses.file === null || isToml ? settings.root : null;
  if (losses.file !== null) return { ...without("invalid", losses.file), root, hooks };
  return { ...without("read"), root, hooks };
}

const comments: Readonly<Record<HostFormat["flavour"]["comments"], string>> = {
  none: "JSON without comments and trailing commas",
  all: "JSON; comments are allowed, trailing commas are not",
  cut: "JSON; // comments on lines of their own, and no // in a text",
};

function refuseLink(losses: FileLosses): void {
  const found = "a link in place of the file";
  const details = { path: "", line: null, found, allowed: ["a file"], lost: everyHook };
  losses.report.add("host-config-dropped", "", details);
  losses.strike("file", nowhere, found);
}
