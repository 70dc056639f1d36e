import type { AgentEvent } from "./agent-events.js";
import {
  executionsOf,
  noHookEvents,
  reduceHookEvents,
  type HookEventAction,
  type HookEventState,
  type HookUserPreferences,
} from "./hook-events.js";
import type { PermissionDecision } from "./permission-decision.js";
import type { PendingPermission, PermissionQueue } from "./permission-queue.js";

/** Holds an agent, lets it continue, and ends its turn. */
export interface AIManagerCallbacks {
  /** The agent waits before its next step until `resume`. A model or a tool that runs is not stopped by it. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Ends the turn: tools, hooks and questions with it. */
  readonly abort: () => void;
}

/** Whether a value can hold an agent, let it continue and end its turn. */
export function isAIManagerCallbacks(value: unknown): value is AIManagerCallbacks {
  if (typeof value !== "object" || value === null) return false;
  const { pause, resume, abort } = value as Readonly<Record<string, unknown>>;
  return [pause, resume, abort].every((one) => typeof one === "function");
}

/** What a UI needs to show hooks and questions, and to answer: `snaphook/react` gives it to components. */
export interface HookEventStore {
  /** The same object until something changes. */
  readonly get: () => HookEventState;
  /** Reports every change, until what it gives back is called. */
  readonly follow: (listener: () => void) => () => void;
  readonly aiManagerCallbacks: AIManagerCallbacks;
  /** Asks the user, behind those who asked before. Abort is a no. */
  readonly addPendingPermission: (
    asked: Omit<PendingPermission, "id">,
    signal: AbortSignal,
  ) => Promise<PermissionDecision>;
  /** Answers a question; one that is not there any more is passed over. */
  readonly resolvePendingPermission: (id: string, decision: PermissionDecision) => void;
  readonly clearHookHistory: () => void;
  /** Throws where a preference is unknown or is not what it can be. */
  readonly updateUserPreferences: (preferences: Partial<HookUserPreferences>) => void;
}

/** What the store of an agent is made of. */
export interface HookEventsOptions {
  readonly permissions: PermissionQueue;
  readonly callbacks: AIManagerCallbacks;
  readonly now?: () => number;
}

/** The store of one agent. It follows the agent's permission queue; pass `handleEvent` as the agent's `onEvent`. */
export class HookEvents implements HookEventStore {
  private state: HookEventState = noHookEvents;
  private readonly listeners = new Set<() => void>();
  private readonly now: () => number;
  readonly aiManagerCallbacks: AIManagerCallbacks;
  /** Ends the following. */
  readonly close: () => void;

  constructor(private readonly options: HookEventsOptions) {
    const { permissions, callbacks, now = Date.now } = options;
    this.aiManagerCallbacks = callbacks;
    this.now = now;
    this.close = permissions.follow((pending) => this.change({ type: "asked", pending }));
  }

  // As properties: React takes them without their object.
  readonly get = (): HookEventState => this.state;

  readonly follow = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Records the hooks that ran. For the agent's `onEvent`. */
  readonly handleEvent = (event: AgentEvent): void => {
    if (event.type !== "fired") return;
    const now = this.now();
    this.change({ type: "ran", executions: executionsOf(event.fired, now), now });
  };

  readonly addPendingPermission: HookEventStore["addPendingPermission"] = (asked, signal) =>
    this.options.permissions.ask(asked, signal);

  readonly resolvePendingPermission: HookEventStore["resolvePendingPermission"] = (id, decision) =>
    this.options.permissions.resolve(id, decision);

  readonly clearHookHistory = (): void => this.change({ type: "history-cleared" });

  readonly updateUserPreferences = (preferences: Partial<HookUserPreferences>): void =>
    this.change({ type: "preferred", preferences });

  private change(action: HookEventAction): void {
    this.state = reduceHookEvents(this.state, action);
    for (const listener of this.listeners) listener();
  }
}
