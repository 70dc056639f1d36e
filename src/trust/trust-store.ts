import { join } from "node:path";
import { isRecord } from "../json/index.js";
import { exclusively } from "./exclusive.js";
import type { Fingerprint, NamedFile } from "./fingerprint.js";
import { readPrivate, writePrivate } from "./private-file.js";

/** What someone has looked at and agreed to, or, of the user's own hooks, what was seen before. */
export interface KnownHook {
  readonly fingerprint: string;
  readonly id: string;
  readonly name: string;
  readonly entry: Readonly<Record<string, unknown>>;
  readonly files: readonly NamedFile[];
  readonly at: string;
}

/** What a store holds. */
export interface StoreContent {
  readonly version: 1;
  /** By canonical path. A folder that is not here is a stranger's. */
  readonly projects: Readonly<Record<string, { readonly hooks: readonly KnownHook[] }>>;
  /** Hooks of the user and the administrator, by the path of their file. */
  readonly seen: Readonly<Record<string, readonly KnownHook[]>>;
}

const VERSION = 1;
const empty: StoreContent = { version: VERSION, projects: {}, seen: {} };

/** The file that holds what was approved, outside of every project. */
export class TrustStore {
  readonly path: string;

  constructor(home: string) {
    this.path = join(home, "trust.json");
  }

  /** What it holds. Throws an Error that says what is wrong with it. */
  read(): StoreContent {
    const text = readPrivate(this.path);
    if (text === null) return empty;
    let content: unknown;
    try {
      content = JSON.parse(text);
    } catch {
      throw new Error(`${this.path} is not JSON`);
    }
    const fault = faultOf(content);
    if (fault !== null) throw new Error(`${this.path} ${fault}`);
    return content as StoreContent;
  }

  /** Changes it while nobody else does. What cannot be read is not overwritten. */
  change(alter: (content: StoreContent) => StoreContent): void {
    exclusively(`${this.path}.lock`, () => {
      const before = this.read();
      const after = alter(before);
      if (after !== before) writePrivate(this.path, `${JSON.stringify(after, null, 2)}\n`);
    });
  }
}

export function knownHook(
  { id, name }: { readonly id: string; readonly name: string },
  { sha256, entry, files }: Fingerprint,
): KnownHook {
  return { fingerprint: sha256, id, name, entry, files, at: new Date().toISOString() };
}

function faultOf(content: unknown): string | null {
  if (!isRecord(content)) return "is not an object";
  const { version, projects, seen } = content;
  if (typeof version === "number" && version > VERSION)
    return `is of version ${version}, which this Snaphook does not know; a newer one has written it`;
  if (version !== VERSION) return "has no version that is known";
  if (!isRecord(projects) || !isRecord(seen)) return "is not a trust store";
  for (const [project, entry] of Object.entries(projects))
    if (!isRecord(entry) || !isHookList(entry["hooks"]))
      return `has a damaged entry for ${project}`;
  for (const [file, hooks] of Object.entries(seen))
    if (!isHookList(hooks)) return `has a damaged entry for ${file}`;
  return null;
}

function isHookList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every(
      (hook) =>
        isRecord(hook) &&
        /^[0-9a-f]{64}$/.test(String(hook["fingerprint"])) &&
        typeof hook["id"] === "string" &&
        typeof hook["name"] === "string" &&
        isRecord(hook["entry"]) &&
        isFileList(hook["files"]),
    )
  );
}

export function isFileList(value: unknown): value is readonly NamedFile[] {
  return (
    Array.isArray(value) &&
    value.every(
      (file) =>
        isRecord(file) && ["path", "real", "sha256"].every((key) => typeof file[key] === "string"),
    )
  );
}
