import { setMaxListeners } from "node:events";
import type { ConfigProblem } from "../config/index.js";
import { decode, silentRun, type Ending, type HookRun } from "../decode/index.js";
import { lostVote } from "../interpret/index.js";
import type { Ledger } from "../trace/index.js";
import { reportOf } from "./fired.js";
import type { EventContext } from "./event-context.js";
import type { PlannedHook } from "./planned-hook.js";
import { recordAsyncEnd, recordAsyncStart } from "./record.js";
import { endOf, type Progress } from "./run-hooks.js";
import type { HookStarter, TimedRun } from "./start-hook.js";

/** Nobody waits for them, so nobody would notice that they pile up. */
const MOST_WAITING = 256;
const MOST_PROBLEMS = 100;

/** One hook on one event. */
interface Started {
  readonly planned: PlannedHook;
  readonly context: EventContext;
}

/** Async hooks: they run in the background, without a vote. They end with the engine. */
export class AsyncHooks {
  /** With the time at which each began. */
  private readonly running = new Map<Started, number>();
  private readonly waiting: Started[] = [];
  /** Made with the first one: an event without any should not wait for it. */
  private stop: AbortController | null = null;
  private isClosed = false;
  /** Votes that were lost, by the hook. */
  private readonly lost = new Map<string, ConfigProblem>();
  private fresh: readonly ConfigProblem[] = [];
  private readonly onIdle: (() => void)[] = [];

  constructor(
    private readonly starter: HookStarter,
    private readonly ledger: Ledger | undefined,
    private readonly onProgress: ((progress: Progress) => void) | undefined,
  ) {}

  /** Votes that were lost, one for each hook. */
  get problems(): readonly ConfigProblem[] {
    return [...this.lost.values()];
  }

  /** Those that were not reported yet. */
  takeFresh(): readonly ConfigProblem[] {
    const { fresh } = this;
    this.fresh = [];
    return fresh;
  }

  /** Starts a hook; it waits where as many run as the settings let run at a time. */
  start(planned: PlannedHook, context: EventContext): void {
    const started = { planned, context };
    recordAsyncStart(this.ledger, context.eventId, reportOf(planned));
    if (this.isClosed) this.end(started, endless(planned, { type: "cancelled" }));
    else if (this.running.size < Math.max(1, context.settings.limits.parallel))
      void this.run(started);
    else if (this.waiting.length < MOST_WAITING) this.waiting.push(started);
    else {
      const error = `${MOST_WAITING} async hooks wait already`;
      this.end(started, endless(planned, { type: "not-started", error }));
    }
  }

  /** Resolves once none runs. */
  drained(): Promise<void> {
    if (this.running.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.onIdle.push(resolve));
  }

  /** Ends those that run, and records that at once: the ledger may be closed next. */
  close(): void {
    this.isClosed = true;
    this.stop?.abort();
    for (const started of this.waiting.splice(0))
      this.end(started, endless(started.planned, { type: "cancelled" }));
    for (const [started, begin] of this.running)
      this.end(started, endless(started.planned, { type: "cancelled" }, performance.now() - begin));
    this.running.clear();
    this.tellIdle();
  }

  private async run(started: Started): Promise<void> {
    const { planned, context } = started;
    const { hook } = planned;
    const { eventId, payload } = context;
    this.running.set(started, performance.now());
    this.onProgress?.({ type: "run-start", eventId, hook });
    const ran = await this.starter
      .start(planned, payload, { ...context, signal: this.stopSignal })
      .catch((error: unknown) => endless(planned, { type: "not-started", error: String(error) }));
    this.onProgress?.({ type: "run-end", eventId, hook, ...endOf(ran) });
    // What the end of the engine has ended is recorded.
    if (!this.running.delete(started)) return;
    this.checkVote(started, ran.run);
    this.end(started, ran);
    const next = this.waiting.shift();
    if (next !== undefined) void this.run(next);
    else if (this.running.size === 0) this.tellIdle();
  }

  private get stopSignal(): AbortSignal {
    if (this.stop === null) {
      this.stop = new AbortController();
      setMaxListeners(0, this.stop.signal);
    }
    return this.stop.signal;
  }

  private end({ planned, context }: Started, ran: TimedRun): void {
    recordAsyncEnd(this.ledger, context.eventId, { ...reportOf(planned), ...endOf(ran) });
  }

  /** A hook that tried to restrict has done so in vain: whoever relies on it must know. */
  private checkVote({ planned, context }: Started, run: HookRun): void {
    const { id, source, event } = planned.hook;
    if (this.lost.has(id) || this.lost.size >= MOST_PROBLEMS) return;
    const [found] = lostVote(decode(run, context), event);
    if (found === undefined) return;
    const problem: ConfigProblem = { ...found, file: source.file, line: source.line };
    this.lost.set(id, problem);
    this.fresh = [...this.fresh, problem];
  }

  private tellIdle(): void {
    for (const resolve of this.onIdle.splice(0)) resolve();
  }
}

/** The record of a hook that never began, or was ended from here. */
function endless({ hook }: PlannedHook, ending: Ending, ms = 0): TimedRun {
  return { run: silentRun(hook.name, ending), ms };
}
