import { checkedDecision, refusal, type PermissionDecision } from "./permission-decision.js";

/** A question that waits for the user. */
export interface PendingPermission {
  readonly id: string;
  readonly toolName: string;
  readonly toolId: string;
  /** As it would run. */
  readonly input: unknown;
  /** As the model wrote it, where hooks have changed it. */
  readonly original: unknown;
  /** Who asks and why. */
  readonly reasons: readonly { readonly from: string; readonly text: string }[];
}

const MOST_PENDING = 32;

/** Whether a value is a question that a user can be asked. */
export function isPendingPermission(value: unknown): value is PendingPermission {
  if (typeof value !== "object" || value === null) return false;
  const given = value as Readonly<Record<string, unknown>>;
  const { id, toolName, toolId, reasons } = given;
  return (
    [id, toolName, toolId].every((text) => typeof text === "string" && text !== "") &&
    "input" in given &&
    "original" in given &&
    Array.isArray(reasons) &&
    reasons.every(
      (reason: Partial<PendingPermission["reasons"][number]> | null) =>
        typeof reason?.from === "string" && typeof reason.text === "string",
    )
  );
}

/** Questions in the order in which they came. The one who asked waits; a closed or full queue says no. */
export class PermissionQueue {
  private readonly waiting = new Map<
    string,
    {
      readonly permission: PendingPermission;
      readonly settle: (decision: PermissionDecision) => void;
    }
  >();
  private readonly listeners = new Set<(pending: readonly PendingPermission[]) => void>();
  private next = 1;
  /** Why nobody can be asked, or null. */
  private closed: string | null = null;

  get pending(): readonly PendingPermission[] {
    return [...this.waiting.values()].map(({ permission }) => permission);
  }

  /** Whether the next question will be seen: somebody is there to ask, and not too many wait. */
  get isOpen(): boolean {
    return this.closed === null && this.waiting.size < MOST_PENDING;
  }

  follow(listener: (pending: readonly PendingPermission[]) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Waits for the user's word. An abort is a no. */
  ask(given: Omit<PendingPermission, "id">, signal: AbortSignal): Promise<PermissionDecision> {
    const { toolName } = given;
    if (this.closed !== null) return Promise.resolve(refusal(toolName, this.closed));
    if (signal.aborted) return Promise.resolve(refusal(toolName, "The turn was aborted."));
    if (this.waiting.size >= MOST_PENDING)
      return Promise.resolve(refusal(toolName, "Too many questions are waiting for the user."));
    const permission = { ...given, id: `permission-${this.next++}` };
    return new Promise((resolve) => {
      const abort = (): void =>
        this.resolve(permission.id, refusal(toolName, "The turn was aborted."));
      signal.addEventListener("abort", abort, { once: true });
      const settle = (decision: PermissionDecision): void => {
        signal.removeEventListener("abort", abort);
        resolve(decision);
      };
      this.waiting.set(permission.id, { permission, settle });
      this.notify();
    });
  }

  /** Answers a question; what is not exactly a yes for that tool is a no. A question that is not there any more is passed over. */
  resolve(id: string, decision: PermissionDecision): void {
    const waits = this.waiting.get(id);
    if (waits === undefined) return;
    this.waiting.delete(id);
    waits.settle(checkedDecision(decision, waits.permission.toolName));
    this.notify();
  }

  /** Nobody is there to ask from now on: what waits and what comes is refused. */
  close(why: string): void {
    this.closed = why;
    for (const { permission } of this.waiting.values())
      this.resolve(permission.id, refusal(permission.toolName, why));
  }

  private notify(): void {
    const { pending } = this;
    for (const listener of this.listeners) listener(pending);
  }
}
