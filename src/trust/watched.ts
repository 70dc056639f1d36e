import { lstatSync } from "node:fs";
import { identityOf } from "./file-state.js";

/** A file that is read again only when it is another one. */
export class Watched<Value> {
  private identity: string | null = "never looked at";
  private last: { readonly value: Value | null; readonly fault: string | null } = {
    value: null,
    fault: null,
  };

  constructor(
    private readonly path: string,
    private readonly read: (isThere: boolean) => Value,
  ) {}

  get(): { readonly value: Value | null; readonly fault: string | null } {
    const identity = this.look();
    if (identity === this.identity) return this.last;
    this.identity = identity;
    try {
      this.last = { value: this.read(identity !== null), fault: null };
    } catch (error) {
      this.last = { value: null, fault: (error as Error).message };
    }
    return this.last;
  }

  private look(): string | null {
    try {
      const stats = lstatSync(this.path, { bigint: true, throwIfNoEntry: false });
      return stats === undefined ? null : identityOf(stats);
    } catch (error) {
      return String(error);
    }
  }
}
