import { setMaxListeners } from "node:events";
import { homedir } from "node:os";
import {
  defaultHome,
  watchSettings,
  type ConfigProblem,
  type ProgramSettings,
  type Settings,
} from "../config/index.js";
import { findDialect, type Dialect } from "../dialects/index.js";
import { isFolder } from "../io/index.js";
import { interpretOwn, type Reading, type WireRun } from "../interpret/index.js";
import { matchAll } from "../match/index.js";
import type { Payload } from "../payload/index.js";
import { createHttpRunner, createRunner, FunctionRunner } from "../run/index.js";
import type { Ledger } from "../trace/index.js";
import type { Ruling } from "../rules/index.js";
import { canonicalPath, type TrustOf } from "../trust/index.js";
import { AsyncHooks } from "./async-hooks.js";
import { reportOf, type Fired, type HookReport } from "./fired.js";
import { Grants, type ToolCall } from "./grants.js";
import type { Hearing } from "./hearing.js";
import { callOf, Permissions, withRuling, worldOf } from "./permissions.js";
import { ProjectTrust, type OnReview } from "./project-trust.js";
import { sharedEnvironment, trustEnvironment } from "./environment.js";
import { recordEvent, recordOutcome } from "./record.js";
import { depthOf } from "./recursion.js";
import { notRecorded, refusalOf } from "./refusal.js";
import { runAll, type HookResult, type Progress, type RunContext } from "./run-hooks.js";
import { StopLoop } from "./stop-loop.js";
import { WarmHooks } from "./warm-hooks.js";

/** Where the engine finds hooks, how it runs them, and whom it tells. */
export interface EngineOptions {
  readonly projectDir: string;
  /** Whether all of the project's hooks run, approved or not, for as long as this engine lives. */
  readonly trustProject?: boolean;
  /** Lets someone look at hooks that are not approved as they are. Without it they are named and skipped. */
  readonly onReview?: OnReview;
  /** Settings given by code, beside those of the files; hooks in them may be functions. What is wrong with them throws. */
  readonly program?: ProgramSettings;
  /** Where the user's settings, the ledger and the stores are; by default `$SNAPHOOK_HOME` or `~/.snaphook`. */
  readonly home?: string;
  /** The user's home folder, for `.wave/settings.json`. By default the system's; where `home` is given without it, no file of Wave's is the user's. */
  readonly userHome?: string;
  /** Whether `.wave/settings.json` and `.wave/settings.local.json` are read beside `.snaphook`'s. By default they are. */
  readonly wave?: boolean;
  readonly managedFile?: string;
  /** How to read hooks; by default what the settings say. */
  readonly dialect?: string;
  /** A long-lived host runs hooks through a helper process (default); a one-shot command in place. */
  readonly keeper?: boolean;
  readonly ledger?: Ledger;
  /** The environment that hooks get a part of; by default the host's own. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Told that the settings on disk changed. They count only once `reload` is called: that is the user's decision. */
  readonly onSettingsChange?: (changed: Settings) => void;
  /** Told when a hook starts and ends, for a UI. */
  readonly onProgress?: (progress: Progress) => void;
}

/** The hooks of one project, ready to be fired at. */
export interface Engine {
  readonly settings: Settings;
  /** What the user should know of the settings, the trust store and the rules, whatever the event. */
  readonly problems: readonly ConfigProblem[];
  /** Runs the hooks that hear the event and says what follows. Aborted, its outcome is `halt`. Rejects only for a caller's mistake. */
  fire(payload: Payload, options?: { readonly signal?: AbortSignal }): Promise<Fired>;
  /** What would run, and why the rest would not, without running anything. */
  preview(payload: Payload): readonly Hearing[];
  /** Every hook of the project and whether it is approved, read as data. */
  review(): readonly TrustOf[];
  /** Approves hooks as they were looked at; they count from now on. */
  approve(looked: readonly TrustOf[]): void;
  /** Takes approval back, of some hooks or of all of the project. Gives back how many it was. */
  revoke(ids?: readonly string[]): number;
  /** What the permission rules say to a call, and which one decides. Hooks are not run. */
  judge(call: ToolCall): Ruling;
  /** The user has said yes to exactly this call; for this session its `ask` is answered. */
  grant(call: ToolCall): void;
  /** Whether hooks run through the helper process by now; until it is ready they run in place. */
  readonly usesKeeper: boolean;
  /** Reads the settings again. Nothing that changed on disk counts before this is called. */
  reload(): Settings;
  /** Resolves once no async hook runs any more. Who wants to give them time waits for it, or for some of it, before `close`. */
  drained(): Promise<void>;
  /** Ends every hook that runs, async ones too. */
  close(): void;
}

const never = new AbortController().signal;

/** Reads the settings of a project and gets ready to run its hooks. Throws where the project is no folder. Close it when the session ends. */
export function createEngine(options: EngineOptions): Engine {
  const { trustProject = false, keeper = true, ledger } = options;
  checkFolder(options.projectDir);
  // Where a link leads when the session begins: it may be turned elsewhere later.
  const projectDir = canonicalPath(options.projectDir);
  const environment = options.environment ?? process.env;
  const depth = depthOf(environment);
  const stopLoop = new StopLoop();
  let count = 0;

  const { program, home = defaultHome(), managedFile, wave } = options;
  const userHome = options.userHome ?? (options.home === undefined ? homedir() : undefined);
  const files = {
    projectDir,
    home,
    ...(userHome !== undefined && { userHome }),
    ...(wave !== undefined && { wave }),
    ...(program !== undefined && { program }),
    ...(managedFile !== undefined && { managedFile }),
  };
  const trust = {
    projectDir,
    home,
    once: trustProject,
    ...(userHome !== undefined && { userHome }),
    ...trustEnvironment(environment, projectDir),
  };
  const project = new ProjectTrust(files, trust, options.onReview);
  const grants = new Grants();
  const asyncHooks = new AsyncHooks(ledger);
  let permissionsNow: { readonly of: Settings; readonly permissions: Permissions } | null = null;
  /** Read once for each version of the settings. */
  function permissions(): Permissions {
    const { settings } = project;
    if (permissionsNow?.of !== settings) {
      const world = worldOf(projectDir, project.protectedPaths());
      permissionsNow = { of: settings, permissions: new Permissions(settings, world, projectDir) };
    }
    return permissionsNow.permissions;
  }
  const problems = (): readonly ConfigProblem[] => [
    ...project.problems,
    ...permissions().problems,
    ...asyncHooks.problems,
  ];
  const dialectNow = (): Dialect => findDialect(options.dialect ?? project.settings.dialect);
  const shared = sharedEnvironment(environment, dialectNow(), projectDir, depth);
  const runner = createRunner({
    keeper,
    base: shared,
    // What a hook that stays says is about no single event.
    onWorkerLog: (hook, text) => void ledger?.append({ type: "log", eventId: "", hook, text }),
  });
  const http = createHttpRunner();
  const functions = new FunctionRunner();
  const warm = new WarmHooks(runner.workers, (hook) => project.filesOf(hook));
  const watched = { ...files, trustProject: project.isKnown };
  const watcher = options.onSettingsChange && watchSettings(watched, options.onSettingsChange);

  function preview(payload: Payload): readonly Hearing[] {
    const { hooks, dialect } = project.settings;
    return project.check(matchAll(hooks, payload, options.dialect ?? dialect));
  }

  async function fire(
    given: Payload,
    { signal = never }: { signal?: AbortSignal } = {},
  ): Promise<Fired> {
    const dialect = dialectNow();
    const event = given.hook_event_name;
    if (typeof event !== "string" || event === "")
      throw new TypeError("the payload needs hook_event_name");
    // Every hook listens; sixteen of them are no leak.
    setMaxListeners(0, signal);
    const eventId = `${Date.now().toString(36)}-${process.pid.toString(36)}-${count++}`;
    const payload = stopLoop.mark({ cwd: projectDir, ...given });

    let hearings = preview(payload);
    if (await project.askFor(hearings)) hearings = preview(payload);
    const { settings } = project;
    recordEvent(ledger, eventId, payload, hearings);
    const hearing = hearings.filter(({ hears }) => hears);
    const refusal = refusalOf(settings, depth, hearing.length > 0, project.missing());
    const context: RunContext = {
      runner,
      http,
      functions,
      warm,
      project,
      settings,
      dialect,
      projectDir,
      environment,
      shared,
      signal,
      eventId,
      ...(options.onProgress !== undefined && { onProgress: options.onProgress }),
    };
    const beside = refusal !== null || signal.aborted ? [] : hearing.filter(isBeside);
    for (const one of beside) asyncHooks.start({ hearing: one, payload, context });
    const voting = hearing.filter((one) => !isBeside(one));
    const running = refusal !== null ? [] : runAll(voting, payload, context);
    // While the hooks work: most of them leave the input as it is.
    const asked = callOf(payload);
    const early = asked === null ? null : permissions().judge(asked, payload.cwd);
    const ran = await running;
    const runs = refusal !== null ? [refusal] : [...ran.map(({ run }) => run), ...absent(hearings)];
    if (runs.length === 0 && signal.aborted) runs.push({ cancelled: true, hook: event });

    const { limits, allowUpdatedPrompt } = settings;
    const interpretRuns = (these: readonly WireRun[]): Reading =>
      interpretOwn({
        dialect: `${dialect.name}@${dialect.version}`,
        event,
        payload,
        runs: these,
        limits,
        allowUpdatedPrompt,
      });
    const read = withProblems(interpretRuns(runs), asyncHooks.takeFresh());
    const call = asked === null || read.input === null ? asked : { ...asked, input: read.input };
    const ruling = call === null || call === asked ? early : permissions().judge(call, payload.cwd);
    const ruled = call === null || ruling === null ? read : withRuling(read, ruling, call, grants);
    const checked = stopLoop.check(ruled, payload, limits.stopBlocks);
    const hooks = [...untrusted(settings), ...reports(hearings, ran, beside)];
    const sync = settings.ledger !== "written";
    const recorded = recordOutcome(ledger, eventId, checked, hooks, ruling, sync);
    const unrecorded = settings.ledger === "required" && !recorded;
    const reading = unrecorded ? interpretRuns([notRecorded]) : checked;
    return {
      eventId,
      event,
      dialect: dialect.name,
      reading,
      hooks,
      ruling,
      // Looked up where someone asks: it needs a look at the store.
      get problems() {
        return problems();
      },
    };
  }

  return {
    get settings() {
      return project.settings;
    },
    get problems() {
      return problems();
    },
    get usesKeeper() {
      return runner.usesKeeper;
    },
    fire,
    preview,
    reload() {
      const settings = project.reload();
      warm.keep(settings.hooks);
      return settings;
    },
    review: () => project.review(),
    approve: (looked) => project.approve(looked),
    revoke(ids) {
      // Whoever is not approved any more must not stay; the others are started anew.
      warm.keep([]);
      return project.revoke(ids ?? null);
    },
    judge: (call) => permissions().judge(call, projectDir),
    grant: (call) => grants.grant(call),
    drained: () => asyncHooks.drained(),
    close() {
      watcher?.close();
      asyncHooks.close();
      runner.close();
      http.close();
      functions.close();
      project.close();
    },
  };
}

function isBeside({ hook }: Hearing): boolean {
  return hook.async === true;
}

/** In a folder that is not there no hook would be found, and everything would be allowed. */
function checkFolder(projectDir: unknown): void {
  if (typeof projectDir !== "string" || projectDir === "")
    throw new TypeError("createEngine needs projectDir: the folder of the project whose hooks run");
  if (!isFolder(projectDir))
    throw new TypeError(`createEngine: projectDir ${JSON.stringify(projectDir)} is not a folder`);
}

/** Guards that were approved and are not what was approved any more: they do not run, and that is a failure. */
function absent(hearings: readonly Hearing[]): WireRun[] {
  return hearings.flatMap(({ hook, trust, skipped }) => {
    if (skipped !== "trust" || trust === undefined || trust.guards === null) return [];
    return [{ hook: hook.name, onFailure: trust.guards, spawnError: trust.why }];
  });
}

/** Files of hooks that nobody has agreed to: named, not read. */
function untrusted(settings: Settings): HookReport[] {
  return settings.files
    .filter(({ state }) => state === "untrusted")
    .map(({ layer, path, host }) => ({
      id: host === undefined ? layer : `${layer}/${host}`,
      name: path,
      file: path,
      line: null,
      ran: false,
      why: "nobody has approved the hooks of this project",
      skipped: "trust",
    }));
}

function reports(
  hearings: readonly Hearing[],
  ran: readonly HookResult[],
  beside: readonly Hearing[],
): HookReport[] {
  const done = new Map(ran.map((result) => [result.hook.id, result]));
  return hearings.map((hearing) => {
    const { hook, skipped } = hearing;
    const result = done.get(hook.id);
    const report = reportOf(hearing);
    if (result !== undefined) return { ...report, run: result.run, ms: result.ms };
    if (beside.includes(hearing)) return report;
    const { async: _, ...rest } = report;
    return { ...rest, ran: false, ...(skipped !== undefined && { skipped }) };
  });
}

/** The reading of an event, with what the user must be told beside it. */
function withProblems(reading: Reading, problems: readonly ConfigProblem[]): Reading {
  if (problems.length === 0) return reading;
  return { ...reading, problems: [...reading.problems, ...problems], diagnosed: true };
}
