import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { Session } from "node:inspector";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import {
  createEngine,
  readLedger,
  type Engine,
  type EngineOptions,
  type Fired,
  type ProgramHook,
} from "snaphook/engine";
import { Workspace } from "../workspace.js";

/** Engines in threads, and a way to do to such a thread whatever can happen to one. */
export class ThreadWorkspace extends Workspace {
  readonly ledger = join(this.root, "ledger.jsonl");
  private readonly threads: Worker[] = [];
  private readonly codes: Promise<number>[] = [];
  private readonly onThread = (message: unknown): void => {
    const { worker } = message as { readonly worker: Worker };
    this.threads.push(worker);
    this.codes.push(new Promise((resolve) => worker.once("exit", resolve)));
  };

  constructor() {
    super();
    subscribe("worker_threads", this.onThread);
  }

  open(hooks: Readonly<Record<string, object>>, more: Partial<EngineOptions> = {}): Engine {
    const groups = Object.entries(hooks).map(([event, hook]) => {
      const marks = "command" in hook ? { env: { WORKSPACE: this.tag }, timeout: 240 } : {};
      const marked: object = { ...marks, ...hook };
      return [event, [{ hooks: [marked as ProgramHook] }]] as const;
    });
    return this.keep(
      createEngine({
        ...this.places,
        keeper: false,
        thread: true,
        ledger: { file: this.ledger },
        program: { hooks: Object.fromEntries(groups) },
        ...more,
      }),
    );
  }

  /** The last thread that was started. */
  get thread(): Worker {
    const thread = this.threads.at(-1);
    if (thread === undefined) throw new Error("no thread was started");
    return thread;
  }

  get threadCount(): number {
    return this.threads.length;
  }

  /** Resolves when every thread has ended, with their codes: 0 where nobody had to end it. */
  threadsEnded(): Promise<number[]> {
    return Promise.all(this.codes);
  }

  /** Types of what is in the ledger, in order. */
  records(): string[] {
    return [...readLedger(this.ledger)].map(({ type }) => type);
  }

  override close(): void {
    super.close();
    unsubscribe("worker_threads", this.onThread);
  }
}

/** Runs a script in the engine's thread of this process, as a debugger does. */
export async function runInThread(script: string): Promise<void> {
  const session = new Session();
  session.connect();
  const attached = new Promise<string>((resolve) => {
    session.on("NodeWorker.attachedToWorker", ({ params }) => {
      if (params.workerInfo.url.endsWith("engine-thread.js")) resolve(params.sessionId);
    });
  });
  session.post("NodeWorker.enable", { waitForDebuggerOnStart: false });
  const sessionId = await attached;
  const message = { id: 1, method: "Runtime.evaluate", params: { expression: script } };
  const done = new Promise<void>((resolve) => {
    session.once("NodeWorker.receivedMessageFromWorker", () => resolve());
    session.once("NodeWorker.detachedFromWorker", () => resolve());
  });
  session.post("NodeWorker.sendMessageToWorker", { sessionId, message: JSON.stringify(message) });
  await done;
  session.disconnect();
}

/** Fires a call of a tool. */
export function fire(engine: Engine, event = "PreToolUse", signal?: AbortSignal): Promise<Fired> {
  const payload = {
    hook_event_name: event,
    session_id: "s",
    tool_name: "Bash",
    tool_input: { command: "ls" },
  };
  return engine.fire(payload, signal === undefined ? {} : { signal });
}

/** Waits until a file is there. */
export async function present(path: string): Promise<void> {
  for (let tries = 0; tries < 10_000; tries++) {
    if (readdirSync(join(path, "..")).includes(path.split("/").at(-1) ?? "")) return;
    await new Promise((wake) => setTimeout(wake, 20));
  }
  throw new Error(`${path} did not appear`);
}

/** Processes that this one has started, that have ended, and that nobody has taken notice of. */
export function zombies(): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const [, rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(/\) /);
        const [state, parent] = rest.split(" ");
        return state === "Z" && parent === String(process.pid) ? [pid] : [];
      } catch {
        return [];
      }
    });
}

/** Waits until hooks run through the keeper. */
export async function kept(engine: Engine): Promise<void> {
  while (!engine.usesKeeper) await new Promise((wake) => setTimeout(wake, 20));
}
