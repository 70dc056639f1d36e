import type { FromThread, HostCall, Result } from "./messages.js";

/** The thread's side of calls to the host's code. */
export class HostCalls {
  private readonly open = new Map<number, (result: Result) => void>();
  private count = 0;

  constructor(private readonly post: (message: FromThread) => void) {}

  /** Rejects where the host's code throws. */
  call(call: HostCall, signal?: AbortSignal): Promise<unknown> {
    const id = this.count++;
    const cancel = (): void => this.post({ type: "cancel", id });
    return new Promise((resolve, reject) => {
      this.open.set(id, (result) => {
        signal?.removeEventListener("abort", cancel);
        if (result.ok) resolve(result.value);
        else reject(result.error);
      });
      this.post({ type: "host", id, call });
      // After it: a cancel for a call that is not known yet does nothing.
      if (signal?.aborted === true) cancel();
      else signal?.addEventListener("abort", cancel);
    });
  }

  /** The host has answered. */
  settle(id: number, result: Result): void {
    const settle = this.open.get(id);
    this.open.delete(id);
    settle?.(result);
  }
}
