import { statSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { codeOf, readRegularFile } from "../io/index.js";
import { layers, type Layer } from "../layer/index.js";

/** Where to look. */
export interface SettingsLocations {
  readonly projectDir: string;
  /** By default `$SNAPHOOK_HOME` or `~/.snaphook`. */
  readonly home?: string | undefined;
  /** By default `/etc/snaphook/settings.json`. */
  readonly managedFile?: string | undefined;
  /** The user's home folder, for settings of Wave. By default the system's; none where `home` is given without it. */
  readonly userHome?: string | undefined;
  /** Whether Wave's settings are read in addition to Snaphook's own. By default they are. */
  readonly wave?: boolean | undefined;
}

/** One file of a layer. */
export interface PlacedFile {
  readonly layer: Layer;
  readonly path: string;
  /** The host that the file belongs to; absent for Snaphook's own. */
  readonly host?: "wave";
}

/**
 * The files of the layers, in their order; within a layer Snaphook's own file is the last, so that its word prevails.
 * The user's own file is not also the project's where the project is the home folder.
 */
export function settingsFiles(places: SettingsLocations): readonly PlacedFile[] {
  const { projectDir, home, managedFile } = places;
  const own = filesIn(
    join(resolve(home ?? defaultHome()), "settings.json"),
    resolve(projectDir, ".snaphook"),
  );
  const waves =
    places.wave === false ? [] : filesIn(waveOfUser(places), resolve(projectDir, ".wave"));
  const files = [...waves.map((file) => ({ ...file, host: "wave" as const })), ...own];
  return [
    ...layers.flatMap((layer) => files.filter((file) => file.layer === layer)),
    { layer: "managed", path: resolve(managedFile ?? "/etc/snaphook/settings.json") },
  ];
}

function filesIn(user: string | null, folder: string): readonly PlacedFile[] {
  const project = join(folder, "settings.json");
  return [
    ...(user === null ? [] : [{ layer: "user", path: user } as const]),
    ...(user !== null && isSameFile(user, project)
      ? []
      : [{ layer: "project", path: project } as const]),
    { layer: "local", path: join(folder, "settings.local.json") },
  ];
}

/** Whoever names Snaphook's folder and not the user's wants nothing of the user's. */
function waveOfUser({ home, userHome }: SettingsLocations): string | null {
  const folder = userHome ?? (home === undefined ? homedir() : null);
  return folder === null ? null : join(resolve(folder), ".wave", "settings.json");
}

/** Snaphook's own folder: settings, trust store, ledger, sessions. */
export function defaultHome(): string {
  const { SNAPHOOK_HOME } = process.env;
  return SNAPHOOK_HOME === undefined || SNAPHOOK_HOME === ""
    ? join(homedir(), ".snaphook")
    : SNAPHOOK_HOME;
}

function isSameFile(one: string, other: string): boolean {
  if (one === other) return true;
  try {
    const a = statSync(one, { throwIfNoEntry: false });
    const b = a && statSync(other, { throwIfNoEntry: false });
    return b !== undefined && a?.dev === b.dev && a.ino === b.ino;
  } catch {
    return false;
  }
}

/** Whether anything is there, found out without opening it. */
export function isPresent(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    return !isAbsence(error);
  }
}

function isAbsence(error: unknown): boolean {
  const code = codeOf(error);
  return code === "ENOENT" || code === "ENOTDIR";
}

/** What a file holds, or why that is not known. */
export type SettingsText =
  | { readonly state: "read"; readonly text: string }
  | { readonly state: "missing" }
  | { readonly state: "unreadable"; readonly why: string }
  | { readonly state: "invalid"; readonly why: string };

/** Larger files are no settings. */
const MOST_BYTES = 4 * 1024 * 1024;

/** The text of a regular file. A pipe or a device is refused and never waited for. */
export function readText(path: string): SettingsText {
  if (!isPresent(path)) return { state: "missing" };
  let bytes: Buffer;
  try {
    const found = readRegularFile(path, MOST_BYTES);
    if (!Buffer.isBuffer(found))
      return {
        state: "unreadable",
        why: found.why === "too large" ? `${found.size} bytes` : found.why,
      };
    bytes = found;
  } catch (error) {
    if (isAbsence(error)) return { state: "missing" };
    return { state: "unreadable", why: codeOf(error) || String(error) };
  }
  try {
    return { state: "read", text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return { state: "invalid", why: "bytes that are not UTF-8" };
  }
}
