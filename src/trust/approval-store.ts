import { isRecord } from "../json/index.js";
import type { Fingerprint, NamedFile } from "./fingerprint.js";

/** What someone has looked at and agreed to, or, of the user's own hooks, what was seen before. */
export interface KnownHook {
  readonly fingerprint: string;
  readonly id: string;
  readonly name: string;
  readonly entry: Readonly<Record<string, unknown>>;
  readonly files: readonly NamedFile[];
  readonly at: string;
  /** Someone has accepted that it is not known which files it runs. */
  readonly acceptsUnknownFiles?: boolean;
}

/** What a store holds that matters in one project. */
export interface Approvals {
  /** The hooks that someone has approved there. Null where nobody has: no byte of such a project is read. */
  readonly hooks: readonly KnownHook[] | null;
  /** Hooks of the user and the administrator as they were last seen, by the path of their file. */
  readonly seen: Readonly<Record<string, readonly KnownHook[]>>;
}

/**
 * Stores what was approved. Each method returns its value or a promise. If it throws, rejects, takes longer than five
 * seconds or returns something of another form, no hook of the project runs, and the user sees the reason.
 */
export interface ApprovalStore {
  /**
   * Asked at the start of each event where it answers by a promise, and for each hook where it answers at once.
   * `project` is the canonical path of its folder.
   */
  read(project: string): Approvals | PromiseLike<Approvals>;
  /**
   * Replaces what it holds by what `alter` makes of it, while nobody else changes it; `alter` may be called again.
   * `texts` are the files of what is approved, by their SHA-256.
   */
  change(
    project: string,
    alter: (before: Approvals) => Approvals,
    texts: ReadonlyMap<string, string>,
  ): void | PromiseLike<void>;
  /** A text that `change` was given, to show what differs from it; null where it was not kept. */
  text(sha256: string): string | null | PromiseLike<string | null>;
}

export function knownHook(
  { id, name }: { readonly id: string; readonly name: string },
  { sha256, entry, files }: Fingerprint,
): KnownHook {
  return { fingerprint: sha256, id, name, entry, files, at: new Date().toISOString() };
}

/** What is wrong with something that a store gave for approvals, or null. */
export function approvalsFault(given: unknown): string | null {
  if (!isRecord(given)) return "gave something that is not approvals";
  const { hooks, seen } = given;
  if (!isRecord(seen)) return "gave nothing that was seen before";
  if (hooks !== null && !isHookList(hooks)) return "gave a damaged list of approved hooks";
  const damaged = damagedIn(seen, isHookList);
  return damaged === null ? null : `has a damaged entry for ${damaged}`;
}

/** The first key whose value is not right, or null. */
export function damagedIn(
  entries: Readonly<Record<string, unknown>>,
  isRight: (entry: unknown) => boolean,
): string | null {
  return Object.keys(entries).find((key) => !isRight(entries[key])) ?? null;
}

export function isHookList(value: unknown): value is readonly KnownHook[] {
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
