import type { LiveLine } from "../protocol.js";

/** How often it is looked whether anything has changed, while somebody watches. */
const EVERY_MS = 300;
/** A line at least so often: who is gone is noticed. */
const IDLE_MS = 15_000;

/** Those who watch. While there are any, `look` is called again and again. */
export class Live {
  private readonly watchers = new Set<(line: string) => void>();
  private timer: NodeJS.Timeout | null = null;
  private spoke = 0;

  constructor(private readonly look: () => Promise<void>) {}

  tell(line: LiveLine): void {
    this.send(JSON.stringify(line));
  }

  /** The lines from now on, as a body. */
  open(first: readonly LiveLine[]): ReadableStream<Uint8Array> {
    let watcher: ((line: string) => void) | null = null;
    const leave = (): void => {
      if (watcher !== null) this.watchers.delete(watcher);
      if (this.watchers.size === 0) this.stop();
    };
    return new ReadableStream({
      start: (controller) => {
        watcher = (line) => {
          try {
            controller.enqueue(new TextEncoder().encode(`${line}\n`));
          } catch {
            leave();
          }
        };
        this.watchers.add(watcher);
        for (const line of first) watcher(JSON.stringify(line));
        this.timer ??= setInterval(() => void this.tick(), EVERY_MS);
      },
      cancel: leave,
    });
  }

  stop(): void {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
  }

  private async tick(): Promise<void> {
    await this.look();
    if (Date.now() - this.spoke > IDLE_MS) this.send("");
  }

  private send(line: string): void {
    this.spoke = Date.now();
    for (const watcher of this.watchers) watcher(line);
  }
}
