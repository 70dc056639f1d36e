import { existsSync, realpathSync, watch, type FSWatcher } from "node:fs";
import { basename, dirname } from "node:path";
import { currentFile } from "../policy/index.js";
import { loadSettings, type SettingsOptions } from "./load-settings.js";
import { settingsFiles } from "./settings-files.js";
import type { Settings } from "./settings.js";

/** An editor writes a file in several steps. */
const QUIET_MS = 100;

/**
 * Calls back when the settings are no longer what they were at the time of the call. It only reports: whether the new
 * ones count is the caller's to decide. Folders are watched, not files, so that a file that does not exist yet is
 * seen too; one that cannot be watched is left out. It keeps no process alive.
 */
export function watchSettings(
  options: SettingsOptions,
  onChange: (settings: Settings) => void,
): { close(): void } {
  let watchers: FSWatcher[] = [];
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let settings = loadSettings(options);
  let known = fingerprint(settings);

  function arm(): void {
    for (const watcher of watchers) watcher.close();
    watchers = [];
    for (const [folder, names] of watched(options, settings)) {
      try {
        const watcher = watch(folder, { persistent: false }, (_event, name) => {
          if (name === null || names.has(name)) wait();
        });
        watcher.on("error", wait);
        watchers.push(watcher);
      } catch {
        // The folder went away meanwhile, or the system has no more watches.
      }
    }
  }

  function wait(): void {
    if (closed) return;
    clearTimeout(timer);
    timer = setTimeout(look, QUIET_MS).unref();
  }

  function look(): void {
    // Watch first and look then: what happens in between is seen by one of the two.
    arm();
    settings = loadSettings(options);
    const current = fingerprint(settings);
    if (current === known) return;
    known = current;
    onChange(settings);
  }

  arm();
  return {
    close() {
      closed = true;
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
      watchers = [];
    },
  };
}

/** Folders to watch, and the names in them that matter. A link is watched at both of its ends. */
function watched(options: SettingsOptions, { policy }: Settings): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>();
  const paths = settingsFiles(options).map(({ path }) => path);
  for (const path of policy === null ? paths : [...paths, currentFile(policy.folder)]) {
    for (const end of new Set([path, realPath(path)])) {
      const { folder, name } = nearestFolder(end);
      const names = folders.get(folder) ?? new Set<string>();
      // A folder that is moved or removed reports its own name.
      folders.set(folder, names.add(name).add(basename(folder)));
    }
  }
  return folders;
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** The deepest folder on the way that exists, and the next name on the way from there. */
function nearestFolder(path: string): { readonly folder: string; readonly name: string } {
  let name = basename(path);
  let folder = dirname(path);
  while (!existsSync(folder) && dirname(folder) !== folder) {
    name = basename(folder);
    folder = dirname(folder);
  }
  return { folder, name };
}

function fingerprint(settings: Settings): string {
  return JSON.stringify(settings, (_key, value: unknown) =>
    typeof value === "bigint" ? `${value}n` : value,
  );
}
