import { homedir } from "node:os";
import { join } from "node:path";
import { isProjectLayer } from "../layer/index.js";
import { asProgram, type Hook, type HookAction } from "../config/index.js";
import { knownHook, type ApprovalStore, type Approvals, type KnownHook } from "./approval-store.js";
import { textsOf } from "./approved-texts.js";
import { askStore } from "./ask-store.js";
import { canonicalPath, isInside, plantedHome } from "./canonical-path.js";
import { differences, type HookDifference } from "./difference.js";
import { FileApprovals } from "./file-approvals.js";
import { scriptsOf, shortPath, takeFingerprint, type Fingerprint } from "./fingerprint.js";
import { looksIn, type HookLooks } from "./hook-looks.js";
import type { Gone, HookTrust, TrustMemory, TrustOptions, TrustState } from "./hook-trust.js";
import { KnownApprovals } from "./known-approvals.js";
import { lockPath } from "./lock-file.js";
import type { PathSurroundings } from "./named-paths.js";
import { PrivateCopies } from "./private-copies.js";
import { ProjectLock, stableName } from "./project-lock.js";
import { news, type Announcement } from "./news.js";
import { copiedWords, touchedFile } from "./running-files.js";
import { forgetFolders } from "./system-paths.js";

const trustedForCall = "the project is trusted for this call";

/** Who may run in one project, decided from its canonical path and the store alone. */
export class Trust {
  /** Canonical. */
  readonly project: string;
  /** Whether Snaphook's own folder is in the project, so that nothing in it can be the user's word. */
  readonly isPlanted: boolean;
  private readonly home: string;
  private readonly store: ApprovalStore;
  private readonly approvals: KnownApprovals;
  private readonly surroundings: PathSurroundings;
  private readonly copies: PrivateCopies;
  private readonly once: boolean;
  private readonly memory: TrustMemory;
  private readonly pinned: ProjectLock;
  private readonly looks: HookLooks;

  constructor(options: TrustOptions) {
    forgetFolders();
    const { variables = {} } = options;
    const userHome = canonicalPath(options.userHome ?? homedir());
    this.project = canonicalPath(options.projectDir);
    this.once = options.once ?? false;
    this.home = options.home;
    this.store = options.approvals ?? new FileApprovals(options.home, userHome);
    this.memory = options.memory ?? { approvedNow: new Set(), usableApprovals: null };
    this.approvals = new KnownApprovals(this.store, this.project, this.memory);
    this.copies = new PrivateCopies(options.home, this.project);
    this.looks = looksIn({
      projectDir: this.project,
      userHome,
      get variables() {
        return typeof variables === "function" ? variables() : variables;
      },
      searchPath: options.searchPath ?? process.env["PATH"] ?? "",
    });
    this.surroundings = this.looks.surroundings;
    this.isPlanted = !this.once && plantedHome(options.home, this.project, userHome) !== null;
    this.pinned = new ProjectLock(this.project);
  }

  /** Asks a store that answers by a promise; null where every look asks it. */
  refresh(): Promise<void> | null {
    return this.once ? null : this.approvals.refresh();
  }

  /** Whether a file of the user's is in the project, where that is not the user's home or around it. */
  couldWrite(path: string): boolean {
    const { project, surroundings } = this;
    return (
      !this.once &&
      isInside(canonicalPath(path), project) &&
      !isInside(surroundings.userHome, project)
    );
  }

  /** What is wrong with the store, or null. Nothing of any project runs then. */
  get trouble(): string | null {
    return this.once ? null : this.approvals.get().fault;
  }

  /** The same as when the store was last asked. */
  get lastTrouble(): string | null {
    return this.once ? null : this.approvals.fault;
  }

  /** Whether someone has approved anything here, or looked and found nothing to approve. Of other folders no byte is read. */
  get isKnownProject(): boolean {
    return this.once || (this.approvals.get().value?.hooks ?? null) !== null;
  }

  /** Someone has looked at a project without hooks: its settings may be read, and what is new in them is asked about. */
  acknowledge(): Promise<void> {
    return this.approvals.change(({ hooks, seen }) => ({ hooks: hooks ?? [], seen }));
  }

  of(hook: Hook): HookTrust {
    if (this.once && isProjectLayer(hook.source.layer) && !this.pinned.pins(hook))
      return this.trustedOnce(hook);
    const fingerprint = this.looks.look(hook);
    const { state, why, changes = [] } = this.judge(hook, fingerprint);
    const runs = state === "approved" || state === "once" || state === "own";
    // Also where the store has become unusable: a guard that cannot run must not be a guard less.
    const approved = runs ? undefined : this.approvedVersion(hook, this.approvals.lastUsable);
    const onFailure = approved?.entry["onFailure"];
    const isGuard = approved?.entry["observe"] !== true;
    const guards = isGuard && (onFailure === "ask" || onFailure === "block") ? onFailure : null;
    return { hook, state, runs, why, fingerprint, changes, guards };
  }

  /** It is compared with nothing, and so it is looked at only where someone asks. */
  private trustedOnce(hook: Hook): HookTrust {
    const look = (): Fingerprint => this.looks.look(hook);
    let looked: Fingerprint | undefined;
    return {
      hook,
      state: "once",
      runs: true,
      why: trustedForCall,
      get fingerprint() {
        return (looked ??= look());
      },
      changes: [],
      guards: null,
    };
  }

  /** What was approved under its id, or under its name on the same event. */
  private approvedVersion(hook: Hook, approved: Approvals | null): KnownHook | undefined {
    const hooks = approved?.hooks ?? [];
    return (
      hooks.find(({ id }) => id === hook.id) ??
      hooks.find(({ entry }) => entry["name"] === stableName(hook) && entry["event"] === hook.event)
    );
  }

  /** Binds approval to what was looked at, not to what the files hold by now. Rejects where it cannot be stored. */
  async approve(looked: readonly HookTrust[]): Promise<void> {
    const own = looked.filter(({ hook }) => isProjectLayer(hook.source.layer));
    if (own.length === 0) return;
    for (const { hook, fingerprint } of own)
      if (fingerprint.fault !== null)
        throw new Error(`${hook.name} cannot be approved: ${fingerprint.fault}`);
    const ids = new Set(own.map(({ hook }) => hook.id));
    const known = own.map(({ hook, fingerprint, acceptsUnknownFiles = false }) => ({
      ...knownHook(hook, fingerprint),
      ...(acceptsUnknownFiles && { acceptsUnknownFiles }),
    }));
    await this.approvals.change(
      ({ hooks, seen }) => ({
        hooks: [...(hooks ?? []).filter(({ id }) => !ids.has(id)), ...known],
        seen,
      }),
      textsOf(own.flatMap(({ fingerprint }) => fingerprint.states)),
    );
    for (const { fingerprint } of own) this.memory.approvedNow.add(fingerprint.sha256);
  }

  /**
   * Takes approval back: of the hooks with these ids, or of all. Gives back how many it was. A project of which
   * nothing is approved is a stranger's again. Rejects where it cannot be stored.
   */
  async revoke(ids: readonly string[] | null): Promise<number> {
    const isTaken = ({ id }: KnownHook): boolean => ids === null || ids.includes(id);
    await this.refresh();
    const { value, fault } = this.approvals.get();
    if (fault !== null) throw new Error(fault);
    if (value.hooks === null || (ids !== null && !value.hooks.some(isTaken))) return 0;
    let count = 0;
    this.memory.approvedNow.clear();
    await this.approvals.change(({ hooks, seen }) => {
      const kept = (hooks ?? []).filter((hook) => !isTaken(hook));
      count = (hooks ?? []).length - kept.length;
      return { hooks: kept.length === 0 ? null : kept, seen };
    });
    return count;
  }

  /** What was approved here, also what is no more in the settings. */
  approvedHere(): readonly KnownHook[] {
    return this.approvals.get().value?.hooks ?? [];
  }

  /** The text of a file as it was approved, where it was kept. */
  async approvedText(sha256: string): Promise<string | null> {
    const { value } = await askStore(
      () => this.store.text(sha256),
      (given) => (given === null || typeof given === "string" ? null : "gave no text"),
    );
    return value;
  }

  /**
   * What of the user's and the administrator's hooks is new since the last time; it is remembered. Files
   * without hooks are remembered too, so that the first hook in one is news.
   */
  announce(hooks: readonly Hook[], files: readonly string[]): Announcement[] {
    const { value } = this.approvals.get();
    if (value === null) return [];
    const announcements: Announcement[] = [];
    let { seen } = value;
    for (const file of files) {
      const before = Object.hasOwn(seen, file) ? seen[file] : undefined;
      const now = hooks
        .filter(({ source }) => source.file === file)
        .map((hook) => knownHook(hook, this.looks.look(hook)));
      const found = before === undefined ? [] : news(file, before, now);
      announcements.push(...found);
      if (before === undefined || found.length > 0) seen = { ...seen, [file]: now };
    }
    if (seen !== value.seen) this.remember(seen);
    return announcements;
  }

  /** What was approved here and is no longer in the settings, or is turned off since. */
  gone(hooks: readonly Hook[]): readonly Gone[] {
    return this.approvedHere().flatMap((known): readonly Gone[] => {
      const { entry } = known;
      // By name, not by place: where the first of two is removed, the second takes its place.
      const present = hooks.filter(
        (hook) => stableName(hook) === entry["name"] && hook.event === entry["event"],
      );
      if (present.length === 0) return [{ known, isOff: false }];
      const isOff = entry["disabled"] !== true && present.every(({ disabled }) => disabled);
      return isOff ? [{ known, isOff }] : [];
    });
  }

  /**
   * Waits until whatever is written to the files of a hook from then on shows, and says which is not as it was when it was
   * looked at, or null. Null where there is nothing to wait for.
   */
  settle(looked: HookTrust): Promise<string | null> | null {
    if (!this.isWatched(looked)) return null;
    const settling = this.looks.settle(looked.hook, looked.fingerprint);
    return settling === null ? null : settling.then(() => this.changedSince(looked));
  }

  /** What is wrong with the lock file, or null. */
  get lockFault(): string | null {
    return this.pinned.fault;
  }

  get hasLock(): boolean {
    return this.pinned.isThere;
  }

  /** Pins the hooks of the project as they are now. Gives back what changes in the lock file. */
  lock(hooks: readonly Hook[], write: boolean): HookDifference[] {
    return this.pinned.pin(
      hooks.map((hook) => [hook, this.looks.look(hook)]),
      write,
    );
  }

  /**
   * How an approved hook is started: in the exec form, files of the project that its words name are private
   * copies of the bytes that were looked at. The rest of what it names is looked at again afterwards, see
   * `changedSince`.
   */
  startOf(looked: HookTrust): HookAction {
    const { hook } = looked;
    const { action } = hook;
    const program = asProgram(action);
    if (program?.form !== "exec" || !this.isWatched(looked)) return action;
    const copied = copiedWords({ hook, states: looked.fingerprint.states }, this.surroundings);
    if (copied.size === 0) return action;
    const copies = this.copies.of([...copied.values()]);
    const started = (word: string, index: number): string =>
      copies.get(copied.get(index)?.path ?? "") ?? word;
    const args = program.args.map((word, index) => started(word, index + 1));
    return { ...program, command: started(program.command, 0), args };
  }

  /**
   * Variables with which an approved hook runs. Python loads what it finds compiled instead of the source that was
   * approved, so that it gets a place of its own for that.
   */
  variablesOf(looked: HookTrust): Readonly<Record<string, string>> {
    if (!this.isWatched(looked) || "PYTHONPYCACHEPREFIX" in looked.hook.entry.env) return {};
    const isPython = looked.fingerprint.states.some(({ path }) => path.endsWith(".py"));
    return isPython ? { PYTHONPYCACHEPREFIX: this.copies.place("compiled") } : {};
  }

  /** The first file of a hook that is not as it was when it was looked at, or null. Copies cannot change. */
  changedSince(looked: HookTrust): string | null {
    if (!this.isWatched(looked)) return null;
    const { hook, fingerprint } = looked;
    const now = this.looks.look(hook);
    if (now === fingerprint) return null;
    const [before, after] = [fingerprint.states, now.states];
    const touched = touchedFile({ hook, states: before }, after, this.surroundings);
    return touched === null ? null : shortPath(touched, this.surroundings);
  }

  /** For one call the project is trusted as it is, and whatever it does to itself. */
  private isWatched({ hook, state }: HookTrust): boolean {
    return isProjectLayer(hook.source.layer) && state !== "once";
  }

  /** Every file that a hook names, whoever the hook is of. */
  filesOf(hook: Hook): readonly string[] {
    const { states } = takeFingerprint(hook.entry, this.surroundings, "project");
    return states.map(({ path }) => path);
  }

  /** What no tool may write without the user's yes: where trust is kept, and the files that hooks name or run. */
  protectedPaths(hooks: readonly Hook[]): string[] {
    const { project, home } = this;
    const named = hooks.flatMap((hook) => [
      ...scriptsOf(hook.entry, this.surroundings),
      ...this.scriptsFound(hook),
    ]);
    const own = [join(project, ".snaphook"), lockPath(project), home];
    const waves = ["settings.json", "settings.local.json"].map((name) =>
      join(project, ".wave", name),
    );
    return [...new Set([...own, ...waves, ...named])];
  }

  /** The scripts that a hook runs without naming them, `guard.js` of `node guard`; of the project's hooks, those of the approved. */
  private scriptsFound(hook: Hook): string[] {
    const { projectDir, userHome } = this.surroundings;
    const files = isProjectLayer(hook.source.layer)
      ? this.approvedVersion(hook, this.approvals.get().value)?.files
      : this.looks.look(hook).files;
    return (files ?? [])
      .map(({ path }) => path)
      .filter((path) => /^[.~]\//.test(path) && !isData(path))
      .map((path) => join(path.startsWith("~") ? userHome : projectDir, path.slice(2)));
  }

  close(): void {
    this.copies.close();
  }

  private judge(
    hook: Hook,
    now: Fingerprint,
  ): { state: TrustState; why: string; changes?: readonly HookDifference[] } {
    if (!isProjectLayer(hook.source.layer))
      return { state: "own", why: "it needs nobody's approval" };
    const { value, fault } = this.approvals.get();
    if (fault !== null && !this.once) return { state: "unknown", why: fault };
    const drift = this.pinned.driftOf(hook, now);
    if (drift !== null) return drift;
    if (this.once) return { state: "once", why: trustedForCall };
    if (now.fault !== null) return { state: "unknown", why: now.fault };
    const notKnown = now.notKnown.length === 0 ? "" : `files not known: ${now.notKnown.join("; ")}`;
    const approved = value?.hooks?.filter(({ fingerprint }) => fingerprint === now.sha256) ?? [];
    if (approved.length > 0) {
      const isSure =
        notKnown === "" ||
        this.memory.approvedNow.has(now.sha256) ||
        approved.some(({ acceptsUnknownFiles }) => acceptsUnknownFiles === true);
      return isSure
        ? { state: "approved", why: "it is what was approved" }
        : { state: "unseen", why: `approved in an earlier session; ${notKnown}` };
    }
    const before = this.approvedVersion(hook, value);
    const more = notKnown === "" ? "" : `; ${notKnown}`;
    if (before === undefined) return { state: "new", why: `nobody has approved it${more}` };
    const changes = differences(before, now);
    const what = changes.map((change) => change.what).join(", ");
    return { state: "changed", why: `it changed since it was approved: ${what}${more}`, changes };
  }

  /** What cannot be remembered is said again next time: rather twice than never. */
  private remember(seen: Approvals["seen"]): void {
    this.approvals
      .change((before) => ({ ...before, seen: { ...before.seen, ...seen } }))
      .catch(() => undefined);
  }
}

/** What tools read and people change all the time; that it changed is noticed before the hook runs. */
function isData(path: string): boolean {
  return /(?:^|\/)(?:node_modules|\.[\w-]+)(?:\/|$)|\.(?:json|toml|ya?ml|ini|cfg|lock|md|txt)$/.test(
    path,
  );
}
