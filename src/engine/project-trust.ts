import { loadSettings, type ConfigProblem, type Hook, type Settings } from "../config/index.js";
import { inOtherTurn, isFolder } from "../io/index.js";
import { isOwnId, isProjectLayer } from "../layer/index.js";
import type { HookMatch as Match } from "../match/index.js";
import { catalogue } from "../problem/index.js";
import { Trust, type Announcement, type HookTrust, type TrustOptions } from "../trust/index.js";
import type { EngineMemory, ReadSettings } from "./engine-memory.js";
import type { HookChoice, PlannedHook } from "./planned-hook.js";
import { refuseFaults } from "./program-faults.js";
import { SignedBundles } from "./signed-bundles.js";

type ProjectSettingsOptions = Omit<Parameters<typeof loadSettings>[0], "trustProject">;

/** Called with hooks that nobody has approved as they are; gives back those that someone approves now. */
export type OnReview = (
  review: readonly HookTrust[],
) => Promise<readonly HookTrust[]> | readonly HookTrust[];

/** What came of asking: whether anything was approved, and why an approval could not be stored. */
export interface ReviewResult {
  readonly approved: boolean;
  readonly fault: string | null;
}

/** States of which someone may still say yes. */
const isAskedAbout: ReadonlySet<HookTrust["state"]> = new Set(["new", "changed", "unseen"]);

/** As many hooks as run at a time by default. */
const MOST_PREPARED = 16;

const noReview: ReviewResult = { approved: false, fault: null };

/** The settings of a project as far as someone has agreed to them, and the way to agree to more. */
export class ProjectTrust {
  private read: ReadSettings;
  private readonly trust: Trust;
  private reviewing: Promise<ReviewResult> | null = null;
  /** What is wrong with the store, as last reported. */
  private toldTrouble: string | null = null;

  private readonly bundles = new SignedBundles();

  constructor(
    private readonly files: ProjectSettingsOptions,
    trust: TrustOptions,
    private readonly choice: { readonly onReview?: OnReview; readonly only?: HookChoice },
    private readonly memory: EngineMemory,
  ) {
    this.trust = new Trust({ ...trust, memory });
    this.read = memory.read ?? this.load();
  }

  /**
   * Asks what is approved by now; null where that is known at once. Settings that were read while the store could
   * not be used are read again when it can, and so are all where another revision of the policy counts; whether they were.
   */
  refresh(): Promise<boolean> | null {
    if (this.bundles.isReplaced(this.settings.policy)) {
      this.reload();
      return Promise.resolve(true);
    }
    const asking = this.trust.refresh();
    if (asking === null && !this.read.isPartial) return null;
    return Promise.resolve(asking).then(() => {
      const isReadAgain = this.read.isPartial && this.trust.trouble === null;
      if (isReadAgain) this.reload();
      return isReadAgain;
    });
  }

  /** What was wrong with the store when it was last asked, or null. */
  get lastTrouble(): string | null {
    return this.trust.lastTrouble;
  }

  /** What is wrong with the store and was not when this was last asked. */
  takeFresh(): readonly ConfigProblem[] {
    const { lastTrouble } = this;
    const isNews = lastTrouble !== this.toldTrouble;
    this.toldTrouble = lastTrouble;
    return isNews ? storeProblems(lastTrouble) : [];
  }

  get settings(): Settings {
    return this.read.settings;
  }

  /** Whether someone has approved anything of this project. */
  get isKnown(): boolean {
    return this.trust.isKnownProject;
  }

  /** What the user should know of the settings, whatever the event. */
  get problems(): readonly ConfigProblem[] {
    const store = storeProblems(this.trust.trouble);
    const { hooks, disableAllHooks } = this.settings;
    const gone = this.trust
      .gone(hooks)
      // Where the user has turned everything off, it is no news. What hosts' files hold is not read here.
      .filter(({ known, isOff }) => isOwnId(known.id) && !(isOff && disableAllHooks))
      .map(({ known: { name, id }, isOff }) =>
        problem(
          "hook-gone",
          name,
          `${id} was approved and is ${isOff ? "turned off" : "not there any more"}`,
        ),
      );
    const folder = isFolder(this.files.projectDir)
      ? []
      : [problem("project-gone", "", `${this.files.projectDir} is not a folder any more`)];
    return [...folder, ...this.settings.problems, ...this.read.announced, ...store, ...gone];
  }

  reload(): Settings {
    this.read = this.load();
    return this.settings;
  }

  /** Every hook of the project with what can be said of it, read as data: nothing is run. */
  review(): readonly HookTrust[] {
    return this.everyHook()
      .filter(isProjects)
      .map((hook) => this.trust.of(hook));
  }

  async approve(looked: readonly HookTrust[]): Promise<void> {
    await this.trust.approve(looked);
    this.reload();
  }

  async revoke(ids: readonly string[] | null): Promise<number> {
    const count = await this.trust.revoke(ids);
    this.reload();
    return count;
  }

  /** Hooks of the project that match the event but are not approved as they are do not run. */
  check(matches: readonly Match<Hook>[]): readonly PlannedHook[] {
    return matches.map((match) => {
      if (!match.matches) return match;
      if (match.hook.source.bundle !== undefined) return this.checkBundle(match);
      if (!isProjects(match.hook)) return match;
      const trust = this.trust.of(match.hook);
      if (trust.runs) return { ...match, trust };
      return { ...match, matches: false, why: trust.why, skipped: "trust", trust };
    });
  }

  /**
   * Looks at approved hooks before an event needs them, one a turn and not many: the first look reads files and waits for the
   * disk, and those after it ask only whether anything has changed. Decides nothing.
   */
  async prepare(isWanted: () => boolean): Promise<void> {
    for (const hook of this.settings.hooks.filter(isProjects).slice(0, MOST_PREPARED)) {
      if (!isWanted()) return;
      const trust = this.trust.of(hook);
      if (trust.runs) await this.trust.settle(trust);
      await new Promise<void>(inOtherTurn);
    }
  }

  /** A hook of a signed bundle whose bytes are not what was signed does not run, and blocks. */
  private checkBundle(match: Match<Hook>): PlannedHook {
    const why = this.bundleFault(match.hook);
    if (why === null) return match;
    const trust = { ...this.trust.of(match.hook), runs: false, why, guards: "block" } as const;
    return { ...match, matches: false, why, skipped: "trust", trust };
  }

  /** Why the bundle of a hook is not what was signed; null where it is, and where the hook is in none. */
  bundleFault({ source: { bundle } }: Hook): string | null {
    return bundle === undefined ? null : this.bundles.faultOf(bundle, this.settings.policy);
  }

  /** What the files of a hook's bundle are now; null where it is in none. */
  markOf({ source: { bundle } }: Hook): string | null {
    return bundle === undefined ? null : this.bundles.markOf(bundle, this.settings.policy);
  }

  /** Lets someone look at what is not approved, once for each version. */
  async requestReview(planned: readonly PlannedHook[]): Promise<ReviewResult> {
    const { onReview } = this.choice;
    if (onReview === undefined) return noReview;
    if (this.reviewing !== null) return this.reviewing;
    const waits = planned.flatMap(({ skipped, trust }) =>
      skipped === "trust" && trust !== undefined ? [trust] : [],
    );
    const unread = this.settings.files.some(({ state }) => state === "untrusted");
    const open = (unread ? this.review() : waits).filter(
      ({ state, fingerprint }) =>
        isAskedAbout.has(state) && !this.memory.shown.has(fingerprint.sha256),
    );
    if (open.length === 0) return noReview;
    for (const { fingerprint } of open) this.memory.shown.add(fingerprint.sha256);
    this.reviewing = Promise.resolve(onReview(open))
      .then((approved) => this.store(approved))
      .finally(() => {
        this.reviewing = null;
      });
    return this.reviewing;
  }

  /** Where an approval cannot be stored, it is asked for again. */
  private async store(approved: readonly HookTrust[]): Promise<ReviewResult> {
    if (approved.length === 0) return noReview;
    try {
      await this.approve(approved);
      return { approved: true, fault: null };
    } catch (error) {
      for (const { fingerprint } of approved) this.memory.shown.delete(fingerprint.sha256);
      return { approved: false, fault: (error as Error).message };
    }
  }

  /** Names of required hooks that are not there, turned off, only observing or not approved. */
  missing(): readonly string[] {
    const { hooks, requireHooks } = this.settings;
    return requireHooks.filter(
      (wanted) =>
        !hooks.some(
          (hook) =>
            hook.name === wanted &&
            !hook.disabled &&
            hook.observe !== true &&
            (!isProjects(hook) || this.trust.of(hook).runs),
        ),
    );
  }

  /** What no tool may write without the user's yes. */
  protectedPaths(): string[] {
    const { files, hooks, policy } = this.settings;
    const folder = policy === null ? [] : [policy.folder];
    return [...files.map(({ path }) => path), ...folder, ...this.trust.protectedPaths(hooks)];
  }

  filesOf(hook: Hook): readonly string[] {
    return this.trust.filesOf(hook);
  }

  startOf(trust: HookTrust): ReturnType<Trust["startOf"]> {
    return this.trust.startOf(trust);
  }

  variablesOf(trust: HookTrust): ReturnType<Trust["variablesOf"]> {
    return this.trust.variablesOf(trust);
  }

  settle(trust: HookTrust): ReturnType<Trust["settle"]> {
    return this.trust.settle(trust);
  }

  changedSince(trust: HookTrust): string | null {
    return this.trust.changedSince(trust);
  }

  close(): void {
    this.trust.close();
  }

  private load(): ReadSettings {
    const isPartial = this.trust.trouble !== null;
    const settings = loadSettings({
      ...this.files,
      trustProject: this.trust.isKnownProject,
      trustUserFile: ({ host, path }) =>
        host === undefined ? !this.trust.isPlanted : !this.trust.couldWrite(path),
    });
    refuseFaults(settings.problems);
    // A bundle is announced by its revision.
    const own = settings.files.filter(
      ({ layer, isPolicy }) => isPolicy !== true && (layer === "user" || layer === "managed"),
    );
    const files = own.map(({ path }) => path);
    const announced = this.trust.announce(settings.hooks, files).map(announcement);
    const wanted = { ...settings, hooks: this.wanted(settings.hooks) };
    this.memory.read = { settings: wanted, announced, isPartial };
    return this.memory.read;
  }

  private everyHook(): readonly Hook[] {
    return this.wanted(loadSettings({ ...this.files, trustProject: true }).hooks);
  }

  private wanted(hooks: readonly Hook[]): readonly Hook[] {
    const { only } = this.choice;
    return only === undefined ? hooks : hooks.filter(only);
  }
}

function isProjects({ source }: Hook): boolean {
  return isProjectLayer(source.layer);
}

const announcements: Readonly<Record<Announcement["what"], string>> = {
  new: "a hook that was not there before",
  changed: "it changed",
  gone: "it is not there any more",
};

function announcement({ file, name, what, changes }: Announcement): ConfigProblem {
  const where = changes.map((change) => change.what).join(", ");
  const found = where === "" ? announcements[what] : `${announcements[what]}: ${where}`;
  return { ...problem("hook-changed", name, found), file };
}

function storeProblems(trouble: string | null): readonly ConfigProblem[] {
  return trouble === null ? [] : [problem("trust-unusable", "", trouble)];
}

export function problem(
  code: "hook-changed" | "hook-gone" | "project-gone" | "trust-unusable" | "grants-unusable",
  hook: string,
  found: string,
): ConfigProblem {
  const { severity } = catalogue[code];
  return { code, severity, hook, path: "", found, file: null, line: null };
}
