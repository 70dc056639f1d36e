import { readFileSync } from "node:fs";
import { replaceFile } from "../io/index.js";

/** A text in a file next to the ledger. Where it is lost, something is written twice; nothing else depends on it. */
export class LastMark {
  private known: string | null = null;

  constructor(private readonly file: string) {}

  has(mark: string): boolean {
    if (this.known === mark) return true;
    try {
      this.known = readFileSync(this.file, "utf8");
    } catch {
      this.known = null;
    }
    return this.known === mark;
  }

  keep(mark: string): void {
    this.known = mark;
    try {
      replaceFile(this.file, mark, { mode: 0o600 });
    } catch {
      // The ledger itself reports what is wrong with its folder.
    }
  }
}
