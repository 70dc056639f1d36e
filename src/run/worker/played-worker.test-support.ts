import { EventEmitter } from "node:events";
import type { ProcessResult, RunEnding } from "../process-spec.js";
import type { Launch } from "./launch.js";
import type { WorkerSpec } from "./worker-spec.js";
import { Worker } from "./worker.js";

export const exited = (code: number) => ({ type: "exited", code }) as const;
const specOf = (more: Partial<WorkerSpec> = {}): WorkerSpec =>
  ({
    event: '{"a":1}',
    timeoutMs: 1000,
    outputBytes: 100,
    canCancel: false,
    ...more,
  }) as WorkerSpec;
export const answerTo = (id: string, stdout = ""): string => `${JSON.stringify({ id, stdout })}\n`;

/** A worker whose process a test plays. */
export class Played {
  /** What happened to it, in order. */
  readonly happened: string[] = [];
  readonly output = Object.assign(new EventEmitter(), {
    resume: () => {},
    destroy: () => this.happened.push("output destroyed"),
  });
  readonly input = Object.assign(new EventEmitter(), {
    writableLength: 0,
    write: (text: string) => this.happened.push(`gets ${text.trimEnd()}`),
    end: () => this.happened.push("input ended"),
    destroy: () => this.happened.push("input destroyed"),
  });
  readonly worker: Worker;
  private listener!: Parameters<Launch>[1];

  constructor() {
    const launch: Launch = (_command, listener) => {
      this.listener = listener;
      return { stop: (how) => this.happened.push(`stop: ${how}`) };
    };
    this.worker = new Worker({} as never, launch, {
      onLog: (text) => this.happened.push(`log: ${text}`),
      onGoodAnswer: () => this.happened.push("good"),
      onRetired: () => this.happened.push("retired"),
      onEnd: (_, byItself) => this.happened.push(byItself ? "ended by itself" : "ended"),
    });
  }

  connect(): this {
    this.listener.onLink({ input: this.input, output: this.output } as never);
    return this;
  }

  ask(more: Partial<WorkerSpec> = {}, signal = new AbortController().signal): Asked {
    return new Asked(this.worker.ask(specOf(more), signal));
  }

  says(text: string): void {
    this.output.emit("data", Buffer.from(text));
  }

  logs(text: string): void {
    this.listener.onLog(text);
  }

  ends(ending: RunEnding = exited(0), stderr = ""): void {
    this.listener.onEnd({ ending, stderr: Buffer.from(stderr), stderrCut: false });
  }

  /** What has happened since the last look. */
  news(): string[] {
    return this.happened.splice(0);
  }
}

class Asked {
  private result: ProcessResult | null = null;

  constructor(promise: Promise<ProcessResult>) {
    void promise.then((result) => {
      this.result = result;
    });
  }

  /** Its end in words, or that it is still waited for. */
  async now(): Promise<string> {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    if (this.result === null) return "waits";
    const { ending, stdout, stderr, garbled, cut } = this.result;
    return [
      ending.type,
      "code" in ending && ending.code,
      "signal" in ending && ending.signal,
      "error" in ending && ending.error,
      stdout.length > 0 && `says ${Buffer.from(stdout).toString().slice(0, 40)}`,
      stderr.length > 0 && `complains ${Buffer.from(stderr).toString()}`,
      garbled !== undefined && `garbled ${garbled}`,
      cut && "cut",
    ]
      .filter((part) => part !== false)
      .join(" ");
  }
}
