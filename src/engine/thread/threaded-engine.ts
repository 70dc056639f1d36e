import { setMaxListeners } from "node:events";
import { programProblems, type ConfigProblem, type Settings } from "../../config/index.js";
import { findDialect } from "../../dialects/index.js";
import type { Payload } from "../../payload/index.js";
import type { Ruling } from "../../rules/index.js";
import type { LedgerOptions } from "../../trace/index.js";
import type { HookTrust } from "../../trust/index.js";
import type { Engine, EngineOptions, PermissionAnswer } from "../engine.js";
import { newEventId } from "../event-id.js";
import type { Fired } from "../fired.js";
import type { ToolCall } from "../grants.js";
import type { PlannedHook } from "../planned-hook.js";
import { refuseFaults } from "../program-faults.js";
import { EngineThreads } from "./engine-threads.js";
import { HostCode, HostFunctions } from "./host-code.js";
import { lostEvent, lostProblem, lostRuling } from "./lost-event.js";
import type { Call, News, Question, WireFired, WireMemory } from "./messages.js";
import { OpenEvent } from "./open-event.js";
import { sending } from "./plain-data.js";
import { HookWire, type WirePlanned, type WireTrust } from "./wire-hook.js";
import { optionsTo } from "./wire-options.js";
import { programTo } from "./wire-program.js";
import { rulingFrom, type WireRuling } from "./wire-ruling.js";

type Threads = Pick<EngineThreads, "request" | "ask" | "record" | "close" | "lastLoss">;
type StartThreads = (parts: ConstructorParameters<typeof EngineThreads>[0]) => Threads;

/**
 * An engine whose work is done in a thread. What can wait is a message; the members that answer at once stand still for
 * the thread's answer, but for `settings`, which are known here.
 */
export class ThreadedEngine implements Engine {
  private readonly functions = new HostFunctions();
  private readonly wire = new HookWire(this.functions);
  private readonly threads: Threads;
  private known: Settings | null = null;
  /** By their ids. */
  private readonly open = new Map<string, OpenEvent>();
  /** What the problems were when it was closed. */
  private lastProblems: readonly ConfigProblem[] | null = null;

  constructor(
    private readonly options: EngineOptions,
    startThreads: StartThreads = (parts) => new EngineThreads(parts),
  ) {
    const { wire, functions } = this;
    // A mistake of the host's is thrown here and now, as by an engine without a thread.
    if (options.program !== undefined) refuseFaults(programProblems(options.program));
    if (options.dialect !== undefined) findDialect(options.dialect);
    this.threads = startThreads({
      options: optionsTo(options, functions),
      newCode: (ask) => new HostCode(options, wire, functions, ask),
      onMemory: (memory) => this.remember(memory),
      onNews: (news) => this.spread(news),
    });
  }

  get settings(): Settings {
    if (this.known === null) this.ask({ method: "start" });
    if (this.known === null) throw new Error("the settings are not known yet");
    return this.known;
  }

  get problems(): readonly ConfigProblem[] {
    const found =
      this.lastProblems ?? (this.ask({ method: "problems" }) as readonly ConfigProblem[]);
    const { lastLoss } = this.threads;
    return lastLoss === null ? found : [...found, lostProblem(lastLoss)];
  }

  get usesKeeper(): boolean {
    return this.lastProblems === null && (this.ask({ method: "usesKeeper" }) as boolean);
  }

  async fire(given: Payload, { signal }: { signal?: AbortSignal } = {}): Promise<Fired> {
    const eventId = newEventId();
    const event = new OpenEvent(() => this.open.delete(eventId));
    this.open.set(eventId, event);
    this.send(event, eventId, given, signal?.aborted === true);
    // Every event listens; sixteen of them are no leak.
    if (signal !== undefined) setMaxListeners(0, signal);
    signal?.addEventListener("abort", event.abort);
    try {
      const end = await event.end;
      if ("why" in end) return this.withProblems(this.lost(given, eventId, end.why));
      if (!end.ok) throw end.error;
      return this.withProblems(firedFrom(end.value));
    } finally {
      signal?.removeEventListener("abort", event.abort);
    }
  }

  private send(event: OpenEvent, eventId: string, given: Payload, isAborted: boolean): void {
    if (this.lastProblems !== null) return event.lose("is closed");
    try {
      event.abort = sending(given, (payload) =>
        this.threads.request((id) => ({ type: "fire", id, eventId, payload, isAborted }), event),
      );
    } catch (error) {
      event.lose(`cannot be sent this event (${String(error)})`);
    }
  }

  preview(payload: Payload): readonly PlannedHook[] {
    const planned = sending(payload, (sent) => this.ask({ method: "preview", payload: sent }));
    return (planned as readonly WirePlanned[]).map((one) => this.wire.plannedFrom(one));
  }

  review(): readonly HookTrust[] {
    const hooks = this.ask({ method: "review" }) as readonly WireTrust[];
    return hooks.map((hook) => this.wire.trustFrom(hook));
  }

  async approve(looked: readonly HookTrust[]): Promise<void> {
    const sent = looked.map((hook) => this.wire.trustTo(hook));
    await this.call({ method: "approve", looked: sent });
  }

  revoke(ids?: readonly string[]): Promise<number> {
    return this.call({ method: "revoke", ids }) as Promise<number>;
  }

  judge(call: ToolCall): Ruling {
    try {
      const ruling = sending(call, (sent) => this.ask({ method: "judge", call: sent }));
      return rulingFrom(ruling as WireRuling);
    } catch (error) {
      return lostRuling(`No rule could be asked: ${(error as Error).message}.`);
    }
  }

  async grant(call: ToolCall): Promise<void> {
    await sending(call, (sent) => this.call({ method: "grant", call: sent }));
  }

  recordPermission(eventId: string, answer: PermissionAnswer): void {
    // Where the thread is lost, `problems` says so; the answer itself is the host's.
    this.call({ method: "recordPermission", eventId, answer }).catch(() => undefined);
  }

  async refresh(): Promise<void> {
    await this.call({ method: "refresh" });
  }

  reload(): Settings {
    const { program } = this.options;
    const sent = program === undefined ? null : programTo(program, this.functions);
    this.ask({ method: "reload", program: sent });
    return this.settings;
  }

  async drained(): Promise<void> {
    if (this.lastProblems === null) await this.call({ method: "drained" });
  }

  close(): void {
    if (this.lastProblems !== null) return;
    this.lastProblems = (this.threads.close() ?? []) as readonly ConfigProblem[];
  }

  private call(call: Call): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const lose = (why: string): void => {
        // Nothing runs any more, and the next thread asks the stores anew.
        if (call.method === "drained" || call.method === "refresh") resolve(null);
        else reject(new Error(`the engine's thread ${why}`));
      };
      if (this.lastProblems !== null) return lose("is closed");
      this.threads.request((id) => ({ type: "call", id, call }), {
        settle: (result) => (result.ok ? resolve(result.value) : reject(result.error)),
        lose,
      });
    });
  }

  private ask(question: Question): unknown {
    if (this.lastProblems !== null) throw new Error("the engine is closed");
    return this.threads.ask(question);
  }

  private withProblems(fired: Omit<Fired, "problems">): Fired {
    // Whoever runs in the background keeps the host alive, as without a thread.
    if (fired.hooks.some((hook) => hook.async === true)) void this.drained();
    const problems = (): readonly ConfigProblem[] => this.problems;
    return {
      ...fired,
      get problems() {
        return problems();
      },
    };
  }

  private lost(payload: Payload, eventId: string, why: string): Omit<Fired, "problems"> {
    const dialect = this.options.dialect ?? this.known?.dialect ?? "wave";
    const fired = lostEvent(payload, { eventId, dialect, why });
    const { reading } = fired;
    if (this.lastProblems === null) this.threads.record({ eventId, reading });
    return fired;
  }

  private remember({ read }: Partial<WireMemory>): void {
    if (read !== undefined && read !== null) this.known = this.wire.settingsFrom(read.settings);
  }

  private spread(news: News): void {
    const { onProgress, onSettingsChange, ledger } = this.options;
    switch (news.type) {
      case "progress": {
        const { progress } = news;
        this.report(
          () => onProgress?.({ ...progress, hook: this.wire.hookFrom(progress.hook) }),
          progress.eventId,
        );
        break;
      }
      case "settings-change":
        onSettingsChange?.(this.wire.settingsFrom(news.settings));
        break;
      case "record":
        // Whether it is a ledger was looked at before.
        (ledger as LedgerOptions).onRecord?.(news.record);
        break;
      case "trouble":
        (ledger as LedgerOptions).onTrouble?.(news.trouble);
        break;
    }
  }

  /** What a listener throws is what its event ends with. */
  private report(listen: () => void, eventId: string): void {
    try {
      listen();
    } catch (error) {
      const event = this.open.get(eventId);
      if (event === undefined) throw error;
      event.fail(error);
    }
  }
}

function firedFrom(sent: unknown): Omit<Fired, "problems"> {
  const fired = sent as WireFired;
  return { ...fired, ruling: fired.ruling === null ? null : rulingFrom(fired.ruling) };
}
