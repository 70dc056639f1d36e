import { PermissionQueue, ReviewQueue } from "../agent/index.js";
import { Conversation } from "../conversation/index.js";
import type { AgentSession, SessionEvent } from "../session/index.js";

/** A session of which a test plays what it reports, and which remembers what was asked of it. */
export class FakeSession {
  readonly workspace = "/home/me/project";
  readonly modelName = "scripted";
  readonly messages = new Conversation();
  readonly permissions = new PermissionQueue();
  readonly reviews = new ReviewQueue();
  readonly calls: string[] = [];
  isBusy = false;
  engine = {};
  /** What the next call that waits for an end gets; an error is thrown. */
  end: unknown = null;
  private readonly listeners = new Set<(event: SessionEvent) => void>();

  get asSession(): AgentSession {
    return this as unknown as AgentSession;
  }

  follow(listener: (event: SessionEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  get isFollowed(): boolean {
    return this.listeners.size > 0;
  }

  tell(event: object): void {
    for (const listener of this.listeners) listener(event as SessionEvent);
  }

  busy(busy: boolean): void {
    this.isBusy = busy;
    this.tell({ type: "busy", busy });
  }

  start = (): Promise<unknown> => this.called("start");
  submit = (text: string): Promise<unknown> => this.called(`submit ${text}`);
  compact = (wishes: string): Promise<unknown> => this.called(`compact ${wishes}`);
  close = (reason: string): Promise<unknown> => this.called(`close ${reason}`);
  pause = (): void => void this.calls.push("pause");
  resume = (): void => void this.calls.push("resume");
  abort = (): void => void this.calls.push("abort");

  private async called(what: string): Promise<unknown> {
    this.calls.push(what);
    if (this.end instanceof Error) throw this.end;
    return this.end;
  }
}
