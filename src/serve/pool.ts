import type { Call } from "./call.js";
import { WorkerProcess, type CallListener, type WorkerStart } from "./worker-process.js";

/** How many there are at most: each of them is a Node process. */
const MOST = 4;
/** More than one are only kept while they are used. */
const SPARE_MS = 60_000;
/** One that has worked this often is replaced: whatever it has gathered goes with it. */
const MOST_CALLS = 1000;

/** Processes that answer calls, each one at a time. Nobody waits for one: who finds none asks somebody else. */
export class Pool {
  private readonly workers = new Set<WorkerProcess>();
  private isClosed = false;

  constructor(
    private readonly start: WorkerStart,
    private readonly onIdle: () => void,
  ) {
    this.grow();
  }

  /** Gives a call to a worker that has nothing to do. What it gives back aborts it; null where all are busy. */
  call(call: Call, listener: CallListener): (() => void) | null {
    const free = [...this.workers].find(({ isFree }) => isFree);
    if (free === undefined || this.isClosed) {
      this.grow();
      return null;
    }
    return free.call(call, listener);
  }

  get running(): number {
    return [...this.workers].filter(({ isBusy }) => isBusy).length;
  }

  get ready(): number {
    return [...this.workers].filter(({ isFree }) => isFree).length;
  }

  get size(): number {
    return this.workers.size;
  }

  /** Lets each of them end what it is doing. */
  close(): void {
    this.isClosed = true;
    for (const worker of this.workers) if (!worker.isBusy) worker.end();
  }

  private grow(): void {
    if (this.isClosed || this.workers.size >= MOST) return;
    // One that is about to be ready will do.
    if ([...this.workers].some(({ isStarting }) => isStarting)) return;
    const worker = new WorkerProcess(this.start, {
      onFree: () => this.freed(worker),
      onEnd: () => {
        this.workers.delete(worker);
        this.onIdle();
      },
    });
    this.workers.add(worker);
  }

  private freed(worker: WorkerProcess): void {
    if (this.isClosed) worker.end();
    else if (worker.calls >= MOST_CALLS) {
      worker.end();
      this.workers.delete(worker);
      this.grow();
    } else worker.rest(SPARE_MS, () => this.workers.size > 1);
    this.onIdle();
  }
}
