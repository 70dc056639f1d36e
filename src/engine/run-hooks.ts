import type { Hook } from "../config/index.js";
import { decide } from "../decide/index.js";
import { decode, silentRun, type Answer } from "../decode/index.js";
import { changes, type ChangeName } from "../dialects/index.js";
import { toWireRun, type WireRun } from "../interpret/index.js";
import { eventSpec, type Payload } from "../payload/index.js";
import type { EventContext } from "./event-context.js";
import type { PlannedHook } from "./planned-hook.js";
import type { HookStarter, TimedRun } from "./start-hook.js";

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

/** One hook on one event: whether it ran and how it ended, and what it answered. */
export interface HookResult {
  readonly planned: PlannedHook;
  readonly ran?: TimedRun;
  /** Absent where the hook has no part in the decision. */
  readonly answer?: Answer;
}

/** Looks again whether a hook matches: it is about to get another input than the one it was matched with. */
export type Replan = (before: PlannedHook, payload: Payload) => Promise<PlannedHook>;

/**
 * Runs the hooks of an event, several at a time up to the limit. One that is `sequential` waits for all before it,
 * those behind it wait for it, and both get the payload as the hooks before them left it. Hooks on the final input
 * come last. Results are in configuration order, whenever each finished.
 */
export class HookRuns {
  private readonly results = new Map<PlannedHook, Promise<HookResult>>();
  private readonly running = new Set<Promise<HookResult>>();
  private payload: Payload;

  constructor(
    private readonly context: EventContext,
    private readonly starter: HookStarter,
    private readonly replan: Replan,
    private readonly onProgress?: (progress: Progress) => void,
  ) {
    this.payload = context.payload;
  }

  async run(plan: readonly PlannedHook[]): Promise<HookResult[]> {
    for (const planned of plan.filter((one) => !isFinal(one))) {
      const { sequential } = planned.hook;
      if (sequential) await this.settle();
      if (this.mustWait(planned)) await this.turn();
      this.begin(planned);
      if (sequential) await this.settle();
    }
    if (plan.some(isFinal)) await this.settle();
    for (const planned of plan.filter(isFinal)) {
      if (this.mustWait(planned)) await this.turn();
      this.begin(planned);
    }
    await Promise.all(this.running);
    return Promise.all(plan.flatMap((planned) => this.results.get(planned) ?? []));
  }

  /** Waits for all that run, and takes over what they changed. */
  private async settle(): Promise<void> {
    await Promise.all(this.running);
    const results = await Promise.all(this.results.values());
    const answers = results.flatMap(({ answer }) => answer ?? []);
    this.payload = rewritten(this.context.payload, answers);
  }

  private begin(planned: PlannedHook): void {
    const result = this.runOne(planned, this.payload);
    const tracked = result.finally(() => this.running.delete(tracked));
    this.running.add(tracked);
    // Whoever waits for all gets it; until then nobody may be there.
    tracked.catch(() => {});
    this.results.set(planned, result);
  }

  /** Otherwise a hook is started at once, before the engine does anything else: that can be done while it runs. */
  private mustWait({ matches }: PlannedHook): boolean {
    const mayRun = matches || this.payload !== this.context.payload;
    return mayRun && (this.isFull || (this.running.size > 0 && !this.starter.forksElsewhere));
  }

  /** Waits until one more may run. Between two forks, which block the host, the host gets a turn. */
  private async turn(): Promise<void> {
    while (this.isFull) await Promise.race(this.running);
    if (this.running.size > 0 && !this.starter.forksElsewhere)
      await new Promise((turn) => setImmediate(turn));
  }

  private get isFull(): boolean {
    return this.running.size >= Math.max(1, this.context.settings.limits.parallel);
  }

  private async runOne(before: PlannedHook, payload: Payload): Promise<HookResult> {
    const { context, onProgress } = this;
    const { eventId } = context;
    const planned = payload === context.payload ? before : await this.replan(before, payload);
    const { hook, matches } = planned;
    if (!matches) return { planned, ...lackingGuard(planned, context) };
    onProgress?.({ type: "run-start", eventId, hook });
    const ran = await this.starter.start(planned, payload, context);
    onProgress?.({ type: "run-end", eventId, hook, ...endOf(ran) });
    return { planned, ran, answer: decode(ran.run, context) };
  }
}

function isFinal({ hook }: PlannedHook): boolean {
  return hook.on === "final";
}

/** How a run ended, as reported to callers. */
export function endOf({ run, ms }: TimedRun): { readonly run: WireRun; readonly ms: number } {
  return { run: toWireRun(run), ms };
}

/** A guard that was approved and is not what was approved any more: it does not run, and that is a failure. */
function lackingGuard(
  { hook, trust }: PlannedHook,
  context: EventContext,
): Pick<HookResult, "answer"> {
  if (trust === undefined || trust.guards === null) return {};
  const ending = { type: "not-started", error: trust.why } as const;
  const run = { ...silentRun(hook.name, ending), onFailure: trust.guards };
  return { answer: decode(run, context) };
}

/** The payload as the hooks that gave these answers leave it; the very same where they leave it as it is. */
function rewritten(payload: Payload, answers: readonly Answer[]): Payload {
  const event = eventSpec(payload.hook_event_name ?? "");
  const made = Object.entries(decide(answers, event, payload).changes);
  if (made.length === 0) return payload;
  const replaced = made.map(([name, value]) => [changes[name as ChangeName].payload, value]);
  return { ...payload, ...(Object.fromEntries(replaced) as Payload) };
}
