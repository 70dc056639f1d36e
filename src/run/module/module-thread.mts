/** The thread of a module: loads it, calls it for each event, and gives back lines for the host. */
import { Writable } from "node:stream";
import { pathToFileURL } from "node:url";
import { parentPort, threadId, workerData } from "node:worker_threads";
import { answerLine, failureLine } from "./answer-line.js";
import { callableOf, type Callable, type LoadedModule } from "./call-module.js";
import { loadFault } from "./error-text.js";
import type { ModuleEvent } from "./toolbox.js";
import { writeInTurn, type Turn } from "./turn.js";

const { path, turn } = workerData as { readonly path: string; readonly turn: Turn };

/** Kept as it turned out: whoever asks a module that cannot be loaded learns why. */
const loading = load();
// What leaves before it was called has not answered, whatever its exit code.
loading.then(
  () => parentPort?.postMessage("loaded"),
  () => {},
);

async function load(): Promise<Callable> {
  try {
    return callableOf((await import(pathToFileURL(path).href)) as LoadedModule);
  } catch (error) {
    throw loadFault(error, path);
  }
}

async function answer(line: string): Promise<string> {
  const { id, event } = JSON.parse(line) as { readonly id: string; readonly event: ModuleEvent };
  try {
    const call = await loading;
    return answerLine(id, await call(event));
  } catch (error) {
    return failureLine(id, error);
  }
}

/** The streams as they are before a module puts others in their place. */
const printing = [process.stdout, process.stderr];

/** What was printed for this event has arrived at the other thread: it would pass for what the next event prints. */
async function handOver(): Promise<void> {
  const unsent = printing.filter(({ writable, writableLength }) => writable && writableLength > 0);
  await Promise.all(unsent.map(arrived));
}

function arrived(stream: Writable): Promise<void> {
  return new Promise((done) => {
    // Past a `write` that a module has put there: it may never call back.
    Writable.prototype.write.call(stream, "", "utf8", () => done());
  });
}

parentPort?.on("message", (line: string) => {
  void answer(line).then(async (said) => {
    await handOver();
    // Said before the answer goes out: when the host has it and asks again, this thread is known to be free.
    parentPort?.postMessage("free");
    // Straight to the host: by way of the other thread it would take half as long again.
    // On a line of its own, whatever the module has written there itself.
    writeInTurn(`\n${said}`, turn, threadId);
  });
});
