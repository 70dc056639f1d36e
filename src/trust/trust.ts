import { statSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import type { Hook, HookAction } from "../config/index.js";
import { canonicalPath, isInside } from "./canonical-path.js";
import { differences, type Difference } from "./difference.js";
import { identityOf, type FileState } from "./file-state.js";
import { scriptsOf, shortPath, takeFingerprint, type Fingerprint } from "./fingerprint.js";
import { lockChanges } from "./lock-changes.js";
import { lockedHook, lockPath, readLock, writeLock, type LockedHook } from "./lock-file.js";
import type { Surroundings } from "./named-paths.js";
import { PrivateCopies } from "./private-copies.js";
import { ApprovedTexts } from "./approved-texts.js";
import { knownHook, TrustStore, type KnownHook, type StoreContent } from "./trust-store.js";
import { Watched } from "./watched.js";

export interface TrustOptions {
  readonly projectDir: string;
  /** Snaphook's own folder. */
  readonly home: string;
  /** The user's home folder; by default the system's word. */
  readonly userHome?: string;
  readonly variables?: Readonly<Record<string, string>>;
  readonly searchPath?: string;
  /** Everything of the project counts as approved, for one call. The lock file still binds. */
  readonly once?: boolean;
}

/**
 * - `approved`: it is what someone has agreed to; `once`: it runs for this call only;
 * - `new`: nobody has looked at it; `changed`: it is not what was approved;
 * - `drifted`: it is not what snaphook.lock says; `unknown`: the store or the lock file cannot be used;
 * - `own`: of the user, the administrator or the program, who need nobody's approval.
 */
export type TrustState = "approved" | "once" | "new" | "changed" | "drifted" | "unknown" | "own";

/** One hook, whether it may run, and why or why not. */
export interface TrustOf {
  readonly hook: Hook;
  readonly state: TrustState;
  readonly runs: boolean;
  readonly why: string;
  readonly fingerprint: Fingerprint;
  /** What was approved, or pinned, and is no more. */
  readonly changes: readonly Difference[];
  /**
   * What someone has approved to follow where this guard gives no answer, and it is a guard that cannot run
   * any more. Whoever changes a guard must not gain by it.
   */
  readonly guards: "ask" | "block" | null;
}

/** Of a hook of the user or the administrator: what is new about it since the last time. */
export interface Announcement {
  readonly hook: Hook;
  readonly isNew: boolean;
  readonly changes: readonly Difference[];
}

/** Who may run in one project, decided from its canonical path and the store alone. */
export class Trust {
  /** Canonical. */
  readonly project: string;
  private readonly home: string;
  private readonly store: TrustStore;
  private readonly surroundings: Surroundings;
  private readonly copies: PrivateCopies;
  private readonly texts: ApprovedTexts;
  private readonly once: boolean;
  /** Snaphook's folder, where it lies in the project. */
  private readonly plantedHome: string | null;
  private readonly storeFile: Watched<StoreContent>;
  private readonly lockFile: Watched<readonly LockedHook[] | null>;

  constructor(options: TrustOptions) {
    const userHome = canonicalPath(options.userHome ?? homedir());
    this.project = canonicalPath(options.projectDir);
    this.once = options.once ?? false;
    this.home = options.home;
    this.store = new TrustStore(options.home);
    this.copies = new PrivateCopies(options.home);
    this.texts = new ApprovedTexts(options.home);
    this.surroundings = {
      projectDir: this.project,
      userHome,
      variables: options.variables ?? {},
      searchPath: options.searchPath ?? process.env["PATH"] ?? "",
    };
    const home = canonicalPath(options.home);
    const isPlanted = isInside(home, this.project) && !isInside(userHome, this.project);
    this.plantedHome = isPlanted ? home : null;
    this.storeFile = new Watched(this.store.path, (isThere) => {
      if (isThere) this.refusePlanted();
      return this.store.read();
    });
    this.lockFile = new Watched(lockPath(this.project), () => readLock(this.project));
  }

  /** What is wrong with the store, or null. Nothing of any project runs then. */
  get trouble(): string | null {
    return this.once ? null : this.storeFile.get().fault;
  }

  /** Whether someone has approved anything here. Of other folders no byte is read. */
  get isKnownProject(): boolean {
    return this.once || this.approvedHere().length > 0;
  }

  of(hook: Hook): TrustOf {
    const fingerprint = takeFingerprint(hook.entry, this.surroundings);
    const { state, why, changes = [] } = this.judge(hook, fingerprint);
    const runs = state === "approved" || state === "once" || state === "own";
    const approved = runs ? undefined : this.approvedVersion(hook);
    const onFailure = approved?.entry["onFailure"];
    const guards = onFailure === "ask" || onFailure === "block" ? onFailure : null;
    return { hook, state, runs, why, fingerprint, changes, guards };
  }

  /** What was approved under its id, or under its name on the same event. */
  private approvedVersion(hook: Hook): KnownHook | undefined {
    const approved = this.approvedHere();
    return (
      approved.find(({ id }) => id === hook.id) ??
      approved.find(({ name, entry }) => name === hook.name && entry["event"] === hook.event)
    );
  }

  /** Binds approval to what was looked at, not to what the files hold by now. */
  approve(looked: readonly TrustOf[]): void {
    const own = looked.filter(({ hook }) => isProjects(hook));
    if (own.length === 0) return;
    const ids = new Set(own.map(({ hook }) => hook.id));
    for (const { fingerprint } of own) this.texts.keep(fingerprint.states);
    this.changeProject((before) => [
      ...before.filter(({ id }) => !ids.has(id)),
      ...own.map(({ hook, fingerprint }) => knownHook(hook, fingerprint)),
    ]);
  }

  /** Takes approval back: of the hooks with these ids, or of all. Gives back how many it was. */
  revoke(ids: readonly string[] | null): number {
    const before = this.approvedHere();
    const kept = ids === null ? [] : before.filter(({ id }) => !ids.includes(id));
    if (kept.length < before.length) this.changeProject(() => kept);
    return before.length - kept.length;
  }

  /** What was approved here, also what is no more in the settings. */
  approvedHere(): readonly KnownHook[] {
    return this.storeFile.get().value?.projects[this.project]?.hooks ?? [];
  }

  /** The text of a file as it was approved, where it was kept. */
  approvedText(sha256: string): string | null {
    return this.texts.read(sha256);
  }

  /** What of the user's and the administrator's hooks is new since the last time; it is remembered. */
  announce(hooks: readonly Hook[]): Announcement[] {
    const { value } = this.storeFile.get();
    if (value === null) return [];
    const files = new Map<string, Hook[]>();
    for (const hook of hooks) {
      const { layer, file } = hook.source;
      if (file !== null && (layer === "user" || layer === "managed"))
        files.set(file, [...(files.get(file) ?? []), hook]);
    }
    const announcements: Announcement[] = [];
    let seen = value.seen;
    for (const [file, own] of files) {
      const before = Object.hasOwn(seen, file) ? seen[file] : undefined;
      const now = own.map((hook) => ({
        hook,
        known: knownHook(hook, takeFingerprint(hook.entry, this.surroundings)),
      }));
      const told =
        before === undefined ? [] : now.flatMap(({ hook, known }) => news(hook, known, before));
      announcements.push(...told);
      const same = before?.length === now.length && told.length === 0;
      if (!same) seen = { ...seen, [file]: now.map(({ known }) => known) };
    }
    if (seen !== value.seen) this.remember(seen);
    return announcements;
  }

  /** What is wrong with the lock file, or null. */
  get lockFault(): string | null {
    return this.lockFile.get().fault;
  }

  get hasLock(): boolean {
    return this.lockFile.get().value !== null;
  }

  /** Pins the hooks of the project as they are now. Gives back what changes in the lock file. */
  lock(hooks: readonly Hook[], write: boolean): Difference[] {
    const { value, fault } = this.lockFile.get();
    if (fault !== null && write) throw new Error(fault);
    const locked = hooks
      .filter(({ source }) => source.layer === "project")
      .map((hook) =>
        lockedHook(hook.name, hook.event, takeFingerprint(hook.entry, this.surroundings)),
      );
    const changes = lockChanges(value ?? [], locked);
    if (write) writeLock(this.project, locked);
    return changes;
  }

  /**
   * How an approved hook is started: a program or script of the exec form from a private copy of the bytes that
   * were looked at. The rest of what it names is looked at again afterwards, see `changedSince`.
   */
  startOf({ hook, fingerprint }: TrustOf): HookAction {
    const { action } = hook;
    if (!isProjects(hook) || action.type !== "command" || action.form !== "exec") return action;
    const words = [action.command, ...action.args];
    const folder = hook.cwd ?? ".";
    for (const [index, word] of words.entries()) {
      if (index > 0 && word.startsWith("-")) continue;
      const state = fingerprint.states.find(
        ({ path }) => path === resolve(this.project, folder, word),
      );
      if (state?.bytes === null || state === undefined) continue;
      words[index] = this.copies.copyOf({ ...state, bytes: state.bytes });
      break;
    }
    const [command = "", ...args] = words;
    return { ...action, command, args };
  }

  /** The first file of a hook that is not as it was when it was looked at, or null. */
  changedSince({ hook, fingerprint }: TrustOf): string | null {
    if (!isProjects(hook)) return null;
    const touched = fingerprint.states.find((state) => !isUntouched(state));
    return touched === undefined ? null : shortPath(touched.path, this.surroundings);
  }

  /** What no tool may write without the user's yes: where trust is kept, and the files that hooks name. */
  protectedPaths(hooks: readonly Hook[]): string[] {
    const { project, home } = this;
    const named = hooks.flatMap((hook) => scriptsOf(hook.entry, this.surroundings));
    return [...new Set([join(project, ".snaphook"), lockPath(project), home, ...named])];
  }

  close(): void {
    this.copies.close();
  }

  private judge(
    hook: Hook,
    now: Fingerprint,
  ): { state: TrustState; why: string; changes?: readonly Difference[] } {
    if (!isProjects(hook)) return { state: "own", why: "it needs nobody's approval" };
    const { fault } = this.storeFile.get();
    if (fault !== null && !this.once) return { state: "unknown", why: fault };
    const drift = hook.source.layer === "project" ? this.driftOf(hook, now) : null;
    if (drift !== null) return drift;
    if (this.once) return { state: "once", why: "the project is trusted for this call" };
    const approved = this.approvedHere();
    if (approved.some(({ fingerprint }) => fingerprint === now.sha256))
      return { state: "approved", why: "it is what was approved" };
    const before = this.approvedVersion(hook);
    if (before === undefined) return { state: "new", why: "nobody has approved it" };
    const changes = differences(before, now);
    const what = changes.map((change) => change.what).join(", ");
    return { state: "changed", why: `it changed since it was approved: ${what}`, changes };
  }

  private driftOf(
    hook: Hook,
    now: Fingerprint,
  ): { state: TrustState; why: string; changes?: readonly Difference[] } | null {
    const { value, fault } = this.lockFile.get();
    if (fault !== null) return { state: "unknown", why: fault };
    if (value === null) return null;
    const own = lockedHook(hook.name, hook.event, now);
    if (value.some(({ fingerprint }) => fingerprint === own.fingerprint)) return null;
    const pinned = value.filter(({ name, event }) => name === hook.name && event === hook.event);
    return {
      state: "drifted",
      why:
        pinned.length === 0
          ? "snaphook.lock does not know it"
          : "it is not what snaphook.lock pins",
      changes: lockChanges(pinned, [own]),
    };
  }

  /** Where the project could say what is trusted, it would have a vote on itself. */
  private refusePlanted(): void {
    if (this.plantedHome === null) return;
    throw new Error(`${this.plantedHome} lies inside the project; SNAPHOOK_HOME must not`);
  }

  private changeProject(alter: (before: readonly KnownHook[]) => readonly KnownHook[]): void {
    this.refusePlanted();
    this.store.change((content) => {
      const hooks = alter(content.projects[this.project]?.hooks ?? []);
      const { [this.project]: _, ...others } = content.projects;
      const projects = hooks.length === 0 ? others : { ...others, [this.project]: { hooks } };
      return { ...content, projects };
    });
  }

  private remember(seen: StoreContent["seen"]): void {
    try {
      this.refusePlanted();
      this.store.change((content) => ({ ...content, seen: { ...content.seen, ...seen } }));
    } catch {
      // It will be said again next time: rather twice than never.
    }
  }
}

function news(hook: Hook, known: KnownHook, before: readonly KnownHook[]): Announcement[] {
  if (before.some(({ fingerprint }) => fingerprint === known.fingerprint)) return [];
  const old =
    before.find(({ id }) => id === hook.id) ?? before.find(({ name }) => name === hook.name);
  const changes = old === undefined ? [] : differences(old, known);
  return [{ hook, isNew: old === undefined, changes }];
}

function isProjects({ source }: Hook): boolean {
  return source.layer === "project" || source.layer === "local";
}

function isUntouched({ path, real, identity }: FileState): boolean {
  try {
    return (
      identityOf(statSync(path, { bigint: true })) === identity && canonicalPath(path) === real
    );
  } catch {
    return false;
  }
}
