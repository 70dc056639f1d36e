import { now } from "../../io/index.js";
import { RUN_ID } from "../process-spec.js";
import { BackOff } from "./back-off.js";
import { launcher, type LaunchOptions } from "./launch.js";
import { resultOf } from "./request.js";
import type { Workers, WorkerSpec } from "./worker-spec.js";
import { Worker } from "./worker.js";

export interface WorkersOptions extends LaunchOptions {
  readonly newRunId: () => string;
  /** What workers say on stderr, and what of their stdout answers nothing. */
  readonly onLog: (key: string, text: string) => void;
  /** Called when all have ended after a `close`. */
  readonly onEmpty: () => void;
}

/** Passes to a worker how much of a text is kept, so that one that collects output need not collect more. */
const OUTPUT_BYTES = "SNAPHOOK_OUTPUT_BYTES";

/** What is known of one key: the process that takes its events, if there is one, and how its processes have fared. */
interface WorkerSlot {
  worker: Worker | null;
  readonly backOff: BackOff;
}

export function createWorkers({ newRunId, onLog, onEmpty, ...options }: WorkersOptions): Workers {
  const launch = launcher(options);
  const slots = new Map<string, WorkerSlot>();
  /** Those that have not ended, be it that they take no more events. */
  const alive = new Set<Worker>();
  let isClosed = false;

  function slotOf(key: string): WorkerSlot {
    let slot = slots.get(key);
    if (slot === undefined) {
      slot = { worker: null, backOff: new BackOff() };
      slots.set(key, slot);
    }
    return slot;
  }

  function start(spec: WorkerSpec, slot: WorkerSlot): Worker {
    const { key, file, args, cwd } = spec;
    const runId = newRunId();
    const env = { ...spec.env, [OUTPUT_BYTES]: String(spec.outputBytes), [RUN_ID]: runId };
    const command = { runId, file, args, cwd, env };
    let isGood = false;
    const worker: Worker = new Worker(command, launch, {
      onLog: (text) => onLog(key, text),
      onGoodAnswer() {
        if (isGood) return;
        isGood = true;
        slot.backOff.reset();
      },
      onRetired() {
        if (slot.worker === worker) slot.worker = null;
      },
      onEnd(livedMs, byItself) {
        alive.delete(worker);
        if (byItself && !isGood) slot.backOff.ended(livedMs, now());
        if (isClosed && alive.size === 0) onEmpty();
      },
    });
    alive.add(worker);
    slot.worker = worker;
    return worker;
  }

  return {
    async run(spec, signal) {
      const begin = now();
      if (signal.aborted || isClosed) return resultOf({ type: "cancelled" }, begin);
      const slot = slotOf(spec.key);
      if (slot.worker === null) {
        const refusal = slot.backOff.refusal(begin);
        if (refusal !== null) return resultOf({ type: "not-started", error: refusal }, begin);
      }
      return (slot.worker ?? start(spec, slot)).ask(spec, signal);
    },
    retire(key) {
      const slot = slots.get(key);
      slots.delete(key);
      slot?.worker?.retire();
    },
    close() {
      isClosed = true;
      for (const worker of alive) worker.close();
      if (alive.size === 0) onEmpty();
    },
  };
}
