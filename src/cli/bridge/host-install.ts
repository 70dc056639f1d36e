import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolder, replaceFile } from "../../io/index.js";
import { bridgedHost } from "../../config/index.js";
import { register, unregister } from "../../bridge/index.js";
import { eventsOf, findBridgedHost } from "../../hosts/index.js";
import { bridgeFor } from "./bridge-input.js";
import { HOST_SECONDS } from "./install-seconds.js";

/** What a file held and would hold; null is no file. */
export interface FileChange {
  readonly host: string;
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** An event of the host, and the command for it. */
export interface BridgedEvent {
  readonly event: string;
  readonly command: string;
  readonly isGuard: boolean;
}

/** The host's event, where its payload says which event it is. */
export function namedEvent(name: string, event: string): string | null {
  const host = findBridgedHost(name);
  const known = host === null ? [] : eventsOf(host, event);
  return known.find((one) => bridgeFor(name).payload(one.name).isUnnamed !== true)?.name ?? null;
}

/** What would change so that a host fires these events at Snaphook. */
export function installation(
  host: string,
  projectDir: string,
  events: readonly BridgedEvent[],
): FileChange {
  const { path: file, entry, frame } = bridgeFor(host).install;
  const path = join(projectDir, file);
  const before = existsSync(path) ? readFileSync(path, "utf8") : null;
  const registrations = events.map(({ event, ...hook }) => ({
    event,
    entry: entry({ ...hook, seconds: HOST_SECONDS }),
  }));
  return { host, path, before, after: register(before, registrations, isBridgeOf(host), frame) };
}

/** Whatever way it is started: another machine, or an earlier version, has written another. */
const isBridgeOf = (host: string) => (command: string) => bridgedHost(command) === host;

/** What would change so that it does not any more: the very bytes of before, where nobody else has written since. */
export function removal(host: string, projectDir: string, home: string): FileChange {
  const path = join(projectDir, bridgeFor(host).install.path);
  const before = existsSync(path) ? readFileSync(path, "utf8") : null;
  if (before === null) return { host, path, before, after: null };
  const kept = readKept(home, path);
  if (kept !== null && kept.written === sha256(before))
    return { host, path, before, after: kept.before };
  return { host, path, before, after: unregister(before, isBridgeOf(host)) };
}

/** What the host wants of its user before it runs the commands, in lines. */
export function nextSteps(
  host: string,
  path: string,
  text: string,
  commands: readonly string[],
): readonly string[] {
  const steps = bridgeFor(host).install.nextSteps;
  return steps?.({ path, text, commands: new Set(commands), sha256 }) ?? [];
}

/** Makes a change, in one step, and keeps what was there; the function that it gives undoes both. */
export function apply({ path, before, after }: FileChange, home: string): () => void {
  const record = keptPath(home, path);
  const recorded = existsSync(record) ? readFileSync(record, "utf8") : null;
  const undo = (): void => {
    put(path, before);
    put(record, recorded);
  };
  if (after === null) {
    rmSync(path, { force: true });
    rmSync(record, { force: true });
    return undo;
  }
  const kept = readKept(home, path);
  makeFolder(join(home, "bridge"), 0o700);
  // After a second installation the first one's bytes are still those to come back to.
  const first =
    kept !== null && before !== null && kept.written === sha256(before) ? kept.before : before;
  writeFileSync(record, JSON.stringify({ path, before: first, written: sha256(after) }), {
    mode: 0o600,
  });
  makeFolder(dirname(path));
  replaceFile(path, after);
  return undo;
}

function put(path: string, text: string | null): void {
  if (text === null) rmSync(path, { force: true });
  else replaceFile(path, text);
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
function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
