import { now } from "../../io/index.js";
import { RUN_ID } from "../process-spec.js";
import { BackOff } from "./back-off.js";
import { launcher, type LaunchOptions } from "./launch.js";
import { resultOf } from "./request.js";
import type { Workers, WorkerSpec } from "./worker-spec.js";
import { Worker } from "./worker.js";

export interface WorkersOptions extends LaunchOptions {
  /** What workers say on stderr, and what of their stdout answers nothing. */
  readonly onLog: (key: string, text: string) => void;
  /** Called when all have ended after a `close`. */
  readonly onEmpty: () => void;
}

/** Tells a worker how much of a text is kept, so that one that collects output need not collect more. */
const OUTPUT_BYTES = "SNAPHOOK_OUTPUT_BYTES";

/** What is known of one key: the process that takes its events, if there is one, and how its processes have fared. */
interface Post {
  worker: Worker | null;
  readonly backOff: BackOff;
}

export function createWorkers({ onLog, onEmpty, ...options }: WorkersOptions): Workers {
  const launch = launcher(options);
  const posts = new Map<string, Post>();
  /** Those that have not ended, be it that they take no more events. */
  const alive = new Set<Worker>();
  let isClosed = false;

  function postOf(key: string): Post {
    let post = posts.get(key);
    if (post === undefined) {
      post = { worker: null, backOff: new BackOff() };
      posts.set(key, post);
    }
    return post;
  }

  function start(spec: WorkerSpec, post: Post): Worker {
    const { key, file, args, cwd } = spec;
    const runId = crypto.randomUUID().replaceAll("-", "");
    const env = { ...spec.env, [OUTPUT_BYTES]: String(spec.outputBytes), [RUN_ID]: runId };
    const command = { runId, file, args, cwd, env };
    let isGood = false;
    const worker: Worker = new Worker(command, launch, {
      onLog: (text) => onLog(key, text),
      onGoodAnswer() {
        if (isGood) return;
        isGood = true;
        post.backOff.reset();
      },
      onRetired() {
        if (post.worker === worker) post.worker = null;
      },
      onEnd(livedMs, byItself) {
        alive.delete(worker);
        if (byItself && !isGood) post.backOff.ended(livedMs, now());
        if (isClosed && alive.size === 0) onEmpty();
      },
    });
    alive.add(worker);
    post.worker = worker;
    return worker;
  }

  return {
    async run(spec, signal) {
      const begin = now();
      if (signal.aborted || isClosed) return resultOf({ type: "cancelled" }, begin);
      const post = postOf(spec.key);
      if (post.worker === null) {
        const refusal = post.backOff.refusal(begin);
        if (refusal !== null) return resultOf({ type: "not-started", error: refusal }, begin);
      }
      return (post.worker ?? start(spec, post)).ask(spec, signal);
    },
    retire(key) {
      const post = posts.get(key);
      posts.delete(key);
      post?.worker?.retire();
    },
    close() {
      isClosed = true;
      for (const worker of alive) worker.close();
      if (alive.size === 0) onEmpty();
    },
  };
}
