/** The thread of a module: loads it, calls it for each event, and gives back lines for the host. */
import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import { answerLine, failureLine } from "./answer-line.js";
import { callableOf, type Callable } from "./call-module.js";
import type { ModuleEvent } from "./toolbox.js";

const { path } = workerData as { readonly path: string };

/** Kept as it turned out: whoever asks a module that cannot be loaded hears why. */
const loading = load();
loading.catch(() => {});

async function load(): Promise<Callable> {
  const loaded = (await import(pathToFileURL(path).href)) as { readonly default?: unknown };
  return callableOf(loaded.default);
}

async function answer(line: string): Promise<string> {
  const { id, event } = JSON.parse(line) as { readonly id: string; readonly event: ModuleEvent };
  try {
    const call = await loading;
    return answerLine(id, await call(event));
  } catch (error) {
    return failureLine(id, explained(error));
  }
}

/** Node 20 has no way to load TypeScript; its own words do not say what to do. */
function explained(error: unknown): unknown {
  const code = (error as { readonly code?: unknown } | null)?.code;
  if (code !== "ERR_UNKNOWN_FILE_EXTENSION" || !/\.[mc]?ts$/.test(path)) return error;
  return `Node ${process.versions.node} cannot load TypeScript: use Node 22.18 or later, or JavaScript`;
}

parentPort?.on("message", (line: string) => {
  void answer(line).then((said) => parentPort?.postMessage(said));
});
