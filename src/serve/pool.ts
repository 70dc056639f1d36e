import type { Call } from "./call.js";
import { LocalWorker } from "./local-worker.js";
import type { AnswerCall, CallListener, Worker } from "./run-call.js";
import { WorkerProcess, type WorkerStart } from "./worker-process.js";

/** How many other processes there are at most; the server itself is the first to answer. */
const MOST = 3;
/** They are only kept while they are used. */
const SPARE_MS = 60_000;

/** Who answers the calls of a server. Nobody waits for one of them: who finds all busy asks somebody else. */
export class Pool {
  private readonly local: LocalWorker;
  private readonly others = new Set<WorkerProcess>();
  private isClosed = false;

  constructor(
    answerCall: AnswerCall,
    private readonly start: WorkerStart,
    private readonly onChange: () => void,
  ) {
    this.local = new LocalWorker(answerCall, onChange);
  }

  /** Gives a call to one that is free. What it gives back aborts the call; null where all are busy. */
  call(call: Call, listener: CallListener): (() => void) | null {
    const free = this.all.find(({ isFree }) => isFree);
    if (free !== undefined && !this.isClosed) return free.call(call, listener);
    this.grow();
    return null;
  }

  get running(): number {
    return this.all.filter(({ isBusy }) => isBusy).length;
  }

  get ready(): number {
    return this.all.filter(({ isFree }) => isFree).length;
  }

  get size(): number {
    return this.all.length;
  }

  /** How many calls this very process has answered. */
  get localCalls(): number {
    return this.local.calls;
  }

  /** Whether nothing is left that must be waited for. */
  get isOver(): boolean {
    return this.isClosed && !this.local.isBusy && this.others.size === 0;
  }

  /** Lets each of them end what it is doing. */
  close(): void {
    this.isClosed = true;
    for (const worker of this.others) if (!worker.isBusy) worker.end();
  }

  private get all(): readonly Worker[] {
    return [this.local, ...this.others];
  }

  private grow(): void {
    if (this.isClosed || this.others.size >= MOST) return;
    // One that is about to be ready will do.
    if ([...this.others].some(({ isStarting }) => isStarting)) return;
    const worker = new WorkerProcess(this.start, {
      onFree: () => {
        if (this.isClosed) worker.end();
        else worker.rest(SPARE_MS);
        this.onChange();
      },
      onEnd: () => {
        this.others.delete(worker);
        this.onChange();
      },
    });
    this.others.add(worker);
  }
}
