import { writeSync } from "node:fs";

/** Writes a line at once and whole, so that the lines of several threads do not mix. Waits where nobody reads yet. */
export function writeWhole(descriptor: number, line: string): void {
  const bytes = Buffer.from(line);
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(descriptor, bytes, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}
