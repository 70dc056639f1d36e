import { join } from "node:path";
import type { FileState } from "./file-state.js";
import { readPrivate, writePrivate } from "./private-file.js";

const LARGEST = 256 * 1024;

/** The texts of files by their SHA-256, without those that are too long for anybody to read. */
export function textsOf(states: readonly FileState[]): ReadonlyMap<string, string> {
  return new Map(
    states.flatMap(({ sha256, bytes }) =>
      bytes === null || bytes.length > LARGEST ? [] : [[sha256, bytes.toString("utf8")]],
    ),
  );
}

/** Scripts as they were when they were approved, to show later what has changed. Nothing is run from here. */
export class ApprovedTexts {
  constructor(private readonly home: string) {}

  /** By their SHA-256. */
  keep(texts: ReadonlyMap<string, string>): void {
    for (const [sha256, text] of texts)
      if (this.read(sha256) === null) writePrivate(this.placeOf(sha256), text);
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
