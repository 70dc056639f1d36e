import { EventEmitter } from "node:events";

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
