import { homedir } from "node:os";
import { join } from "node:path";
import { defaultHome, loadSettings, type Settings } from "../../config/index.js";
import { readRegularFile, replaceFile } from "../../io/index.js";
import { UsageError } from "../usage-error.js";

/** The user's and the managed settings. No project has a say. */
export function machineSettings(): Settings {
  const home = defaultHome();
  const places = { projectDir: home, home, userHome: homedir(), wave: false };
  return loadSettings({ ...places, trustProject: false });
}

/** What the settings say of the policy of this machine. */
export function machinePolicy(): NonNullable<Settings["policy"]> {
  const { policy } = machineSettings();
  if (policy === null)
    throw new UsageError(
      'the settings name no policy: put "policy": { "keys": ["…"] } into /etc/snaphook/settings.json or your own settings.json, with the key that snaphook policy key has printed',
    );
  return policy;
}

/** How the last pull ended. */
export interface LastPull {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** What was refused then. */
  readonly refused: readonly string[];
}

const place = (folder: string): string => join(folder, "last-pull.json");

export function writeLastPull(folder: string, pull: LastPull): void {
  replaceFile(place(folder), `${JSON.stringify(pull)}\n`, { mode: 0o644 });
}

/** Null where there was none, or where that is not known. */
export function readLastPull(folder: string): LastPull | null {
  try {
    const bytes = readRegularFile(place(folder), 1024 * 1024);
    if (!Buffer.isBuffer(bytes)) return null;
    const { at, refused } = JSON.parse(bytes.toString()) as Partial<LastPull>;
    if (typeof at !== "string" || !Array.isArray(refused)) return null;
    return { at, refused: refused.filter((text) => typeof text === "string") };
  } catch {
    return null;
  }
}
