import { newMemory } from "../engine-memory.js";
import type { HostCode } from "./host-code.js";
import type {
  HostCall,
  LostEvent,
  News,
  Question,
  Result,
  ThreadMessage,
  ToThread,
  WireMemory,
  WireOptions,
} from "./messages.js";
import { ThreadGone, ThreadHandle } from "./thread-handle.js";

/** Something that a thread works on. */
export interface OpenRequest {
  readonly settle: (result: Result) => void;
  /** The thread was lost, or cannot say what came of it. */
  readonly lose: (why: string) => void;
}

interface EngineThreadsParts {
  readonly options: WireOptions;
  /** The host's code, for one thread. */
  readonly newCode: (ask: (question: Question) => unknown) => HostCode;
  readonly onMemory: (memory: Partial<WireMemory>) => void;
  readonly onNews: (news: News) => void;
}

type Handle = Pick<
  ThreadHandle,
  "post" | "ask" | "hold" | "hurry" | "letGo" | "isOver" | "hasStarted"
>;
type Start = (...given: ConstructorParameters<typeof ThreadHandle>) => Handle;

interface Running {
  readonly handle: Handle;
  readonly code: HostCode;
  readonly open: Map<number, OpenRequest>;
}

/** Halted events that wait for a thread which can record them. */
const MOST_LOST = 100;

/** The threads of one engine, one after the other: each that is lost is replaced by one that begins with what it knew. */
export class EngineThreads {
  private running: Running | null = null;
  private memory: WireMemory | null = null;
  private count = 0;
  private lost: LostEvent[] = [];
  private isClosed = false;
  /** Why the last thread that was lost was lost. */
  lastLoss: string | null = null;

  constructor(
    private readonly parts: EngineThreadsParts,
    private readonly startThread: Start = (...given) => new ThreadHandle(...given),
  ) {
    this.current();
  }

  /** Has a thread work on something. Gives back how to abort that. */
  request(message: (id: number) => ToThread, request: OpenRequest): () => void {
    const running = this.current();
    const id = this.count++;
    if (running === null) {
      request.lose(`cannot be started (${this.lastLoss})`);
      return () => {};
    }
    running.handle.post(message(id));
    running.open.set(id, request);
    if (running.open.size === 1) running.handle.hold(true);
    return () => {
      if (!running.open.has(id)) return;
      running.handle.post({ type: "abort", id });
      running.handle.hurry();
    };
  }

  /** Stands still for an answer. Where the thread is lost, the next one is asked; throws where that is lost too. */
  ask(question: Question): unknown {
    for (let attempt = 0; ; attempt++) {
      const running = this.current();
      if (running === null)
        throw new Error(`the engine's thread cannot be started (${this.lastLoss})`);
      try {
        return valueOf(running.handle.ask(question));
      } catch (error) {
        if (!(error instanceof ThreadGone)) throw error;
        this.lastLoss = error.message;
        if (attempt > 0 || !running.handle.hasStarted)
          throw new Error(`the engine's thread ${error.message}`, { cause: error });
      }
    }
  }

  /** What became of an event that was halted here. */
  record(event: LostEvent): void {
    this.lost = [...this.lost, event].slice(-MOST_LOST);
    this.sendLost();
  }

  /** Gives back what the thread said to it, or null where there is none. */
  close(): unknown {
    this.isClosed = true;
    const { running } = this;
    if (running === null || running.handle.isOver) return null;
    try {
      return valueOf(running.handle.ask({ method: "close" }));
    } catch {
      return null;
    } finally {
      running.code.close();
      running.handle.letGo();
    }
  }

  private current(): Running | null {
    if (this.running === null || this.running.handle.isOver) this.running = this.start();
    return this.running;
  }

  private start(): Running | null {
    const { options, newCode } = this.parts;
    try {
      const handle = this.startThread(
        { options, memory: this.memory },
        {
          onMessage: (message) => this.take(message, running),
          onMemory: (memory) => this.remember(memory),
          onEnd: (why) => this.ended(running, why),
        },
      );
      const code = newCode((question) => valueOf(handle.ask(question)));
      const running: Running = { handle, code, open: new Map() };
      return running;
    } catch (error) {
      this.lastLoss = (error as Error).message;
      return null;
    }
  }

  private remember(memory: Partial<WireMemory>): void {
    this.memory = { ...(this.memory ?? (newMemory() as WireMemory)), ...memory };
    this.parts.onMemory(memory);
    this.sendLost();
  }

  /** A thread that has not said anything yet may not get as far as recording it. */
  private sendLost(): void {
    const handle = this.running?.handle;
    if (handle?.hasStarted !== true) return;
    for (const event of this.lost.splice(0)) handle.post({ type: "lost", event });
  }

  private take(message: ThreadMessage, running: Running): void {
    switch (message.type) {
      case "done":
        release(running, message.id)?.settle(message.result);
        break;
      case "undelivered":
        release(running, message.id)?.lose(`could not send it (${message.why})`);
        break;
      case "host":
        void answer(message.id, message.call, running);
        break;
      case "cancel":
        running.code.cancel(message.id);
        break;
      case "news":
        this.parts.onNews(message.news);
        break;
    }
  }

  private ended(running: Running, why: string): void {
    running.code.close();
    if (!this.isClosed) {
      this.lastLoss = why;
      // One that cannot even start is started again when it is needed.
      if (this.running === running) this.running = running.handle.hasStarted ? this.start() : null;
    }
    const { open } = running;
    for (const request of open.values()) request.lose(why);
    open.clear();
  }
}

/** The request, which nobody works on any more. */
function release({ handle, open }: Running, id: number): OpenRequest | undefined {
  const request = open.get(id);
  open.delete(id);
  if (open.size === 0) handle.hold(false);
  return request;
}

async function answer(id: number, call: HostCall, { handle, code }: Running): Promise<void> {
  const result = await code.call(id, call);
  if (handle.isOver) return;
  try {
    handle.post({ type: "answer", id, result });
  } catch (error) {
    handle.post({ type: "answer", id, result: { ok: false, error: new Error(String(error)) } });
  }
}

function valueOf(result: Result): unknown {
  if (result.ok) return result.value;
  throw result.error;
}
