import { setMaxListeners } from "node:events";
import { watchSettings, type ConfigProblem, type Hook, type Settings } from "../config/index.js";
import { decide } from "../decide/index.js";
import type { Answer } from "../decode/index.js";
import { findDialect, type Dialect } from "../dialects/index.js";
import { inOtherTurn } from "../io/index.js";
import { readAnswers } from "../interpret/index.js";
import { matchAll, type HookMatch } from "../match/index.js";
import { eventSpec, type Payload } from "../payload/index.js";
import { createHttpRunner, createRunner } from "../run/index.js";
import type { Ruling } from "../rules/index.js";
import type { Reading } from "../route/index.js";
import type { Ledger } from "../trace/index.js";
import { canonicalPath, type HookTrust } from "../trust/index.js";
import { AsyncHooks } from "./async-hooks.js";
import { prepare } from "./before-first-event.js";
import { hookVariables } from "./environment.js";
import { newEventId } from "./event-id.js";
import type { EventRuns, Planned, Ruled } from "./event-steps.js";
import { newMemory, type EngineMemory } from "./engine-memory.js";
import { eventContext, type EventContext } from "./event-context.js";
import { reportOf, unreadFiles, type Fired } from "./fired.js";
import { LocalFunctions, type FunctionCalls } from "./function-calls.js";
import { Grants, type ToolCall } from "./grants.js";
import { abortAnswer, grantAnswer, ruleAnswers, stopLimitAnswer } from "./own-answers.js";
import { callAfter, callOf, Permissions, worldOf } from "./permissions.js";
import { ownLedger, type OwnLedger } from "./own-ledger.js";
import type { PlannedHook } from "./planned-hook.js";
import type { Engine, EngineOptions, PermissionAnswer } from "./engine.js";
import { ProjectTrust } from "./project-trust.js";
import { recordEvent, recordOutcome, recordPermission } from "./record.js";
import { depthOf } from "./recursion.js";
import { notRecorded, refusalOf } from "./refusal.js";
import { endOf, HookRuns, type HookResult } from "./run-hooks.js";
import { HookStarter } from "./start-hook.js";
import { settingsFiles } from "./settings-places.js";
import { stampedLedger } from "./stamped-ledger.js";
import { StopLoop } from "./stop-loop.js";
import { WarmHooks } from "./warm-hooks.js";

const never = new AbortController().signal;

/** What an engine is given that does not begin a session, or that is not next to the host's code. */
interface EngineParts {
  readonly memory: EngineMemory;
  readonly functions: FunctionCalls;
}

export class ProjectEngine implements Engine {
  private readonly projectDir: string;
  private readonly depth: number;
  private readonly project: ProjectTrust;
  private readonly runner: ReturnType<typeof createRunner>;
  private readonly http = createHttpRunner();
  private readonly functions: FunctionCalls;
  private readonly ledger: Ledger | undefined;
  private readonly own: OwnLedger;
  private readonly warm: WarmHooks;
  private readonly starter: HookStarter;
  private readonly asyncHooks: AsyncHooks;
  private readonly stopLoop: StopLoop;
  private readonly grants: Grants;
  private watcher: ReturnType<typeof watchSettings> | undefined;
  private isClosed = false;
  private readPermissions: { readonly of: Settings; readonly permissions: Permissions } | null =
    null;
  /** Events that are under way. */
  private open = 0;

  constructor(
    private readonly options: EngineOptions,
    { memory = newMemory(), functions = new LocalFunctions() }: Partial<EngineParts> = {},
  ) {
    this.grants = new Grants(options.grants ?? memory.grants);
    this.stopLoop = new StopLoop(memory.stopBlocks);
    this.functions = functions;
    // Where a link leads when the session begins: it may be turned elsewhere later.
    const projectDir = canonicalPath(options.projectDir);
    this.projectDir = projectDir;
    const { onProgress, environment = process.env } = options;
    this.depth = depthOf(environment);
    const variables = hookVariables(environment, projectDir, this.depth);
    const files = settingsFiles(options, projectDir);
    const { home, userHome } = files;
    const trust = {
      projectDir,
      home,
      userHome,
      approvals: options.approvals,
      once: options.trustProject ?? false,
      variables: variables.trusted,
      searchPath: environment["PATH"] ?? "",
    };
    this.project = new ProjectTrust(files, trust, options, memory);
    const shared = variables.sharedIn(this.dialect);
    // Not before all that can throw.
    this.own = ownLedger(options.ledger);
    const ledger = stampedLedger(this.own.ledger, () => this.project.settings);
    this.ledger = ledger;
    this.runner = createRunner({
      keeper: options.keeper ?? true,
      guardAfterMs: options.guardAfterMs,
      base: shared,
      // What a hook that stays says is about no single event.
      onWorkerLog: (hook, text) => void ledger?.append({ type: "log", eventId: "", hook, text }),
    });
    const { project, runner, http } = this;
    this.warm = new WarmHooks(runner.workers, (hook) => project.filesOf(hook));
    const parts = { runner, http, functions, project, projectDir, environment, shared };
    this.starter = new HookStarter({ ...parts, warm: this.warm });
    this.asyncHooks = new AsyncHooks(this.starter, ledger, onProgress);
    this.watch();
    // A host that is to live has time before its first event; one that fires at once does the same on the way.
    if (options.keeper === false) return;
    const looks = options.approvals === undefined ? project : null;
    const { own, starter } = this;
    const given = { engine: this, own, runner, starter, project: looks };
    inOtherTurn(() => void prepare(given, () => this.isClosed).catch(() => {}));
  }

  private watch(): void {
    const { options, projectDir, project } = this;
    const { onSettingsChange } = options;
    if (onSettingsChange === undefined || this.isClosed) return;
    this.watcher?.close();
    const watched = { ...settingsFiles(options, projectDir), trustProject: project.isKnown };
    this.watcher = watchSettings(watched, onSettingsChange);
  }

  async fire(
    given: Payload,
    { signal = never, eventId = newEventId() }: { signal?: AbortSignal; eventId?: string } = {},
  ): Promise<Fired> {
    const payload = this.payloadOf(given);
    // Every hook listens; sixteen of them are no leak.
    setMaxListeners(0, signal);
    this.open++;
    try {
      const { context, ...planned } = await this.plan(payload, signal, eventId);
      const ran = await this.run(context, planned);
      const ruled = await this.rule(context, ran);
      const reading = this.read(context, ran, ruled);
      return this.record(context, ran, ruled, reading);
    } finally {
      this.open--;
      this.ended();
    }
  }

  private payloadOf(given: Payload): Payload {
    const event = given.hook_event_name;
    if (typeof event !== "string" || event === "")
      throw new TypeError("the payload needs hook_event_name");
    return this.stopLoop.mark({ cwd: this.projectDir, ...given });
  }

  /** Finds the hooks that match and may run. Whoever can approve more is asked. */
  private async plan(
    payload: Payload,
    signal: AbortSignal,
    eventId: string,
  ): Promise<Planned & { readonly context: EventContext }> {
    const { project } = this;
    const refreshing = project.refresh();
    if (refreshing !== null && (await refreshing)) {
      this.warm.keep(project.settings.hooks);
      this.watch();
    }
    const matches = this.match(project.settings.hooks, payload);
    if (matches.some(startsCommand)) this.runner.expectRun();
    let plan = project.check(matches);
    const { approved, fault } = await project.requestReview(plan);
    if (approved) plan = this.preview(payload);
    const { settings } = project;
    const { dialect } = this;
    const context = eventContext(payload, settings, dialect, { eventId, signal });
    recordEvent(this.ledger, eventId, payload, plan, dialect.name, settings);
    return { context, plan, notStored: fault };
  }

  /** The same for one hook that is about to get a payload which hooks before it have changed. */
  private async replan(before: PlannedHook, payload: Payload): Promise<PlannedHook> {
    const look = (): PlannedHook =>
      this.project.check(this.match([before.hook], payload))[0] ?? before;
    const planned = look();
    const { approved, fault } = await this.project.requestReview([planned]);
    if (approved) return look();
    // Someone wants it to run, and it cannot.
    return fault === null || planned.trust === undefined
      ? planned
      : { ...planned, why: fault, trust: { ...planned.trust, why: fault, guards: "block" } };
  }

  private match(hooks: readonly Hook[], payload: Payload): readonly HookMatch<Hook>[] {
    return matchAll(hooks, payload, this.options.dialect ?? this.project.settings.dialect);
  }

  /** Runs the hooks, and judges the call by the rules meanwhile: most hooks leave its input as it is. */
  private async run(context: EventContext, { plan, notStored }: Planned): Promise<EventRuns> {
    const { settings, payload, signal } = context;
    const { projectDir, depth } = this;
    const missing = this.project.missing();
    const refusal = refusalOf({ settings, projectDir, depth, plan, missing, notStored });
    const call = callOf(payload);
    const judge = (): Ruling | null =>
      call === null ? null : this.permissions.judge(call, payload.cwd);
    if (refusal !== null) {
      const results = plan.map((planned) => ({ planned: { ...planned, matches: false } }));
      return { results, refusal, ruling: judge() };
    }
    if (!signal.aborted)
      for (const planned of plan.filter(isAsync)) this.asyncHooks.start(planned, context);
    const runs = new HookRuns(
      context,
      this.starter,
      (before, changed) => this.replan(before, changed),
      this.options.onProgress,
    );
    const running = runs.run(plan.filter((planned) => !isAsync(planned)));
    // Whoever starts them knows it.
    await Promise.resolve();
    const ruling = judge();
    const ended = new Map((await running).map((result) => [result.planned.hook.id, result]));
    const results = plan.map((planned) => ended.get(planned.hook.id) ?? { planned });
    return { results, refusal, ruling };
  }

  /** What rules, the user's permission, the stop limit and an abort say: answers in addition to those of the hooks. */
  private async rule(
    context: EventContext,
    { results, refusal, ruling: asked }: EventRuns,
  ): Promise<Ruled> {
    if (refusal !== null) return { answers: [refusal], ruling: asked, problems: [] };
    const { event, payload, settings, signal } = context;
    const { stopBlocks } = settings.limits;
    const ofHooks = answersOf(results);
    const verdict = decide(ofHooks, eventSpec(event), payload);
    const call = callAfter(verdict, payload);
    const ruling =
      call === null || verdict.changes.input === undefined
        ? asked
        : this.permissions.judge(call, payload.cwd);
    const answers = ruling === null ? [] : [...ruleAnswers(ruling)];
    const granted = await this.grants.holds(call);
    if (granted.value) answers.push(grantAnswer);
    if (this.stopLoop.isTooMuch(verdict.outcome, payload, stopBlocks))
      answers.push(stopLimitAnswer(stopBlocks));
    if (signal.aborted && ofHooks.every(({ observes }) => observes)) answers.push(abortAnswer);
    return { answers, ruling, problems: granted.problems };
  }

  private read(
    context: EventContext,
    { results }: EventRuns,
    { answers, problems }: Ruled,
  ): Reading {
    const news = [...this.asyncHooks.takeFresh(), ...this.project.takeFresh(), ...problems];
    return readAnswers([...answersOf(results), ...answers], context, news);
  }

  private record(
    context: EventContext,
    { results }: EventRuns,
    { ruling }: Ruled,
    reading: Reading,
  ): Fired {
    const { eventId, event, dialect, settings } = context;
    const hooks = [
      ...unreadFiles(settings, this.project.lastTrouble),
      ...results.map(({ planned, ran }) => ({ ...reportOf(planned), ...(ran && endOf(ran)) })),
    ];
    const sync = settings.ledger !== "written";
    const isRecorded = recordOutcome(this.ledger, eventId, reading, hooks, ruling, sync);
    const mustHalt = settings.ledger === "required" && !isRecorded;
    const problems = (): readonly ConfigProblem[] => this.problems;
    return {
      eventId,
      event,
      dialect: dialect.name,
      reading: mustHalt ? readAnswers([notRecorded], context) : reading,
      hooks,
      ruling,
      // Looked up where someone asks: it needs a look at the store.
      get problems() {
        return problems();
      },
    };
  }

  /** What became of an event of another engine, whose memory this one has. */
  recordLost(eventId: string, reading: Reading): void {
    recordOutcome(this.ledger, eventId, reading, [], null, false);
  }

  recordPermission(eventId: string, answer: PermissionAnswer): void {
    recordPermission(this.ledger, eventId, answer);
  }

  preview(payload: Payload): readonly PlannedHook[] {
    return this.project.check(this.match(this.project.settings.hooks, payload));
  }

  get settings(): Settings {
    return this.project.settings;
  }

  get problems(): readonly ConfigProblem[] {
    const { project, permissions, grants, asyncHooks } = this;
    return [project, permissions, grants, asyncHooks].flatMap(({ problems }) => problems);
  }

  get usesKeeper(): boolean {
    return this.runner.usesKeeper;
  }

  async refresh(): Promise<void> {
    if ((await this.project.refresh()) === true) this.watch();
  }

  reload(): Settings {
    const settings = this.project.reload();
    this.warm.keep(settings.hooks);
    return settings;
  }

  review(): readonly HookTrust[] {
    return this.project.review();
  }

  approve(looked: readonly HookTrust[]): Promise<void> {
    return this.project.approve(looked);
  }

  revoke(ids?: readonly string[]): Promise<number> {
    // Whoever is not approved any more must not stay; the others are started anew.
    this.warm.keep([]);
    return this.project.revoke(ids ?? null);
  }

  judge(call: ToolCall): Ruling {
    return this.permissions.judge(call, this.projectDir);
  }

  grant(call: ToolCall): Promise<void> {
    return this.grants.grant(call);
  }

  drained(): Promise<void> {
    return this.asyncHooks.drained();
  }

  close(): void {
    this.isClosed = true;
    this.watcher?.close();
    this.asyncHooks.close();
    this.runner.close();
    this.http.close();
    this.functions.close();
    this.project.close();
    this.ended();
  }

  /** After the last event nothing more is recorded. */
  private ended(): void {
    if (this.isClosed && this.open === 0) this.own.close();
  }

  private get dialect(): Dialect {
    return findDialect(this.options.dialect ?? this.project.settings.dialect);
  }

  /** Read once for each version of the settings. */
  private get permissions(): Permissions {
    const { settings } = this.project;
    if (this.readPermissions?.of !== settings) {
      const world = (): ReturnType<typeof worldOf> =>
        worldOf(this.projectDir, () => this.project.protectedPaths());
      const permissions = new Permissions(settings, world, this.projectDir);
      this.readPermissions = { of: settings, permissions };
    }
    return this.readPermissions.permissions;
  }
}

function startsCommand({ hook, matches }: HookMatch<Hook>): boolean {
  return matches && hook.action.type === "command";
}

function isAsync({ hook, matches }: PlannedHook): boolean {
  return hook.async === true && matches;
}

function answersOf(results: readonly HookResult[]): readonly Answer[] {
  return results.flatMap(({ answer }) => answer ?? []);
}
