import type { Hook } from "../config/index.js";
import type { HookDifference } from "./difference.js";
import type { Fingerprint } from "./fingerprint.js";
import type { TrustState } from "./hook-trust.js";
import { lockChanges } from "./lock-changes.js";
import { lockedHook, lockPath, readLock, writeLock, type LockedHook } from "./lock-file.js";
import { Watched } from "./watched.js";

/** What a team has agreed to. It can only take away: a project has no vote on itself. */
export class ProjectLock {
  private readonly file: Watched<readonly LockedHook[] | null>;

  constructor(private readonly project: string) {
    this.file = new Watched(lockPath(project), () => readLock(project));
  }

  /** What is wrong with the lock file, or null. */
  get fault(): string | null {
    return this.file.get().fault;
  }

  get isThere(): boolean {
    return this.file.get().value !== null;
  }

  /** Whether it says what the hook must be, or cannot be read. */
  pins({ source }: Hook): boolean {
    if (source.layer !== "project") return false;
    const { value, fault } = this.file.get();
    return value !== null || fault !== null;
  }

  /** Why a hook must not run, or null. */
  driftOf(
    hook: Hook,
    now: Fingerprint,
  ): { state: TrustState; why: string; changes?: readonly HookDifference[] } | null {
    if (hook.source.layer !== "project") return null;
    const { value, fault } = this.file.get();
    if (fault !== null) return { state: "unknown", why: fault };
    if (value === null) return null;
    const own = lockedHook(stableName(hook), hook.event, now);
    if (value.some(({ fingerprint }) => fingerprint === own.fingerprint)) return null;
    const pinned = value.filter(
      ({ name, event }) => name === stableName(hook) && event === hook.event,
    );
    const why =
      pinned.length === 0 ? "snaphook.lock does not know it" : "it is not what snaphook.lock pins";
    return { state: "drifted", why, changes: lockChanges(pinned, [own]) };
  }

  /** Pins the hooks of the project as they are now. Gives back what changes in the lock file. */
  pin(looked: readonly (readonly [Hook, Fingerprint])[], write: boolean): HookDifference[] {
    const { value, fault } = this.file.get();
    if (fault !== null && write) throw new Error(fault);
    const locked = looked
      .filter(([{ source }]) => source.layer === "project")
      .map(([hook, fingerprint]) => lockedHook(stableName(hook), hook.event, fingerprint));
    const changes = lockChanges(value ?? [], locked);
    if (write) writeLock(this.project, locked);
    return changes;
  }
}

/** The name in its fingerprint. What it is called may change with its neighbours. */
export function stableName({ entry }: Hook): string {
  return entry.approvedAs ?? entry.name;
}
