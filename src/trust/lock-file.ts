import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "../io/index.js";
import { isRecord } from "../json/index.js";
import { digest, type Fingerprint, type NamedFile } from "./fingerprint.js";
import { isFileList } from "./approval-store.js";

/** One hook as a team has agreed to it. */
export interface LockedHook {
  readonly name: string;
  readonly event: string;
  readonly fingerprint: string;
  readonly files: readonly NamedFile[];
}

const VERSION = 1;
const LARGEST = 4 * 1024 * 1024;

export function lockPath(projectDir: string): string {
  return join(projectDir, "snaphook.lock");
}

/** What the project's lock file pins; null where there is none. Throws an Error that says what is wrong with it. */
export function readLock(projectDir: string): readonly LockedHook[] | null {
  const path = lockPath(projectDir);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  if (!stats.isFile() || stats.size > LARGEST)
    throw new Error(`${path} is not a regular file of at most 4 MiB`);
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new Error(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  if (!isRecord(content)) throw new Error(`${path} is not an object`);
  const { version, hooks } = content;
  if (typeof version === "number" && version > VERSION)
    throw new Error(`${path} is of version ${version}; this Snaphook knows ${VERSION}: update it`);
  if (version !== VERSION || !Array.isArray(hooks) || !hooks.every(isLockedHook))
    throw new Error(`${path} is not a lock file; write it with: snaphook trust lock`);
  return hooks;
}

function isLockedHook(hook: unknown): hook is LockedHook {
  return (
    isRecord(hook) &&
    ["name", "event", "fingerprint"].every((key) => typeof hook[key] === "string") &&
    isFileList(hook["files"])
  );
}

/** What the lock file says of a hook: without the files of one person's home folder, so that it fits everywhere. */
export function lockedHook(name: string, event: string, { entry, files }: Fingerprint): LockedHook {
  const shared = files.filter(({ path }) => path.startsWith("./"));
  return { name, event, fingerprint: digest(entry, shared), files: shared };
}

export function writeLock(projectDir: string, hooks: readonly LockedHook[]): void {
  replaceFile(lockPath(projectDir), `${JSON.stringify({ version: VERSION, hooks }, null, 2)}\n`);
}
