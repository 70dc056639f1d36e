import type { OpenRequest } from "./engine-threads.js";
import type { Result } from "./messages.js";

/** What came of an event: what the thread says, or why it cannot say it. */
export type EventEnd = Result | { readonly why: string };

/** An event that a thread works on, as its caller waits for it. */
export class OpenEvent implements OpenRequest {
  readonly end: Promise<EventEnd>;
  private resolve!: (end: EventEnd) => void;
  /** Tells the thread that nobody wants to wait. */
  abort: () => void = () => {};

  constructor(private readonly onOver: () => void) {
    this.end = new Promise((resolve) => {
      this.resolve = resolve;
    });
  }

  settle(result: Result): void {
    this.onOver();
    this.resolve(result);
  }

  lose(why: string): void {
    this.onOver();
    this.resolve({ why });
  }

  /** The host's own code has failed on it. The thread is not done with it yet. */
  fail(error: unknown): void {
    this.resolve({ ok: false, error });
    this.abort();
  }
}
