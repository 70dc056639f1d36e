import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { failureLine } from "./answer-line.js";
import { MainVoice, newTurn } from "./turn.js";

/** An event is asked of one thread alone, so that a thread that must end costs one answer. */
const MOST_THREADS = 4;
/** What is not JavaScript's own memory (buffers) has no limit in V8: it is looked at this often. */
const LOOK_MS = 100;
const FORSAKEN = "nobody waits for it any more";
const MOST_PRINTED = { stdout: 65_536, stderr: 8192 };
const MEGABYTE = 1_048_576;

interface Thread {
  readonly worker: Worker;
  /** The event that it works on, or null. */
  id: string | null;
  /** The end of what it has printed since then: its answer, if it leaves as a program does. */
  printed: Record<"stdout" | "stderr", string>;
  isLoaded: boolean;
}

const nothing = { stdout: "", stderr: "" };

/** The threads of one module: as many as events are under way, up to a number; further events wait. */
export class ModuleThreads {
  private threads: Thread[] = [];
  private readonly waiting: { readonly id: string; readonly line: string }[] = [];
  private readonly code = fileURLToPath(new URL("./module-thread.mjs", import.meta.url));
  private readonly atRest = process.memoryUsage.rss();
  private readonly turn = newTurn();
  private readonly voice = new MainVoice(this.turn);

  constructor(
    private readonly path: string,
    private readonly megabytes: number,
  ) {
    setInterval(() => this.lookAtMemory(), LOOK_MS).unref();
    // The first event should not wait for what can be done now.
    this.start();
  }

  /** One line of the host: an event, or the word that nobody waits for one any more. */
  take(line: string): void {
    const message = parse(line);
    if (message === null) return;
    if (message.cancel !== undefined) this.cancel(message.cancel);
    else if (message.id !== undefined) this.ask(message.id, line);
  }

  private ask(id: string, line: string): void {
    const free = this.threads.find((thread) => thread.id === null);
    if (free === undefined && this.threads.length >= MOST_THREADS) {
      this.waiting.push({ id, line });
      return;
    }
    const thread = free ?? this.start();
    thread.id = id;
    thread.printed = { ...nothing };
    thread.worker.postMessage(line);
  }

  private cancel(id: string): void {
    const place = this.waiting.findIndex((waiting) => waiting.id === id);
    if (place >= 0) {
      this.waiting.splice(place, 1);
      this.voice.say(failureLine(id, FORSAKEN));
    }
    const thread = this.threads.find((one) => one.id === id);
    if (thread !== undefined) this.end(thread);
  }

  private start(): Thread {
    const worker = new Worker(this.code, {
      workerData: { path: this.path, turn: this.turn },
      // What it prints is no answer.
      stdout: true,
      stderr: true,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.megabytes },
    });
    const thread: Thread = { worker, id: null, printed: { ...nothing }, isLoaded: false };
    worker.on("message", (what: "loaded" | "free") => {
      thread.isLoaded = true;
      if (what === "loaded") return;
      thread.id = null;
      this.goOn();
    });
    worker.on("error", (error) => this.failed(thread, error));
    for (const name of ["stdout", "stderr"] as const) {
      worker[name].pipe(process.stderr, { end: false });
      worker[name].setEncoding("utf8");
      worker[name].on("data", (text: string) => {
        thread.printed[name] = `${thread.printed[name]}${text}`.slice(-MOST_PRINTED[name]);
      });
    }
    // Known only as long as it is there.
    const { threadId } = worker;
    worker.on("exit", (code) => {
      this.voice.gone(threadId);
      this.exited(thread, code);
    });
    this.threads.push(thread);
    return thread;
  }

  /**
   * The module has left as a program does, by `process.exit`: its exit code and what it has printed are its answer.
   * While it was loaded it has not seen the event: that is none, though a 2 blocks all the same.
   */
  private exited(thread: Thread, code: number): void {
    if (!this.threads.includes(thread)) return;
    const { id, printed, isLoaded } = thread;
    const isAnswer = isLoaded || code === 2;
    if (id !== null && isAnswer) {
      this.voice.say(`${JSON.stringify({ id, exit: code & 255, ...printed })}\n`);
      thread.id = null;
    }
    this.failed(thread, `it left by process.exit(${code}) while it was loaded`);
  }

  /** A thread that is gone, for whatever reason: who waits for it learns why, and the next event gets a new one. */
  private failed(thread: Thread, why: unknown): void {
    if (!this.threads.includes(thread)) return;
    this.threads = this.threads.filter((one) => one !== thread);
    if (thread.id !== null) this.voice.say(failureLine(thread.id, this.inWords(why)));
    this.goOn();
  }

  private inWords(why: unknown): unknown {
    const code = (why as { readonly code?: unknown } | null)?.code;
    return code === "ERR_WORKER_OUT_OF_MEMORY"
      ? `it needed more than ${this.megabytes} MB (memoryMb)`
      : why;
  }

  private end(thread: Thread, why = FORSAKEN): void {
    void thread.worker.terminate();
    this.failed(thread, why);
  }

  private goOn(): void {
    const next = this.waiting.shift();
    if (next !== undefined) this.ask(next.id, next.line);
  }

  private lookAtMemory(): void {
    const room = this.threads.length * this.megabytes * MEGABYTE;
    if (this.threads.length === 0 || process.memoryUsage.rss() <= this.atRest + room + SLACK)
      return;
    const busy = this.threads.filter(({ id }) => id !== null);
    for (const thread of busy.length > 0 ? busy : this.threads)
      this.end(thread, `it held more than ${this.megabytes} MB (memoryMb)`);
  }
}

/** What a thread and its code take before the module does anything. */
const SLACK = 96 * MEGABYTE;

function parse(line: string): { readonly id?: string; readonly cancel?: string } | null {
  // The host writes the id first: the whole line is read by the thread alone.
  const [, key, id] = /^\{"(id|cancel)":"([^"]*)"/.exec(line) ?? [];
  if (id === undefined) return null;
  return key === "id" ? { id } : { cancel: id };
}
