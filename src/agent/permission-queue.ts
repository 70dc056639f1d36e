import {
  checkedDecision,
  isPermissionDecision,
  refusal,
  type PermissionDecision,
} from "./permission-decision.js";

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
  /** Why only somebody else can allow it, as the user at the screen reads it. Everybody can deny it. */
  readonly onlyElsewhere?: string;
}

/** Somebody who may answer questions in addition to the user at the screen: a page, a colleague. The first answer counts. */
export interface Answerer {
  /** Where its answers come from, as the user at the screen reads it: "snaphook view". */
  readonly name?: string;
  /** Why nobody but this one may allow a question, or null where others may. What it throws is such a reason. */
  keeps?(question: Omit<PendingPermission, "id">): string | null;
  /**
   * Called for each question. Gives the decision, or null where there is none. The signal is aborted once the question
   * is answered, by whomever; its reason is the decision. What it throws, and what is no valid decision, is no answer: nobody is held up by it.
   */
  answer(question: PendingPermission, signal: AbortSignal): Promise<PermissionDecision | null>;
}

/** An answer that counted and that was not given at the screen. */
export interface AnsweredElsewhere {
  readonly by: string;
  readonly toolName: string;
  readonly decision: PermissionDecision;
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
      /** Aborted once it is answered. */
      readonly over: AbortController;
    }
  >();
  private readonly answerers = new Set<Answerer>();
  private readonly listeners = new Set<(pending: readonly PendingPermission[]) => void>();
  private readonly elsewhere = new Set<(answered: AnsweredElsewhere) => void>();
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

  /** Calls a listener with each answer that was not given at the screen. */
  followElsewhere(listener: (answered: AnsweredElsewhere) => void): () => void {
    this.elsewhere.add(listener);
    return () => this.elsewhere.delete(listener);
  }

  /** Has somebody else answer too, also what waits already, until what it gives back is called. */
  join(answerer: Answerer): () => void {
    this.answerers.add(answerer);
    for (const { permission, over } of this.waiting.values())
      void this.askOther(answerer, permission, over.signal);
    return () => this.answerers.delete(answerer);
  }

  /** Waits for the user's word. An abort is a no. */
  ask(given: Omit<PendingPermission, "id">, signal: AbortSignal): Promise<PermissionDecision> {
    const { toolName } = given;
    if (this.closed !== null) return Promise.resolve(refusal(toolName, this.closed));
    if (signal.aborted) return Promise.resolve(refusal(toolName, "The turn was aborted."));
    if (this.waiting.size >= MOST_PENDING)
      return Promise.resolve(refusal(toolName, "Too many questions are waiting for the user."));
    const [onlyElsewhere] = this.keepers(given).values();
    const id = `permission-${this.next++}`;
    const permission = { ...given, id, ...(onlyElsewhere !== undefined && { onlyElsewhere }) };
    return new Promise((resolve) => {
      const abort = (): void =>
        this.resolve(permission.id, refusal(toolName, "The turn was aborted."));
      signal.addEventListener("abort", abort, { once: true });
      const settle = (decision: PermissionDecision): void => {
        signal.removeEventListener("abort", abort);
        resolve(decision);
      };
      const over = new AbortController();
      this.waiting.set(permission.id, { permission, settle, over });
      this.notify();
      for (const answerer of this.answerers) void this.askOther(answerer, permission, over.signal);
    });
  }

  /**
   * Answers a question; what is not exactly a yes for that tool is a no. A question that is not there any more is passed
   * over, and so is a yes where only somebody else's counts.
   */
  resolve(id: string, decision: PermissionDecision): void {
    this.end(id, decision, null);
  }

  /** Nobody is there to ask from now on: what waits and what comes is refused. */
  close(why: string): void {
    this.closed = why;
    for (const { permission } of this.waiting.values())
      this.resolve(permission.id, refusal(permission.toolName, why));
  }

  /** Gives whether the answer counted. */
  private end(id: string, decision: PermissionDecision, by: Answerer | null): boolean {
    const waits = this.waiting.get(id);
    if (waits === undefined) return false;
    const checked = checkedDecision(decision, waits.permission.toolName);
    const keepers = checked.decision === "allow" ? this.keepers(waits.permission) : null;
    if (keepers !== null && keepers.size > 0 && !(by !== null && keepers.has(by))) return false;
    this.waiting.delete(id);
    waits.settle(checked);
    waits.over.abort(checked);
    this.notify();
    return true;
  }

  /** Those whose yes alone counts, with why. */
  private keepers(question: Omit<PendingPermission, "id">): ReadonlyMap<Answerer, string> {
    const found = new Map<Answerer, string>();
    for (const answerer of this.answerers) {
      const why = whyKept(answerer, question);
      if (why !== null) found.set(answerer, why);
    }
    return found;
  }

  private async askOther(
    answerer: Answerer,
    question: PendingPermission,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      const decision = await answerer.answer(question, signal);
      if (signal.aborted || !this.answerers.has(answerer)) return;
      const { id, toolName } = question;
      if (!isPermissionDecision(decision, toolName)) return;
      if (!this.end(id, decision, answerer)) return;
      const { name: by = "another place" } = answerer;
      for (const listener of this.elsewhere) listener({ by, toolName, decision });
    } catch {
      // The user at the screen is asked all the same.
    }
  }

  private notify(): void {
    const { pending } = this;
    for (const listener of this.listeners) listener(pending);
  }
}

function whyKept(answerer: Answerer, question: Omit<PendingPermission, "id">): string | null {
  try {
    return answerer.keeps?.(question) ?? null;
  } catch (error) {
    return `nobody here can allow it: ${String(error)}`;
  }
}
