import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { MessageChannel, receiveMessageOnPort, SHARE_ENV, Worker } from "node:worker_threads";
import type { MessagePort } from "node:worker_threads";
import { now } from "../../io/index.js";
import {
  Flag,
  type FromThread,
  type Question,
  type Result,
  type ThreadData,
  type ThreadMessage,
  type ThreadStart,
  type ToThread,
  type WireMemory,
} from "./messages.js";

/** More than any event needs. What needs more ends the thread, and not the host. */
const MOST_MEGABYTES = 1024;
/** How often a thread that somebody waits for is asked for a sign of life. */
const PING_MS = 1000;
/** After so many in vain it is replaced. Not by the clock: a host that was held up has not asked. */
const MOST_SILENT = 30;
/** The same for somebody who has said that they do not want to wait. */
const MOST_SILENT_TO_ABORT = 5;
/** While it is loaded it cannot answer. */
const MOST_SILENT_AT_START = 60;
/** How often it is looked whether the thread is alive while the host stands still. */
const LOOK_MS = 100;
/** So long the host stands still for one answer; for the first one the thread may have to start. */
const LONGEST_MS = 30_000;
const LONGEST_START_MS = 60_000;
/** So long after its end a thread may still see its processes end. */
const LEAVING_MS = 20_000;

const main = fileURLToPath(new URL("./engine-thread.js", import.meta.url));

/** A question will not be answered: the thread has ended. */
export class ThreadGone extends Error {}

export interface ThreadListener {
  onMessage(message: ThreadMessage): void;
  /** What the next thread needs; also while the host stands still, when no code of the host's may be called. */
  onMemory(memory: Partial<WireMemory>): void;
  /** Once. Nothing comes from it any more. */
  onEnd(why: string): void;
}

/** The host's side of one thread. */
export class ThreadHandle {
  private readonly worker: Worker;
  private readonly port: MessagePort;
  private readonly flags = new Int32Array(new SharedArrayBuffer(8));
  /** What came while the host stood still for an answer. */
  private later: FromThread[] = [];
  private silent = 0;
  private pinging: NodeJS.Timeout | null = null;
  private isLoaded = false;
  private isUrgent = false;
  /** It does nothing any more; who waits for it gets the error. */
  isOver = false;

  /** Throws where there is no thread to be had. */
  constructor(
    start: ThreadStart,
    private readonly listener: ThreadListener,
    file = main,
  ) {
    // While the host stands still it would not learn that there is none.
    if (!existsSync(file)) throw new Error(`${file} is missing; install the package again`);
    const { port1, port2 } = new MessageChannel();
    const data: ThreadData = { ...start, port: port2, flags: this.flags };
    this.port = port1;
    this.worker = new Worker(file, {
      workerData: data,
      transferList: [port2],
      // The host's own variables, as they are when they are read.
      env: SHARE_ENV,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
    });
    port1.on("message", (message: FromThread) => {
      this.flush();
      this.take(message);
    });
    port1.on("messageerror", (error) => this.end(`sent what cannot be read (${error.message})`));
    this.worker.on("error", (error) => this.end(`ended by an error (${wordsOf(error)})`));
    this.worker.on("exit", (code) => this.end(`ended with code ${code}`));
    this.hold(false);
  }

  /** Whether it has got as far as saying something. */
  get hasStarted(): boolean {
    return this.isLoaded;
  }

  post(message: ToThread): void {
    this.port.postMessage(message);
  }

  /** Stands still until the thread has answered. Throws `ThreadGone` where it ends, or takes too long and is ended. */
  ask(question: Question): Result {
    const answered = Atomics.load(this.flags, Flag.answered);
    const until = now() + (this.isLoaded ? LONGEST_MS : LONGEST_START_MS);
    this.post({ type: "ask", question });
    for (;;) {
      Atomics.wait(this.flags, Flag.answered, answered, LOOK_MS);
      const result = this.drain();
      if (result !== null) return result;
      if (!this.isGone() && now() < until) continue;
      const why = this.isGone() ? "ended" : `gave no answer to ${question.method}`;
      this.end(why);
      throw new ThreadGone(why);
    }
  }

  /** Keeps the host alive while somebody waits, and not otherwise. */
  hold(on: boolean): void {
    if (this.isOver) return;
    for (const held of [this.worker, this.port]) {
      if (on) held.ref();
      else held.unref();
    }
    if (on) this.pinging ??= setInterval(() => this.ping(), PING_MS).unref();
    else this.stopPinging();
  }

  /** Somebody wants to wait no longer. */
  hurry(): void {
    this.isUrgent = true;
  }

  /** It was closed: it ends by itself, once the last event has. */
  letGo(): void {
    setTimeout(() => this.end("did not leave"), LEAVING_MS).unref();
  }

  /** Ends it from outside. What it has said before counts. */
  end(why: string): void {
    if (this.isOver) return;
    this.drain();
    this.isOver = true;
    this.stopPinging();
    void this.worker.terminate();
    // Not now: the host may be in the midst of a call, and what follows calls its code.
    setImmediate(() => {
      this.flush();
      this.port.close();
      this.listener.onEnd(why);
    });
  }

  private ping(): void {
    const most = this.isUrgent
      ? MOST_SILENT_TO_ABORT
      : this.isLoaded
        ? MOST_SILENT
        : MOST_SILENT_AT_START;
    if (this.silent++ >= most) this.end(`gave no sign of life for ${most} s`);
    else this.post({ type: "ping" });
  }

  private stopPinging(): void {
    if (this.pinging !== null) clearInterval(this.pinging);
    this.pinging = null;
    this.silent = 0;
    this.isUrgent = false;
  }

  private take(message: FromThread): void {
    this.silent = 0;
    this.isLoaded = true;
    if (message.type === "memory") this.listener.onMemory(message.memory);
    else if (message.type !== "pong" && message.type !== "asked") this.listener.onMessage(message);
  }

  /** The answer, where it has come. What the next thread needs is taken at once, the rest when the host has its turn. */
  private drain(): Result | null {
    let result: Result | null = null;
    for (let next = receiveMessageOnPort(this.port); next; next = receiveMessageOnPort(this.port)) {
      const message = next.message as FromThread;
      if (message.type === "asked") result = message.result;
      else if (message.type === "memory") this.take(message);
      else this.later.push(message);
    }
    if (this.later.length > 0) setImmediate(() => this.flush());
    return result;
  }

  private flush(): void {
    for (const message of this.later.splice(0)) this.take(message);
  }

  private isGone(): boolean {
    const id = Atomics.load(this.flags, Flag.threadId);
    return id !== 0 && existsSync("/proc/self/task") && !existsSync(`/proc/self/task/${id}`);
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
