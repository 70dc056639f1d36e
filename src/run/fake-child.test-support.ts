import { EventEmitter } from "node:events";
import { vi } from "vitest";
import { allKilled } from "./kill-tree.js";

/** More than any system gives to a process: signals to it go nowhere. */
export const NOBODY = 2 ** 30;

class FakeStream extends EventEmitter {
  isDestroyed = false;
  written: string | null = null;

  end(text: string): void {
    this.written = text;
  }

  destroy(): void {
    this.isDestroyed = true;
  }
}

/** A process that a test plays. */
export class FakeChild extends EventEmitter {
  pid: number | undefined = NOBODY;
  exitCode: number | null = null;
  signalCode: string | null = null;
  readonly stdin = new FakeStream();
  readonly stdout = new FakeStream();
  readonly stderr = new FakeStream();
  isLetGo = false;

  unref(): void {
    this.isLetGo = true;
  }

  prints(stream: "stdout" | "stderr", text: string | Buffer): void {
    this[stream].emit("data", Buffer.from(text as string));
  }

  exits(code: number | null, signal: string | null = null): void {
    this.exitCode = code;
    this.signalCode = signal;
    this.emit("exit", code, signal);
  }

  get streams(): readonly FakeStream[] {
    return [this.stdin, this.stdout, this.stderr];
  }
}

/**
 * Timers of a test alone, and a clock that stands still. What is left of a run is looked for in the real system, in turns that must come: one search serves
 * all tests of a process.
 */
export function useOwnTimers(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  vi.spyOn(process, "uptime").mockReturnValue(process.uptime());
}

export async function endOwnTimers(): Promise<void> {
  vi.restoreAllMocks();
  vi.useRealTimers();
  await allKilled();
}

/** Time goes by. What a timer leaves to the next turn happens in it, and may set another timer. */
export async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 100) {
    await vi.advanceTimersByTimeAsync(Math.min(left, 100));
    for (let turn = 0; turn < 2; turn++) await new Promise((next) => setImmediate(next));
  }
}
