import type { Readable, Writable } from "node:stream";
import type { Guardian } from "../guardian.js";
import type { Keeper } from "../keeper.js";
import { openLine } from "./direct-line.js";
import { WorkerProcess } from "./worker-process.js";
import type { WorkerStop, WorkerCommand, WorkerListener } from "./worker-spec.js";

/** What the host and a worker talk through. */
export interface Link {
  readonly input: Writable;
  readonly output: Readable;
}

/** Called with the link, unless the process could not be started, and with the end, always and last. */
interface LaunchListener extends WorkerListener {
  onLink(link: Link): void;
}

export interface Launched {
  stop(how: WorkerStop): void;
}

export type Launch = (command: WorkerCommand, listener: LaunchListener) => Launched;

export interface LaunchOptions {
  readonly keeper: Keeper | null;
  readonly guardian: Guardian;
  /** The variables that every worker gets in addition to its own. */
  readonly base: () => Readonly<Record<string, string>>;
}

/**
 * Starts workers through the keeper where it is ready, else in place: a fork is paid once in a worker's life, and
 * the first event need not wait.
 */
export function launcher({ keeper, guardian, base }: LaunchOptions): Launch {
  function inPlace(given: WorkerCommand, listener: LaunchListener): Launched {
    const command = { ...given, env: { ...base(), ...given.env } };
    const worker = new WorkerProcess(command, null, listener, guardian);
    const { stdin: input, stdout: output } = worker.child ?? {};
    if (input && output && worker.child?.pid !== undefined) listener.onLink({ input, output });
    return worker;
  }

  return (command, listener) => {
    if (keeper?.isReady !== true) return inPlace(command, listener);
    try {
      return through(keeper, command, listener);
    } catch {
      // No folder for the line: a fork of the host is better than no worker.
      return inPlace(command, listener);
    }
  };
}

function through(keeper: Keeper, command: WorkerCommand, listener: LaunchListener): Launched {
  const line = openLine((link) => listener.onLink(link));
  keeper.serve(command, line.address, {
    onLog: (text) => listener.onLog(text),
    onEnd(end) {
      line.close();
      listener.onEnd(end);
    },
  });
  return { stop: (how) => keeper.stop(command.runId, how) };
}
