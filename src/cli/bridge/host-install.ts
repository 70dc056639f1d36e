import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { replaceFile } from "../../io/index.js";
import { register, unregister } from "../../bridge/index.js";
import { bridgeOf, type InstallPlace } from "../../hosts/index.js";

/** What a file held and would hold; null is no file. */
export interface FileChange {
  readonly host: string;
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** The command names its host: it has no other way to know it. */
export function commandFor(host: string): string {
  return `snaphook bridge fire --host ${host}`;
}

const SECONDS = 60;

/** What would change so that a host fires these events at Snaphook. */
export function installation(
  host: string,
  projectDir: string,
  events: readonly string[],
): FileChange {
  const file = fileOf(host);
  const path = join(projectDir, file.path);
  const before = existsSync(path) ? readFileSync(path, "utf8") : null;
  return { host, path, before, after: register(before, events, commandFor(host), SECONDS, file) };
}

/** What would change so that it does not any more: the very bytes of before, where nobody else has written since. */
export function removal(host: string, projectDir: string, home: string): FileChange {
  const path = join(projectDir, fileOf(host).path);
  const before = existsSync(path) ? readFileSync(path, "utf8") : null;
  if (before === null) return { host, path, before, after: null };
  const kept = readKept(home, path);
  if (kept !== null && kept.written === sha256(before))
    return { host, path, before, after: kept.before };
  return { host, path, before, after: unregister(before, commandFor(host)) };
}

/** Makes a change, in one step, and keeps what was there. */
export function apply({ path, before, after }: FileChange, home: string): void {
  if (after === null) {
    rmSync(path, { force: true });
    rmSync(keptPath(home, path), { force: true });
    return;
  }
  const kept = readKept(home, path);
  mkdirSync(join(home, "bridge"), { recursive: true, mode: 0o700 });
  // After a second installation the first one's bytes are still those to come back to.
  const first =
    kept !== null && before !== null && kept.written === sha256(before) ? kept.before : before;
  writeFileSync(
    keptPath(home, path),
    JSON.stringify({ path, before: first, written: sha256(after) }),
    { mode: 0o600 },
  );
  mkdirSync(dirname(path), { recursive: true });
  replaceFile(path, after);
}

interface SavedOriginal {
  readonly before: string | null;
  /** Of what was written then. */
  readonly written: string;
}

function readKept(home: string, path: string): SavedOriginal | null {
  try {
    return JSON.parse(readFileSync(keptPath(home, path), "utf8")) as SavedOriginal;
  } catch {
    return null;
  }
}

function keptPath(home: string, path: string): string {
  return join(home, "bridge", `${sha256(path).slice(0, 32)}.json`);
}

/** In hexadecimal digits. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function fileOf(host: string): InstallPlace {
  const file = bridgeOf(host)?.install;
  if (file === undefined) throw new RangeError(`nothing can be installed in ${host}`);
  return file;
}
