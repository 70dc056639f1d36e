// Changes a file to and fro as fast as it can, until it is told to stop.
import { closeSync, openSync, renameSync, symlinkSync, writeFileSync, writeSync } from "node:fs";
import { workerData } from "node:worker_threads";

/** @type {{ file: string, texts: readonly [string, string], way: string, control: Int32Array }} */
const { file, texts, way, control } = workerData;
const aside = `${file}.aside`;

/** @type {Readonly<Record<string, (index: 0 | 1) => void>>} */
const ways = {
  // Both texts have the same length: at no moment does the file hold a part of one.
  "in place"(index) {
    const descriptor = openSync(file, "r+");
    writeSync(descriptor, texts[index], 0);
    closeSync(descriptor);
  },
  "by renaming"(index) {
    writeFileSync(aside, texts[index], { mode: 0o755 });
    renameSync(aside, file);
  },
  "by a link"(index) {
    symlinkSync(`${file}.${index}`, aside);
    renameSync(aside, file);
  },
};

const change = ways[way];
if (change === undefined) throw new Error(`no way ${way}`);
while (Atomics.load(control, 0) === 0) {
  try {
    change(1);
    change(0);
    Atomics.add(control, 1, 1);
  } catch (error) {
    // The system lets nobody write to a program in the moment in which it starts.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "ETXTBSY") throw error;
  }
}
change(0);
