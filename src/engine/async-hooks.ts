import { setMaxListeners } from "node:events";
import type { ConfigProblem } from "../config/index.js";
import { interpretOwn } from "../interpret/index.js";
import type { Payload } from "../payload/index.js";
import type { Ledger } from "../trace/index.js";
import { reportOf } from "./fired.js";
import type { Hearing } from "./hearing.js";
import { recordAsyncEnd, recordAsyncStart } from "./record.js";
import { runAlone, type HookResult, type RunContext } from "./run-hooks.js";

/** Nobody waits for them, so nobody would notice that they pile up. */
const MOST_WAITING = 256;
const MOST_PROBLEMS = 100;

/** One hook on one event. */
interface Started {
  readonly hearing: Hearing;
  readonly payload: Payload;
  readonly context: RunContext;
}

/** Hooks that run beside the events that started them, without a vote. They end with the engine. */
export class AsyncHooks {
  /** With the time at which each began. */
  private readonly running = new Map<Started, number>();
  private readonly waiting: Started[] = [];
  private readonly closed = new AbortController();
  /** Votes that were lost, by the hook. */
  private readonly lost = new Map<string, ConfigProblem>();
  private fresh: readonly ConfigProblem[] = [];
  private readonly onIdle: (() => void)[] = [];

  constructor(private readonly ledger: Ledger | undefined) {
    setMaxListeners(0, this.closed.signal);
  }

  /** Votes that were lost, one for each hook. */
  get problems(): readonly ConfigProblem[] {
    return [...this.lost.values()];
  }

  /** Those that nobody has been told of yet. */
  takeFresh(): readonly ConfigProblem[] {
    const { fresh } = this;
    this.fresh = [];
    return fresh;
  }

  /** Starts a hook; it waits where as many run as the settings let run at a time. */
  start(started: Started): void {
    const { hearing, context } = started;
    recordAsyncStart(this.ledger, context.eventId, reportOf(hearing));
    if (this.closed.signal.aborted) this.end(started, { cancelled: true });
    else if (this.running.size < Math.max(1, context.settings.limits.parallel))
      void this.run(started);
    else if (this.waiting.length < MOST_WAITING) this.waiting.push(started);
    else this.end(started, { spawnError: `${MOST_WAITING} async hooks wait already` });
  }

  /** Resolves once none runs. */
  drained(): Promise<void> {
    if (this.running.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.onIdle.push(resolve));
  }

  /** Ends those that run, and records that at once: the ledger may be closed next. */
  close(): void {
    this.closed.abort();
    for (const started of this.waiting.splice(0)) this.end(started, { cancelled: true });
    for (const [started, begin] of this.running)
      this.end(started, { cancelled: true }, performance.now() - begin);
    this.running.clear();
    this.tellIdle();
  }

  private async run(started: Started): Promise<void> {
    const { hearing, payload, context } = started;
    this.running.set(started, performance.now());
    const signal = this.closed.signal;
    const { run, ms } = await runAlone(hearing, payload, { ...context, signal }).catch(
      (error: unknown): Pick<HookResult, "run" | "ms"> => ({
        run: { hook: hearing.hook.name, spawnError: String(error) },
        ms: 0,
      }),
    );
    // What the end of the engine has ended is recorded.
    if (!this.running.delete(started)) return;
    this.checkVote(started, run);
    this.end(started, run, ms);
    const next = this.waiting.shift();
    if (next !== undefined) void this.run(next);
    else if (this.running.size === 0) this.tellIdle();
  }

  private end({ hearing, context }: Started, run: HookResult["run"], ms = 0): void {
    const named = { hook: hearing.hook.name, ...run };
    recordAsyncEnd(this.ledger, context.eventId, { ...reportOf(hearing), run: named, ms });
  }

  /** A hook that tried to restrict has done so in vain: whoever relies on it must know. */
  private checkVote({ hearing, payload, context }: Started, run: HookResult["run"]): void {
    const { id, source, event } = hearing.hook;
    if (this.lost.has(id) || this.lost.size >= MOST_PROBLEMS) return;
    const { dialect, settings } = context;
    const { problems } = interpretOwn({
      dialect: `${dialect.name}@${dialect.version}`,
      event,
      payload,
      runs: [{ ...run, async: true }],
      limits: settings.limits,
    });
    const found = problems.find(({ code }) => code === "hook-async-guard");
    if (found === undefined) return;
    const problem: ConfigProblem = { ...found, file: source.file, line: source.line };
    this.lost.set(id, problem);
    this.fresh = [...this.fresh, problem];
  }

  private tellIdle(): void {
    for (const resolve of this.onIdle.splice(0)) resolve();
  }
}
