import { setMaxListeners } from "node:events";
import { loadSettings, watchSettings, type Hook, type Settings } from "../config/index.js";
import { findDialect, type Dialect } from "../dialects/index.js";
import { interpret, type Reading, type WireRun } from "../interpret/index.js";
import { matchAll, type Hearing } from "../match/index.js";
import type { Payload } from "../payload/index.js";
import { createRunner } from "../run/index.js";
import type { Ledger } from "../trace/index.js";
import type { Fired, HookReport } from "./fired.js";
import { sharedEnvironment } from "./environment.js";
import { recordEvent, recordOutcome } from "./record.js";
import { depthOf } from "./recursion.js";
import { notRecorded, refusalOf } from "./refusal.js";
import { runAll, type Progress } from "./run-hooks.js";
import { StopLoop } from "./stop-loop.js";

/** Where the engine finds hooks, how it runs them, and whom it tells. */
export interface EngineOptions {
  readonly projectDir: string;
  /** Whether the project's own hooks run. Without it they are named and skipped. */
  readonly trustProject?: boolean;
  /** Settings given by code, beside those of the files. */
  readonly program?: unknown;
  /** Where the user's settings, the ledger and the stores are; by default `$SNAPHOOK_HOME` or `~/.snaphook`. */
  readonly home?: string;
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
  /** Runs the hooks that hear the event and says what follows. Aborted, its outcome is `halt`. Rejects only for a caller's mistake. */
  fire(payload: Payload, options?: { readonly signal?: AbortSignal }): Promise<Fired>;
  /** What would run, and why the rest would not, without running anything. */
  preview(payload: Payload): readonly Hearing<Hook>[];
  /** Whether hooks run through the helper process by now; until it is ready they run in place. */
  readonly usesKeeper: boolean;
  /** Reads the settings again. Nothing that changed on disk counts before this is called. */
  reload(): Settings;
  close(): void;
}

const never = new AbortController().signal;

/** Reads the settings of a project and gets ready to run its hooks. Close it when the session ends. */
export function createEngine(options: EngineOptions): Engine {
  const { projectDir, trustProject = false, keeper = true, ledger } = options;
  const environment = options.environment ?? process.env;
  const depth = depthOf(environment);
  const stopLoop = new StopLoop();
  let count = 0;

  const { program, home, managedFile } = options;
  const files = {
    projectDir,
    trustProject,
    ...(program !== undefined && { program }),
    ...(home !== undefined && { home }),
    ...(managedFile !== undefined && { managedFile }),
  };
  let settings = loadSettings(files);
  const dialectNow = (): Dialect => findDialect(options.dialect ?? settings.dialect);
  const shared = sharedEnvironment(environment, dialectNow(), projectDir, depth);
  const runner = createRunner({ keeper, base: shared });
  const watcher = options.onSettingsChange && watchSettings(files, options.onSettingsChange);

  function preview(payload: Payload): readonly Hearing<Hook>[] {
    return matchAll(settings.hooks, payload, options.dialect ?? settings.dialect);
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

    const hearings = preview(payload);
    recordEvent(ledger, eventId, payload, hearings);
    const hearing = hearings.filter(({ hears }) => hears).map(({ hook }) => hook);
    const refusal = refusalOf(settings, depth, hearing.length > 0);
    const ran =
      refusal !== null
        ? []
        : await runAll(hearing, payload, {
            runner,
            dialect,
            projectDir,
            environment,
            shared,
            signal,
            eventId,
            limits: settings.limits,
            ...(options.onProgress !== undefined && { onProgress: options.onProgress }),
          });
    const runs = refusal !== null ? [refusal] : ran.map(({ run }) => run);
    if (runs.length === 0 && signal.aborted) runs.push({ cancelled: true, hook: event });

    const { limits, allowUpdatedPrompt } = settings;
    const interpretRuns = (these: readonly WireRun[]): Reading =>
      interpret({
        dialect: `${dialect.name}@${dialect.version}`,
        event,
        payload,
        runs: these,
        limits,
        allowUpdatedPrompt,
      });
    const read = interpretRuns(runs);
    const checked = stopLoop.check(read, payload, limits.stopBlocks);
    const hooks = [...untrusted(settings), ...reports(hearings, ran)];
    const sync = settings.ledger !== "written";
    const recorded = recordOutcome(ledger, eventId, checked, hooks, sync);
    const unrecorded = settings.ledger === "required" && !recorded;
    const reading = unrecorded ? interpretRuns([notRecorded]) : checked;
    return { eventId, event, dialect: dialect.name, reading, hooks, problems: settings.problems };
  }

  return {
    get settings() {
      return settings;
    },
    get usesKeeper() {
      return runner.usesKeeper;
    },
    fire,
    preview,
    reload: () => (settings = loadSettings(files)),
    close() {
      watcher?.close();
      runner.close();
    },
  };
}

/** Files of hooks that nobody has agreed to: named, not read. */
function untrusted(settings: Settings): HookReport[] {
  return settings.files
    .filter(({ state }) => state === "untrusted")
    .map(({ layer, path }) => ({
      id: layer,
      name: path,
      file: path,
      line: null,
      ran: false,
      why: "the project is not trusted",
      skipped: "trust",
    }));
}

function reports(
  hearings: readonly Hearing<Hook>[],
  ran: readonly { readonly hook: Hook; readonly run: WireRun; readonly ms: number }[],
): HookReport[] {
  const done = new Map(ran.map((result) => [result.hook.id, result]));
  return hearings.map(({ hook, why, skipped }) => {
    const { id, name, source } = hook;
    const result = done.get(id);
    const where = { id, name, file: source.file, line: source.line, why };
    if (result === undefined)
      return { ...where, ran: false, ...(skipped !== undefined && { skipped }) };
    return { ...where, ran: true, run: result.run, ms: result.ms };
  });
}
