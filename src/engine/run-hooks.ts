import type { Hook } from "../config/index.js";
import type { WireRun } from "../interpret/index.js";
import { withWaveNames, type Payload } from "../payload/index.js";
import type { Hearing } from "./hearing.js";
import { startHook, type StartContext } from "./start-hook.js";

/** A hook has started, or has ended. */
export type Progress =
  | { readonly type: "run-start"; readonly eventId: string; readonly hook: Hook }
  | {
      readonly type: "run-end";
      readonly eventId: string;
      readonly hook: Hook;
      readonly run: WireRun;
      readonly ms: number;
    };

export interface RunContext extends StartContext {
  readonly eventId: string;
  readonly onProgress?: (progress: Progress) => void;
}

export interface HookResult {
  readonly hook: Hook;
  readonly run: WireRun;
  readonly ms: number;
}

/**
 * Runs hooks, several at a time up to the limit; one that is `sequential` waits for all before it, and
 * those behind it wait for it. Results stand in configuration order, whenever each finished.
 */
export async function runAll(
  hearings: readonly Hearing[],
  payload: Payload,
  context: RunContext,
): Promise<HookResult[]> {
  const texts = new EventTexts(payload);
  const results: Promise<HookResult>[] = [];
  const running = new Set<Promise<HookResult>>();
  for (const hearing of hearings) {
    const { hook } = hearing;
    if (hook.sequential) await Promise.all(running);
    while (running.size >= Math.max(1, context.settings.limits.parallel))
      await Promise.race(running);
    // Between two forks the host gets a turn: they block it.
    if (running.size > 0 && !context.runner.usesKeeper)
      await new Promise((turn) => setImmediate(turn));
    const result = runOne(hearing, texts, payload, context);
    const tracked = result.finally(() => running.delete(tracked));
    running.add(tracked);
    results.push(result);
    if (hook.sequential) await result;
  }
  return Promise.all(results);
}

/** Runs one hook beside the event: whoever calls it need not wait. */
export function runAlone(
  hearing: Hearing,
  payload: Payload,
  context: RunContext,
): Promise<HookResult> {
  return runOne(hearing, new EventTexts(payload), payload, context);
}

/** The event as hooks read it, written once for all of them. */
class EventTexts {
  private own: string | null = null;
  private waves: string | null = null;

  constructor(private readonly payload: Payload) {}

  for({ source }: Hook): string {
    return source.host === "wave"
      ? (this.waves ??= JSON.stringify(withWaveNames(this.payload), bigAsText))
      : (this.own ??= JSON.stringify(this.payload, bigAsText));
  }
}

function bigAsText(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? value.toString() : value;
}

async function runOne(
  hearing: Hearing,
  texts: EventTexts,
  payload: Payload,
  context: RunContext,
): Promise<HookResult> {
  const { onProgress, eventId } = context;
  const { hook } = hearing;
  onProgress?.({ type: "run-start", eventId, hook });
  const { run, ms } = await startHook(hearing, texts.for(hook), payload, context);
  onProgress?.({ type: "run-end", eventId, hook, run, ms });
  return { hook, run, ms };
}
