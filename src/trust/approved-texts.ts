import { join } from "node:path";
import type { FileState } from "./file-state.js";
import { readPrivate, writePrivate } from "./private-file.js";

const LARGEST = 256 * 1024;

/** Scripts as they were when they were approved, to show later what has changed. Nothing is run from here. */
export class ApprovedTexts {
  constructor(private readonly home: string) {}

  keep(states: readonly FileState[]): void {
    for (const { sha256, bytes } of states)
      if (bytes !== null && bytes.length <= LARGEST && this.read(sha256) === null)
        writePrivate(this.placeOf(sha256), bytes.toString("utf8"));
  }

  read(sha256: string): string | null {
    if (!/^[0-9a-f]{64}$/.test(sha256)) return null;
    try {
      return readPrivate(this.placeOf(sha256));
    } catch {
      return null;
    }
  }

  private placeOf(sha256: string): string {
    return join(this.home, "approved", sha256);
  }
}
