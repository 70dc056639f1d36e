import { Guardian } from "./guardian.js";
import { endToWire, type FromKeeper } from "./keeper-protocol.js";
import { connectLine, type LineAddress } from "./worker/direct-line.js";
import { WorkerProcess } from "./worker/worker-process.js";
import type { WorkerStop, WorkerCommand, WorkerEnd } from "./worker/worker-spec.js";

interface KeptWorker {
  /** Null while it is being connected. */
  process: WorkerProcess | null;
  readonly onEnd: (end: WorkerEnd) => void;
}

/** The keeper's side of workers. It starts and ends them; what they say to the host does not pass through here. */
export class KeptWorkers {
  private readonly workers = new Map<string, KeptWorker>();
  /** Outlives the keeper, even one that was killed together with its host. */
  private readonly guardian = new Guardian();

  constructor(
    private readonly send: (message: FromKeeper) => void,
    private readonly onEmpty: () => void,
  ) {}

  get size(): number {
    return this.workers.size;
  }

  serve(given: WorkerCommand, address: LineAddress, base: Readonly<Record<string, string>>): void {
    const { runId } = given;
    const onEnd = (end: WorkerEnd): void => {
      this.workers.delete(runId);
      this.send({ type: "left", runId, end: endToWire(end) });
      if (this.workers.size === 0) this.onEmpty();
    };
    const kept: KeptWorker = { process: null, onEnd };
    this.workers.set(runId, kept);
    connectLine(address).then(
      (line) => {
        if (this.workers.get(runId) === kept) {
          const command = { ...given, env: { ...base, ...given.env } };
          const onLog = (text: string): void => this.send({ type: "said", runId, text });
          kept.process = new WorkerProcess(command, line, { onLog, onEnd }, this.guardian);
        }
        // The worker has it now; a second holder would keep it open when the worker has gone.
        line.input.destroy();
        line.output.destroy();
      },
      ({ code }: NodeJS.ErrnoException) => {
        if (this.workers.get(runId) === kept)
          onEnd({
            ending: { type: "not-started", error: `no line to the host (${code})` },
            ...silence,
          });
      },
    );
  }

  stop(runId: string, how: WorkerStop): void {
    const kept = this.workers.get(runId);
    if (kept?.process === null)
      kept.onEnd({ ending: { type: "signalled", signal: "SIGTERM" }, ...silence });
    else kept?.process.stop(how);
  }

  stopAll(): void {
    for (const runId of this.workers.keys()) this.stop(runId, "ask");
  }
}

const silence = { stderr: new Uint8Array(), stderrCut: false };
